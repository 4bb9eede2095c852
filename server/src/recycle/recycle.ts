import { Refusal } from '@sheaf/contract'
import { mustManage, mustManageOpen } from '../access/access.ts'
import { actorOf } from '../content/change.rules.ts'
import { noteChange } from '../content/change.store.ts'
import { touchItem } from '../content/item.store.ts'
import { restorePage } from '../content/page.store.ts'
import type { AllHandlers } from '../context.ts'
import { mustTakePage } from '../page/page.service.ts'
import { daysLeft } from './recycle.rules.ts'
import { binEntries, countOf, deletedPageOf, recycleBinOf, takeFromBin } from './recycle.store.ts'

/** Entries of a part when the request names no count. */
const ROWS = 20

export const recycle: AllHandlers['recycle'] = {
  async getList({ item_id }, ctx) {
    await mustManage(ctx, item_id)
    const { counted } = await countOf(ctx.db)
    return (await recycleBinOf(ctx.db, item_id)).map(({ counted_from, ...row }) => ({ ...row, days_left: daysLeft(counted, counted_from) }))
  },

  async entries({ item_id, batch_id, find, page, count }, ctx) {
    await mustManage(ctx, item_id)
    const { counted } = await countOf(ctx.db)
    const part = { batch_id, find: find.trim(), page: page || 1, count: count || ROWS }
    const { list, ...sums } = await binEntries(ctx.db, item_id, part)
    return { list: list.map(({ counted_from, ...row }) => ({ ...row, days_left: daysLeft(counted, counted_from) })), ...sums }
  },

  async info({ item_id, page_id }, ctx) {
    await mustManage(ctx, item_id)
    const page = await deletedPageOf(ctx.db, item_id, page_id)
    if (!page) throw new Refusal('notInBin')
    return page
  },

  /** Restores a page. Its revisions, files, link and mock were kept, so all of them work again. */
  async recover({ item_id, page_id }, ctx) {
    const { item, permission } = await mustManageOpen(ctx, item_id)
    await ctx.store.write(async (trx) => {
      await touchItem(trx, permission, ctx.now(), page_id)
      await mustTakePage(trx, item)
      if (!(await takeFromBin(trx, item_id, page_id))) throw new Refusal('notInBin')
      const title = await restorePage({ permission, store: ctx.store, trx }, page_id)
      await noteChange(trx, permission, actorOf(ctx), { type: 'page.recovered', page_id, title }, ctx.now())
    })
    return []
  },
}
