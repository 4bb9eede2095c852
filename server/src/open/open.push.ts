import { DEFAULT_ORDER, Refusal, SINGLE_PAGE, SPREADSHEET_ITEM } from '@sheaf/contract'
import type { ItemHead } from '../access/access.store.ts'
import { API } from '../access/keys.ts'
import { filesOfItemAdded } from '../attachment/attachment.text.service.ts'
import { keptStates } from '../common/common.store.ts'
import { touchItem } from '../content/item.store.ts'
import { hasTitled } from '../content/page.store.ts'
import type { Ctx } from '../context.ts'
import { changePage, createPage, packPrevious } from '../page/page.service.ts'
import { numberPages } from '../page/page.sort.store.ts'
import { onlyTitle, type PageHere, pageInItem, pageTitled } from './open.page.store.ts'
import { makePlace, type Place, placeOf } from './open.place.ts'

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
export async function edit(item: ItemHead, page_id: number, edited: Edited, ctx: Ctx): Promise<Written> {
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
