import { Refusal } from '@sheaf/contract'
import { headOf } from '../access/access.store.ts'
import { writeAudit } from '../auth/audit.ts'
import type { Ctx, Rooms } from '../context.ts'
import { handOver } from '../item/item.hand-over.service.ts'
import { deleteItem } from '../item/item.life.store.ts'
import { notify } from '../notice/notice.store.ts'
import { countItems, listItems } from './admin-item.store.ts'

/** Rows of a list where the caller does not say. */
const ROWS = 20

async function mustBeItem(ctx: Ctx, item_id: number) {
  const item = await headOf(ctx, item_id)
  if (!item) throw new Refusal('notFound')
  return item
}

export const adminItem: Rooms['adminItem'] = {
  async getList({ page, count, ...filter }, ctx) {
    const [items, total] = await Promise.all([listItems(ctx.db, filter, count || ROWS, page || 1), countItems(ctx.db, filter)])
    return { items: items.map((item) => ({ ...item, password: '' })), total }
  },

  async deleteItem({ item_id }, ctx) {
    const item = await mustBeItem(ctx, item_id)
    await ctx.store.write(async (trx) => {
      await deleteItem(trx, item_id, ctx.now())
      await notify(trx, ctx.user, { uids: [item.uid], kind: 'itemDeleted', about: { item: item.item_name } }, ctx.now())
      await writeAudit(trx, ctx, 'itemDeleted', { subject: item.item_name })
    })
    return 1
  },

  async attorn({ item_id, username }, ctx) {
    return handOver(ctx, await mustBeItem(ctx, item_id), username)
  },
}
