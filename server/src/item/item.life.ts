import { Refusal } from '@sheaf/contract'
import { headOf } from '../access/access.store.ts'
import { mustManage, mustManageOpen } from '../access/access.ts'
import { writeAudit } from '../auth/audit.ts'
import { mustBeOwnPassword } from '../auth/own-password.ts'
import { randomHex } from '../auth/secrets.ts'
import type { Rooms } from '../context.ts'
import { leadersOn, removeFromItem } from '../member/member.store.ts'
import { notify } from '../notice/notice.store.ts'
import { handOver } from './item.hand-over.service.ts'
import { archiveItem, deleteItem, keyOfItem, makeKey, removeKey } from './item.life.store.ts'
import { setItemOrder } from './item-group.store.ts'

type Life = Pick<Rooms['item'], 'sort' | 'exitItem' | 'delete' | 'archive' | 'attorn' | 'getKey' | 'resetKey'>

/** What happens to an item between its making and its end. Deleting, archiving and handing over need the acting user's own password. */
export const life: Life = {
  async sort({ data, item_group_id }, ctx) {
    await setItemOrder(ctx.db, ctx.user.uid, item_group_id, JSON.stringify(data))
    return []
  },

  async exitItem({ item_id }, ctx) {
    const item = await headOf(ctx, item_id)
    if (!item) throw new Refusal('nothingToLeave')
    await ctx.store.db.transaction().execute(async (trx) => {
      const leaders = await leadersOn(trx, item_id, ctx.user.uid)
      if ((await removeFromItem(trx, item_id, ctx.user.uid)) === 0) throw new Refusal('nothingToLeave')
      await notify(trx, ctx.user, { uids: [item.uid, ...leaders], kind: 'memberLeft', about: { item: item.item_name }, item_id }, ctx.now())
      await writeAudit(trx, ctx, 'memberLeft', { subject: item.item_name })
    })
    return []
  },

  async delete({ item_id, password }, ctx) {
    const { item } = await mustManage(ctx, item_id)
    await mustBeOwnPassword(ctx, password)
    await ctx.store.write(async (trx) => {
      await deleteItem(trx, item_id, ctx.now())
      await writeAudit(trx, ctx, 'itemDeleted', { subject: item.item_name })
    })
    return 1
  },

  async archive({ item_id, password }, ctx) {
    const { item } = await mustManage(ctx, item_id)
    await mustBeOwnPassword(ctx, password)
    await ctx.store.write(async (trx) => {
      await archiveItem(trx, item_id, ctx.now())
      await writeAudit(trx, ctx, 'itemArchived', { subject: item.item_name })
    })
    return 1
  },

  async attorn({ item_id, username, password, unbind }, ctx) {
    const { item } = await mustManage(ctx, item_id)
    await mustBeOwnPassword(ctx, password)
    return handOver(ctx, item, username, unbind)
  },

  async getKey({ item_id }, ctx) {
    await mustManage(ctx, item_id)
    return (await keyOfItem(ctx.db, item_id)) ?? makeKey(ctx.db, item_id, randomHex(16), randomHex(16), ctx.now())
  },

  async resetKey({ item_id }, ctx) {
    const { item } = await mustManageOpen(ctx, item_id)
    return ctx.store.db.transaction().execute(async (trx) => {
      await removeKey(trx, item_id)
      await writeAudit(trx, ctx, 'keyReset', { subject: item.item_name })
      return makeKey(trx, item_id, randomHex(16), randomHex(16), ctx.now())
    })
  },
}
