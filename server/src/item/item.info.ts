import { createHash } from 'node:crypto'
import { API_ITEM } from '@sheaf/contract'
import type { Answer } from '@sheaf/contract/client'
import { mustOpenItem, personIn, type Rights, type Scope, takesPagesOf } from '../access/access.ts'
import { byKeys } from '../access/keys.ts'
import { showsComments } from '../comment/comment.rules.ts'
import { countUnread, ownerName, sharedOf } from '../content/item.store.ts'
import { ancestorsOf, type Tree, treeOf } from '../content/item.tree.service.ts'
import type { AllHandlers, Ctx, Services } from '../context.ts'
import type { Reach } from '../db/search/candidates.ts'
import { showsFeedback } from '../feedback/feedback.rules.ts'
import { gzipAround } from '../http/body/gzip.ts'
import { RawResponse } from '../http/encode.ts'
import { findPages } from '../search/find.service.ts'
import { snippetAround } from '../search/search.rules.ts'
import { reachIn } from '../search/search.store.ts'
import { sharedIn } from './item.rules.ts'

const CANDIDATES = 500
/** The format that existing clients expect. */
const SNIPPET = { before: 60, length: 240, dots: '...' }

interface Hit {
  page_id: number
  author_uid: number | null
  author_username: string
  item_id: number
  cat_id: number
  page_title: string
  s_number: number
  page_comments: string
  addtime: number
  search_content: string
}

/** The best `limit` pages of an item that contain the keyword, within a scope, each with a snippet of its text. */
export async function searchItem(
  services: Pick<Services, 'store' | 'now'>,
  item_id: number,
  scope: Scope,
  keyword: string,
  limit: number,
): Promise<Hit[]> {
  return searchReach(services, reachIn(item_id, scope), keyword, limit)
}

/** The best `limit` pages within a reach; the number of index queries does not depend on the number of items. */
export async function searchReach(services: Pick<Services, 'store' | 'now'>, reach: Reach, keyword: string, limit: number): Promise<Hit[]> {
  const found = await findPages(services, reach, keyword, { limit, most: CANDIDATES, from: 1 })
  return found.map(({ page_id, item_id, author_uid, author_username, cat_id, page_title, s_number, page_comments, addtime, text }) => ({
    page_id,
    author_uid,
    author_username,
    item_id,
    cat_id,
    page_title,
    s_number,
    page_comments,
    addtime,
    search_content: snippetAround(text, keyword, SNIPPET).text,
  }))
}

type Info = Answer<'item', 'info'>
type Input = Parameters<AllHandlers['item']['info']>[0]

const HITS = 100

/** The response of item/info without the menu. */
export async function headFor(ctx: Ctx, rights: Rights, tree: Tree | undefined, default_page_id: number): Promise<Omit<Info, 'menu'>> {
  const { item, manage, edits, visits } = rights
  const ancestors = tree && default_page_id ? ancestorsOf(tree, default_page_id) : []
  // In the web interface, items of API clients are read-only for every user. The clients can still write.
  const isWritten = !item.is_archived && item.item_type !== API_ITEM
  const canEdit = edits !== 'none' && isWritten
  const canManage = manage && isWritten
  const person = personIn(ctx, item.item_id)
  return {
    item_id: String(item.item_id),
    item_domain: item.item_domain,
    is_archived: String(item.is_archived),
    item_name: item.item_name,
    default_page_id: default_page_id ? String(default_page_id) : '',
    default_cat_id2: String(ancestors[0] ?? 0),
    default_cat_id3: String(ancestors[1] ?? 0),
    default_cat_id4: String(ancestors[2] ?? 0),
    unread_count: String(ctx.user ? await countUnread(ctx, ctx.user.uid) : 0),
    item_type: String(item.item_type),
    is_login: ctx.user !== null,
    item_edit: canEdit,
    item_manage: canManage,
    ItemPermn: canEdit,
    ItemCreator: canManage,
    current_page_id: '',
    global_param: item.item_type === API_ITEM ? sharedIn(await sharedOf(ctx, item.item_id)) : [],
    is_private: item.password_hash ? 1 : 0,
    edit_cats: typeof edits === 'string' ? null : [...edits].map(String),
    owner_name: visits === 'all' ? '' : await ownerName(ctx, item),
    can_suggest: takesPagesOf(rights, person),
    ...(showsFeedback(rights, person) && { allow_feedback: '1' }),
    ...(showsComments(rights, person) && { allow_comment: '1' }),
  }
}

export async function info({ item_id, item_domain, keyword, default_page_id, ...keys }: Input, ctx: Ctx): Promise<RawResponse> {
  const rights = await mustOpenItem(ctx, item_id || item_domain, byKeys(keys, ctx))
  const wanted = keyword.trim()
  if (wanted) {
    const pages = await searchItem(ctx, rights.item.item_id, rights.visits, wanted, HITS)
    const found = pages.map((page) => ({
      ...page,
      page_id: String(page.page_id),
      author_uid: page.author_uid === null ? null : String(page.author_uid),
      cat_id: String(page.cat_id),
      addtime: String(page.addtime),
      item_id: undefined,
      s_number: undefined,
      page_comments: undefined,
      search_content: undefined,
    }))
    return json(
      JSON.stringify({
        error_code: 0,
        error_message: '',
        data: { ...(await headFor(ctx, rights, undefined, default_page_id)), menu: { pages: found, catalogs: [] } },
      }),
    )
  }
  const tree = await treeOf(ctx, rights.item, rights.visits)
  const head = `{"error_code":0,"error_message":"","data":${JSON.stringify(await headFor(ctx, rights, tree, default_page_id)).slice(0, -1)},"menu":`
  return withMenu(head, tree, rights.item.tree_version, ctx)
}

const json = (text: string) =>
  new RawResponse(Buffer.from(text), { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })

/** Combines the cached menu with the head for this reader; answers 304 if nothing has changed. */
async function withMenu(head: string, tree: Tree, version: number, ctx: Ctx) {
  const etag = `"${version}-${createHash('sha1').update(head).digest('base64url')}"`
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding, cookie',
    etag,
  }
  if (ctx.headers['if-none-match'] === etag) return new RawResponse(Buffer.alloc(0), headers, 304)
  if (!String(ctx.headers['accept-encoding'] ?? '').includes('gzip'))
    return new RawResponse(Buffer.from(`${head}${tree.text()}}}`), headers)
  return new RawResponse(gzipAround(head, await tree.packed(), '}}'), { ...headers, 'content-encoding': 'gzip' })
}
