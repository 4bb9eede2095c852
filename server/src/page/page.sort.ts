import { Refusal } from '@sheaf/contract'
import { mustEdit } from '../access/access.ts'
import { covers } from '../access/scope.ts'
import { touchItem } from '../content/item.store.ts'
import type { Rooms } from '../context.ts'
import { numberPages, placesOfPages } from './page.sort.store.ts'

/** All the pages are in this item and where the caller may write, or nothing changes. */
export const sort: Rooms['page']['sort'] = async ({ item_id, pages }, ctx) => {
  const { edits } = await mustEdit(ctx, item_id)
  const numbers = Object.entries(pages).map(([page_id, s_number]) => ({ page_id: Number(page_id), s_number }))
  await ctx.store.db.transaction().execute(async (trx) => {
    await touchItem(trx, item_id, ctx.now())
    const places = await placesOfPages(
      trx,
      item_id,
      numbers.map((one) => one.page_id),
    )
    const mayAll = numbers.every(({ page_id }) => {
      const cat_id = places.get(page_id)
      return cat_id !== undefined && covers(edits, cat_id)
    })
    if (!mayAll) throw new Refusal('noPermission')
    await numberPages(trx, numbers)
  })
  return []
}
