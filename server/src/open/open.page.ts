import {
  CATALOG_LEVELS_MAX,
  CONTENT_CHARS_MAX,
  DEFAULT_ORDER,
  inOneLine,
  NAME_MAX,
  Refusal,
  SINGLE_PAGE,
  SPREADSHEET_ITEM,
} from '@sheaf/contract'
import { API, type GrantedByKeys, mustHoldKeys, mustWriteByKeys, mustWriteNamed } from '../access/keys.ts'
import type { Permission } from '../access/permission.ts'
import { filesOfItemAdded } from '../attachment/attachment.rights.service.ts'
import { revisionsToKeep } from '../common/settings.store.ts'
import { nameOf, TOP } from '../content/catalog.rules.ts'
import { hasCatalog, insertCatalog } from '../content/catalog.store.ts'
import type { ChangeDraft } from '../content/change.rules.ts'
import { noteChange, noteChanges } from '../content/change.store.ts'
import { ADDED, touchItem } from '../content/item.store.ts'
import { deletePages, hasTitled } from '../content/page.store.ts'
import { forReader, isComposedText, storedText } from '../content/page-text.store.ts'
import type { AllHandlers, Ctx, Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { prepareLexemes } from '../db/search/page-lexemes.ts'
import { notifyPagesDeleted } from '../notice/notice.store.ts'
import { packPrevious } from '../page/history/page.history.store.ts'
import { changePage, createPage } from '../page/page.service.ts'
import { numberPages } from '../page/page.store.ts'
import { onlyTitle, pageAnywhere, pageInItem, pageTitled, type StoredPage } from './open.page.store.ts'

interface Path {
  cat_name: string
  cat_name_sub?: string
}

/** A catalog by the names on its path or by its id; 0 and an empty path are the root. */
type Place = string[] | number

/** The names on the path to a catalog. A path that is too deep is cut at the deepest level, as existing clients expect. */
export const namesIn = ({ cat_name, cat_name_sub = '' }: Path): string[] =>
  [cat_name, cat_name_sub]
    .flatMap((part) => part.split('/'))
    .filter((name) => name.trim() !== '')
    .slice(0, CATALOG_LEVELS_MAX)
    .map(nameOf)

const ONE = 'select cat_id from catalog where item_id = ? and parent_cat_id = ? and cat_name = ? order by cat_id limit 1'

/** The id of the catalog at a path of names, or undefined. If siblings share a name, the older one is used. */
export async function placeOf({ store }: Pick<Services, 'store'>, item_id: number, place: Place): Promise<number | undefined> {
  if (typeof place === 'number') return place
  let cat_id = 0
  for (const name of place) {
    const [catalog] = await store.hot<{ cat_id: number }>(ONE, [item_id, cat_id, name])
    if (!catalog) return undefined
    cat_id = catalog.cat_id
  }
  return cat_id
}

const childNamed = (db: Db, item_id: number, parent_cat_id: number, cat_name: string) =>
  db
    .selectFrom('catalog')
    .select(['cat_id', 'item_id', 'parent_cat_id', 'level', 'cat_name', 's_number', 'addtime'])
    .where('item_id', '=', item_id)
    .where('parent_cat_id', '=', parent_cat_id)
    .where('cat_name', '=', cat_name)
    .orderBy('cat_id')
    .limit(1)
    .executeTakeFirst()

/** Like placeOf, but creates missing catalogs. Call it after touchItem: a concurrent request then finds the catalog created first. */
export async function makePlace(db: Db, permission: Permission<'edit'>, place: Place, addtime: number): Promise<number> {
  const { item_id } = permission
  if (typeof place === 'number') {
    if (place !== 0 && !(await hasCatalog(db, item_id, place))) throw new Refusal('notFound')
    return place
  }
  const made: ChangeDraft[] = []
  let parent_cat_id = 0
  for (const [n, cat_name] of place.entries()) {
    const found = await childNamed(db, item_id, parent_cat_id, cat_name)
    const row = { parent_cat_id, level: TOP + n, cat_name, s_number: DEFAULT_ORDER, addtime }
    const { cat_id } = found ?? (await insertCatalog(db, permission, row))
    if (!found) made.push({ type: 'catalog.created', cat_id, title: cat_name })
    parent_cat_id = cat_id
  }
  await noteChanges(db, permission, API, made, addtime)
  return parent_cat_id
}

export interface Pushed {
  place: Place
  page_title: string
  page_content: string
  /** Undefined keeps the order of an existing page and puts a new one last. */
  s_number: number | undefined
}

interface Edited extends Omit<Pushed, 'place'> {
  /** Undefined keeps the page in its catalog. */
  cat_id: number | undefined
}

type Written = Omit<StoredPage, 'creator_uid' | 'is_composed'>

/** The key of an item writes for no person and by no token. */
const author = { author_uid: API.uid, author_username: API.username, via: '', suggestion_id: 0, suggested_by: '' }

/** Saves a page by title and place as page/save does: with a revision and the search index. Unchanged content writes nothing. */
export async function push(granted: GrantedByKeys, pushed: Pushed, ctx: Ctx): Promise<Written> {
  const { item_id } = granted.permission
  const cat_id = await placeOf(ctx, item_id, pushed.place)
  const page = cat_id === undefined ? undefined : await pageTitled(ctx, item_id, cat_id, pushed.page_title)
  // Undefined means that a concurrent request changed the page first. The retry starts from the new state.
  return (await (page ? change(granted, page, { ...pushed, cat_id }, ctx) : create(granted, pushed, ctx))) ?? push(granted, pushed, ctx)
}

/** Saves a page by its id, which can change its title and place. */
async function edit(granted: GrantedByKeys, page_id: number, edited: Edited, ctx: Ctx): Promise<Written> {
  const page = await pageInItem(ctx, granted.permission.item_id, page_id)
  if (!page) throw new Refusal('notFound')
  return (await change(granted, page, edited, ctx)) ?? edit(granted, page_id, edited, ctx)
}

async function create(
  { item: { item_id, item_type }, permission }: GrantedByKeys,
  { place, page_title, page_content, s_number }: Pushed,
  ctx: Ctx,
) {
  if (item_type === SINGLE_PAGE || item_type === SPREADSHEET_ITEM)
    throw new Refusal('pushOnePage', { title: await onlyTitle(ctx, item_id) })
  const files = await filesOfItemAdded(ctx, item_id, '', page_content)
  await prepareLexemes({ page_title, page_content }, `item ${item_id}`)
  return ctx.store.write(async (trx) => {
    await touchItem(trx, permission, ctx.now(), ADDED)
    const cat_id = await makePlace(trx, permission, place, ctx.now())
    if (await hasTitled(trx, item_id, cat_id, page_title)) return undefined
    const page = { cat_id, page_title, page_content, page_comments: '', s_number: s_number ?? DEFAULT_ORDER, ...author }
    return createPage({ permission, store: ctx.store, trx, at: ctx.now() }, page, files)
  })
}

async function change({ item, permission }: GrantedByKeys, page: StoredPage, edited: Edited, ctx: Ctx): Promise<Written | undefined> {
  const { item_id } = permission
  const { cat_id = page.cat_id, page_title, s_number = page.s_number } = edited
  const stored = await storedText(ctx.db, page)
  // Programs that know only the composed text push it back: what people wrote stays (T47).
  const isComposed = await isComposedText(ctx.db, page, 'all', edited.page_content)
  const page_content = isComposed ? stored : edited.page_content
  const isMoved = cat_id !== page.cat_id || page_title !== page.page_title
  const stays = !isMoved && s_number === page.s_number
  if (!isMoved && page_content === stored) return stays ? page : renumber(permission, page, s_number, ctx)
  const packed = await packPrevious(ctx.db, page)
  await prepareLexemes({ page_title, page_content }, `item ${item_id}`)
  const keep = await revisionsToKeep(ctx)
  const files = await filesOfItemAdded(ctx, item_id, stored, page_content)
  return ctx.store.write(async (trx) => {
    await touchItem(trx, permission, ctx.now(), page.page_id)
    await makePlace(trx, permission, cat_id, ctx.now())
    if (isMoved && (await hasTitled(trx, item_id, cat_id, page_title))) throw new Refusal('pushTitleTaken')
    const next = { ...page, cat_id, page_title, page_content, s_number, ...author }
    return changePage(
      { permission, store: ctx.store, trx, at: ctx.now() },
      {
        page,
        next,
        packed,
        keep,
        file_ids: files,
        stays,
        notify: { item, by: API },
        namesItem: item.item_type === SINGLE_PAGE && isMoved,
      },
    )
  })
}

async function renumber(permission: Permission<'edit'>, page: StoredPage, s_number: number, ctx: Ctx) {
  await ctx.store.write(async (trx) => {
    await touchItem(trx, permission, ctx.now(), page.page_id)
    await numberPages(trx, permission, [{ page_id: page.page_id, s_number }])
  })
  return { ...page, s_number }
}

/** Pages are found again by their title, so a push without one is refused. */
export function titleOf(sent: string): string {
  const title = inOneLine(sent)
  if (title === '') throw new Refusal('pushTitle')
  if (title.length > NAME_MAX) throw new Refusal('badInput', { field: 'page_title' })
  return title
}

function contentOf(sent: string): string {
  if (sent.trim() === '') throw new Refusal('pushContent')
  if (sent.length > CONTENT_CHARS_MAX) throw new Refusal('tooLarge')
  return sent
}

/** Some clients send `title` instead of page_title. */
const updatePage: AllHandlers['open']['updatePage'] = async (input, ctx) => {
  const granted = await mustWriteByKeys(input, ctx)
  const page_title = titleOf(input.page_title || input.title)
  return push(granted, { place: namesIn(input), page_title, page_content: contentOf(input.page_content), s_number: input.s_number }, ctx)
}

/** With page_id, changes that page and moves it when cat_id is given. Without page_id, pushes by title and place. */
export const editPage: AllHandlers['item']['editPage'] = async (input, ctx) => {
  const granted = await mustWriteNamed(input, ctx)
  const { page_id, cat_id, s_number } = input
  const text = { page_title: titleOf(input.page_title), page_content: contentOf(input.page_content), s_number }
  return page_id ? edit(granted, page_id, { ...text, cat_id }, ctx) : push(granted, { ...text, place: cat_id ?? 0 }, ctx)
}

type Pages = Pick<AllHandlers['open'], 'updatePage' | 'updateItem' | 'getPage' | 'deletePage'>

export const pages: Pages = {
  updatePage,
  updateItem: updatePage,

  async getPage(input, ctx) {
    const { item_id } = await mustHoldKeys(input, ctx)
    const { page_id } = input
    const page = page_id ? await pageInItem(ctx, item_id, page_id) : await pageAnywhere(ctx, item_id, titleOf(input.page_title))
    if (!page) throw new Refusal('notFound')
    // The keys of an item open all of it.
    return forReader(ctx.db, page, 'all')
  },

  /** Moves the page to the recycle bin, recorded with the owner's uid and the API client's name. */
  async deletePage(input, ctx) {
    const { item, permission } = await mustWriteByKeys(input, ctx)
    const { item_id, uid } = item
    const page = await pageInItem(ctx, item_id, input.page_id)
    if (!page) throw new Refusal('notFound')
    await ctx.store.db.transaction().execute(async (trx) => {
      await touchItem(trx, permission, ctx.now(), page.page_id)
      const by = { uid, username: API.username }
      if ((await deletePages({ permission, store: ctx.store, trx, at: ctx.now() }, [page], by)) === 0) throw new Refusal('notFound')
      await notifyPagesDeleted(trx, API, item, [page], ctx.now())
      const { page_id, cat_id, page_title: title } = page
      await noteChange(trx, permission, API, { type: 'page.deleted', page_id, cat_id, title }, ctx.now())
    })
    return { page_id: page.page_id }
  },
}
