import { DEFAULT_ORDER, Refusal, SINGLE_PAGE } from '@sheaf/contract'
import { mustEdit, mustEditPage } from '../access/access.ts'
import { covers } from '../access/scope.ts'
import { linkFiles } from '../attachment/attachment.store.ts'
import { filesAdded } from '../attachment/attachment.text.ts'
import { hasCatalog } from '../catalog/catalog.store.ts'
import { keptStates } from '../common/common.store.ts'
import type { Db } from '../db/schema.ts'
import { nameItem, touchItem } from '../item/item.store.ts'
import type { Ctx, Rooms } from '../lib/context.ts'
import { tellChanged } from '../notice/notice.store.ts'
import { needsBase, pack } from './page.history.pack.ts'
import { baseOf, keepHistory } from './page.history.store.ts'
import { contentOf, titleOf } from './page.rules.ts'
import { insertPage, updatePage } from './page.store.ts'

type Save = Rooms['page']['save']
type Input = Parameters<Save>[0]

/** After touchItem, which holds the item until the transaction ends: no catalog goes meanwhile. */
async function mustBePlaceOf(db: Db, item_id: number, cat_id: number) {
  if (cat_id !== 0 && !(await hasCatalog(db, item_id, cat_id))) throw new Refusal('notFound')
}

const linksTo = (page_id: number, file_ids: number[], addtime: number) => file_ids.map((file_id) => ({ file_id, page_id, addtime }))

export const save: Save = async (input, ctx) => {
  const page_content = contentOf(input.page_content, input.is_urlencode)
  const page_title = titleOf(input.page_title, ctx.language)
  return input.page_id === 0 ? create(input, page_title, page_content, ctx) : change(input, page_title, page_content, ctx)
}

async function create(input: Input, page_title: string, page_content: string, ctx: Ctx<'user'>) {
  const { item_id, page_comments, s_number } = input
  const cat_id = input.cat_id ?? 0
  await mustEdit(ctx, item_id, cat_id)
  const page = {
    item_id,
    cat_id,
    page_title,
    page_content,
    page_comments,
    s_number: s_number || DEFAULT_ORDER,
    author_uid: ctx.user.uid,
    author_username: ctx.user.username,
  }
  const files = await filesAdded(ctx, '', page_content)
  return ctx.store.write(async (trx) => {
    await touchItem(trx, item_id, ctx.now())
    await mustBePlaceOf(trx, item_id, cat_id)
    const row = await insertPage(ctx.store, trx, page, ctx.now())
    await linkFiles(trx, linksTo(row.page_id, files, ctx.now()))
    return row
  })
}

/** History, page, index and item in one transaction. Without a base_version the last writer wins, and the history holds the rest. */
async function change(input: Input, page_title: string, page_content: string, ctx: Ctx<'user'>) {
  const { page_id, page_comments, base_version } = input
  const { page, item, edits } = await mustEditPage(ctx, page_id)
  // D5: a save never moves a page to another item.
  if (input.item_id !== 0 && input.item_id !== page.item_id) throw new Refusal('noPermission')
  const cat_id = input.cat_id ?? page.cat_id
  if (cat_id !== page.cat_id && !covers(edits, cat_id)) throw new Refusal('noPermission')
  if (base_version !== undefined && base_version !== page.version) throw outdated(page)
  const packed = await pack(page.page_content, needsBase(page.page_content) ? await baseOf(ctx.db, page_id) : undefined)
  const keep = await keptStates(ctx)
  const files = await filesAdded(ctx, page.page_content, page_content)
  const saved = await ctx.store.write(async (trx) => {
    const next = {
      item_id: page.item_id,
      cat_id,
      page_title,
      page_content,
      page_comments,
      s_number: input.s_number || page.s_number,
      author_uid: ctx.user.uid,
      author_username: ctx.user.username,
    }
    await touchItem(trx, page.item_id, ctx.now())
    await mustBePlaceOf(trx, page.item_id, cat_id)
    const stays = cat_id === page.cat_id && page_title === page.page_title && next.s_number === page.s_number
    const row = await updatePage(ctx.store, trx, page_id, page.version, next, ctx.now(), stays)
    if (!row) return undefined
    await keepHistory(trx, page, packed, keep)
    await linkFiles(trx, linksTo(page_id, files, ctx.now()))
    await tellChanged(trx, ctx.user, item, page, ctx.now())
    if (item.item_type === SINGLE_PAGE) await nameItem(trx, page.item_id, page_title)
    return row
  })
  if (saved) return saved
  // Somebody saved between the look and the write: with a base_version that is a conflict, without one it is simply our turn.
  if (base_version !== undefined) throw outdated((await mustEditPage(ctx, page_id)).page)
  return change(input, page_title, page_content, ctx)
}

const outdated = ({ version, author_username, addtime }: { version: number; author_username: string; addtime: number }) =>
  new Refusal('versionOutdated', { author: author_username }, { version: String(version), author_username, addtime: String(addtime) })
