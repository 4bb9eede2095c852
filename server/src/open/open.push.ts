import { DEFAULT_ORDER, Refusal, SINGLE_PAGE, TABLE } from '@sheaf/contract'
import type { ItemHead } from '../access/access.store.ts'
import { API } from '../access/keys.ts'
import { linkFiles } from '../attachment/attachment.store.ts'
import { filesOfItemAdded } from '../attachment/attachment.text.ts'
import { keptStates } from '../common/common.store.ts'
import { touchItem } from '../item/item.store.ts'
import type { Ctx } from '../lib/context.ts'
import { tellChanged } from '../notice/notice.store.ts'
import { needsBase, pack } from '../page/page.history.pack.ts'
import { baseOf, keepHistory } from '../page/page.history.store.ts'
import { numberPages } from '../page/page.sort.store.ts'
import { hasTitled, insertPage, updatePage } from '../page/page.store.ts'
import { onlyTitle, type PageHere, pageTitled } from './open.page.store.ts'
import { makePlace, placeOf } from './open.place.ts'

export interface Pushed {
  /** From the top to the catalog it is in. */
  names: string[]
  page_title: string
  page_content: string
  /** Absent: where it is, or at the end. */
  s_number: number | undefined
}

const author = { author_uid: API.uid, author_username: API.username }

/** Writes a page by its title and place: as page/save does, with a state before and the index, and nothing when nothing is new. */
export async function push(item: ItemHead, pushed: Pushed, ctx: Ctx): Promise<Omit<PageHere, 'creator_uid'>> {
  const cat_id = await placeOf(ctx, item.item_id, pushed.names)
  const page = cat_id === undefined ? undefined : await pageTitled(ctx, item.item_id, cat_id, pushed.page_title)
  // Somebody was faster: what is there now decides.
  return (await (page ? change(item, page, pushed, ctx) : create(item, pushed, ctx))) ?? push(item, pushed, ctx)
}

async function create({ item_id, item_type }: ItemHead, { names, page_title, page_content, s_number }: Pushed, ctx: Ctx) {
  if (item_type === SINGLE_PAGE || item_type === TABLE) throw new Refusal('pushOnePage', { title: await onlyTitle(ctx, item_id) })
  const files = await filesOfItemAdded(ctx, item_id, '', page_content)
  return ctx.store.write(async (trx) => {
    await touchItem(trx, item_id, ctx.now())
    const cat_id = await makePlace(trx, item_id, names, ctx.now())
    if (await hasTitled(trx, item_id, cat_id, page_title)) return undefined
    const page = { item_id, cat_id, page_title, page_content, page_comments: '', s_number: s_number ?? DEFAULT_ORDER, ...author }
    const row = await insertPage(ctx.store, trx, page, ctx.now())
    await linkFiles(
      trx,
      files.map((file_id) => ({ file_id, page_id: row.page_id, addtime: ctx.now() })),
    )
    return row
  })
}

async function change(item: ItemHead, page: PageHere, { page_content, s_number = page.s_number }: Pushed, ctx: Ctx) {
  const { page_id, item_id } = page
  if (page_content === page.page_content) return s_number === page.s_number ? page : renumber(page, s_number, ctx)
  const packed = await pack(page.page_content, needsBase(page.page_content) ? await baseOf(ctx.db, page_id) : undefined)
  const keep = await keptStates(ctx)
  const files = await filesOfItemAdded(ctx, item_id, page.page_content, page_content)
  return ctx.store.write(async (trx) => {
    await touchItem(trx, item_id, ctx.now())
    const next = { ...page, page_content, s_number, ...author }
    const row = await updatePage(ctx.store, trx, page_id, page.version, next, ctx.now(), s_number === page.s_number)
    if (!row) return undefined
    await keepHistory(trx, page, packed, keep)
    await linkFiles(
      trx,
      files.map((file_id) => ({ file_id, page_id, addtime: ctx.now() })),
    )
    await tellChanged(trx, API, item, page, ctx.now())
    return row
  })
}

async function renumber(page: PageHere, s_number: number, ctx: Ctx) {
  await ctx.store.write(async (trx) => {
    await touchItem(trx, page.item_id, ctx.now())
    await numberPages(trx, [{ page_id: page.page_id, s_number }])
  })
  return { ...page, s_number }
}
