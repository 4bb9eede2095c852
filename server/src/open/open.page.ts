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
import type { ItemHead } from '../access/access.store.ts'
import { API, mustHoldKeys, mustWriteByKeys, mustWriteNamed } from '../access/keys.ts'
import { filesOfItemAdded } from '../attachment/attachment.rights.service.ts'
import { keptStates } from '../common/settings.store.ts'
import { nameOf, TOP } from '../content/catalog.rules.ts'
import { hasCatalog, insertCatalog } from '../content/catalog.store.ts'
import { touchItem } from '../content/item.store.ts'
import { deletePages, hasTitled } from '../content/page.store.ts'
import type { Ctx, Rooms, Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { notifyPagesDeleted } from '../notice/notice.store.ts'
import { changePage, createPage, packPrevious } from '../page/page.service.ts'
import { numberPages } from '../page/page.store.ts'
import { onlyTitle, type PageHere, pageAnywhere, pageInItem, pageTitled } from './open.page.store.ts'

interface Path {
  cat_name: string
  cat_name_sub?: string
}

/** A catalog by the names on the way to it, or by its number; 0 and no names are the root. */
type Place = string[] | number

/** The names on the way to a catalog. What goes deeper than catalogs do stands in the deepest one, as existing clients have it. */
export const namesIn = ({ cat_name, cat_name_sub = '' }: Path): string[] =>
  [cat_name, cat_name_sub]
    .flatMap((part) => part.split('/'))
    .filter((name) => name.trim() !== '')
    .slice(0, CATALOG_LEVELS_MAX)
    .map(nameOf)

const ONE = 'select cat_id from catalog where item_id = ? and parent_cat_id = ? and cat_name = ? order by cat_id limit 1'

/** The catalog at a place, undefined while it is not there. Of two with one name the first that was made. */
export async function placeOf({ store }: Pick<Services, 'store'>, item_id: number, place: Place): Promise<number | undefined> {
  if (typeof place === 'number') return place
  let cat_id = 0
  for (const name of place) {
    const [found] = await store.hot<{ cat_id: number }>(ONE, [item_id, cat_id, name])
    if (!found) return undefined
    cat_id = found.cat_id
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

/** The same, and what is missing of the names is made. After touchItem: of two who make a catalog at once the second finds it. */
async function makePlace(db: Db, item_id: number, place: Place, addtime: number): Promise<number> {
  if (typeof place === 'number') {
    if (place !== 0 && !(await hasCatalog(db, item_id, place))) throw new Refusal('notFound')
    return place
  }
  let parent_cat_id = 0
  for (const [n, cat_name] of place.entries()) {
    const row = { item_id, parent_cat_id, level: TOP + n, cat_name, s_number: DEFAULT_ORDER, addtime }
    parent_cat_id = ((await childNamed(db, item_id, parent_cat_id, cat_name)) ?? (await insertCatalog(db, row))).cat_id
  }
  return parent_cat_id
}

export interface Pushed {
  place: Place
  page_title: string
  page_content: string
  /** Absent: where it is, or at the end. */
  s_number: number | undefined
}

interface Edited extends Omit<Pushed, 'place'> {
  /** Absent: where it is. */
  cat_id: number | undefined
}

type Written = Omit<PageHere, 'creator_uid'>

const author = { author_uid: API.uid, author_username: API.username }

/** Writes a page by its title and place: as page/save does, with a state before and the index, and nothing when nothing is new. */
export async function push(item: ItemHead, pushed: Pushed, ctx: Ctx): Promise<Written> {
  const cat_id = await placeOf(ctx, item.item_id, pushed.place)
  const page = cat_id === undefined ? undefined : await pageTitled(ctx, item.item_id, cat_id, pushed.page_title)
  // Somebody was faster: what is there now decides.
  return (await (page ? change(item, page, { ...pushed, cat_id }, ctx) : create(item, pushed, ctx))) ?? push(item, pushed, ctx)
}

/** The same by its number, which may give it another title and place. */
async function edit(item: ItemHead, page_id: number, edited: Edited, ctx: Ctx): Promise<Written> {
  const page = await pageInItem(ctx, item.item_id, page_id)
  if (!page) throw new Refusal('notFound')
  return (await change(item, page, edited, ctx)) ?? edit(item, page_id, edited, ctx)
}

async function create({ item_id, item_type }: ItemHead, { place, page_title, page_content, s_number }: Pushed, ctx: Ctx) {
  if (item_type === SINGLE_PAGE || item_type === SPREADSHEET_ITEM)
    throw new Refusal('pushOnePage', { title: await onlyTitle(ctx, item_id) })
  const files = await filesOfItemAdded(ctx, item_id, '', page_content)
  return ctx.store.write(async (trx) => {
    await touchItem(trx, item_id, ctx.now())
    const cat_id = await makePlace(trx, item_id, place, ctx.now())
    if (await hasTitled(trx, item_id, cat_id, page_title)) return undefined
    const page = { item_id, cat_id, page_title, page_content, page_comments: '', s_number: s_number ?? DEFAULT_ORDER, ...author }
    return createPage({ store: ctx.store, trx, at: ctx.now() }, page, files)
  })
}

async function change(item: ItemHead, page: PageHere, edited: Edited, ctx: Ctx): Promise<Written | undefined> {
  const { item_id } = page
  const { cat_id = page.cat_id, page_title, page_content, s_number = page.s_number } = edited
  const isElsewhere = cat_id !== page.cat_id || page_title !== page.page_title
  const stays = !isElsewhere && s_number === page.s_number
  if (!isElsewhere && page_content === page.page_content) return stays ? page : renumber(page, s_number, ctx)
  const packed = await packPrevious(ctx.db, page)
  const keep = await keptStates(ctx)
  const files = await filesOfItemAdded(ctx, item_id, page.page_content, page_content)
  return ctx.store.write(async (trx) => {
    await touchItem(trx, item_id, ctx.now())
    await makePlace(trx, item_id, cat_id, ctx.now())
    if (isElsewhere && (await hasTitled(trx, item_id, cat_id, page_title))) throw new Refusal('pushTitleTaken')
    const next = { ...page, cat_id, page_title, page_content, s_number, ...author }
    return changePage(
      { store: ctx.store, trx, at: ctx.now() },
      {
        ...{ page, next, packed, keep, file_ids: files, stays },
        notify: { item, by: API },
        namesItem: item.item_type === SINGLE_PAGE && isElsewhere,
      },
    )
  })
}

async function renumber(page: PageHere, s_number: number, ctx: Ctx) {
  await ctx.store.write(async (trx) => {
    await touchItem(trx, page.item_id, ctx.now())
    await numberPages(trx, [{ page_id: page.page_id, s_number }])
  })
  return { ...page, s_number }
}

/** A title by which a page is found again: a page pushed without one would be found by nobody. */
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

/** `title` is what some clients call page_title. */
const updatePage: Rooms['open']['updatePage'] = async (input, ctx) => {
  const item = await mustWriteByKeys(input, ctx)
  const page_title = titleOf(input.page_title || input.title)
  return push(item, { place: namesIn(input), page_title, page_content: contentOf(input.page_content), s_number: input.s_number }, ctx)
}

/** By number, and so in the place that is named or the one it has; a new one by its title and place. */
export const editPage: Rooms['item']['editPage'] = async (input, ctx) => {
  const item = await mustWriteNamed(input, ctx)
  const { page_id, cat_id, s_number } = input
  const text = { page_title: titleOf(input.page_title), page_content: contentOf(input.page_content), s_number }
  return page_id ? edit(item, page_id, { ...text, cat_id }, ctx) : push(item, { ...text, place: cat_id ?? 0 }, ctx)
}

type Pages = Pick<Rooms['open'], 'updatePage' | 'updateItem' | 'getPage' | 'deletePage'>

export const pages: Pages = {
  updatePage,
  updateItem: updatePage,

  async getPage(input, ctx) {
    const { item_id } = await mustHoldKeys(input, ctx)
    const { page_id } = input
    const page = page_id ? await pageInItem(ctx, item_id, page_id) : await pageAnywhere(ctx, item_id, titleOf(input.page_title))
    if (!page) throw new Refusal('notFound')
    return page
  },

  /** To the recycle bin, under the owner's number and in the name of the program. */
  async deletePage(input, ctx) {
    const item = await mustWriteByKeys(input, ctx)
    const { item_id, uid } = item
    const page = await pageInItem(ctx, item_id, input.page_id)
    if (!page) throw new Refusal('notFound')
    await ctx.store.db.transaction().execute(async (trx) => {
      await touchItem(trx, item_id, ctx.now())
      await deletePages(ctx.store, trx, item_id, [page], { uid, username: API.username }, ctx.now())
      await notifyPagesDeleted(trx, API, item, [page], ctx.now())
    })
    return { page_id: page.page_id }
  },
}
