import type { ItemHead } from '../access/access.store.ts'
import { note } from '../lib/audit.ts'
import type { Ctx } from '../lib/context.ts'
import { tell } from '../notice/notice.store.ts'
import { mustKnow } from '../user/user.names.store.ts'
import { lockUsers } from '../user/user.store.ts'
import { giveItem } from './item.life.store.ts'
import { rowOf } from './item.row.ts'

/** The item belongs to somebody else from now on; both hear of it. Who may hand it over is for the caller to know. */
export async function handOver(ctx: Ctx<'user' | 'admin'>, item: ItemHead, username: string) {
  const next = await mustKnow(ctx.db, username)
  if (next.uid !== item.uid)
    await ctx.store.write(async (trx) => {
      // Whoever gets it is not being deleted at this moment.
      await lockUsers(ctx.store, trx)
      await mustKnow(trx, username)
      await giveItem(trx, item.item_id, next.uid, ctx.now())
      const about = { item: item.item_name }
      await tell(trx, ctx.user, { uids: [next.uid], kind: 'itemGiven', about, item_id: item.item_id }, ctx.now())
      await tell(trx, ctx.user, { uids: [item.uid], kind: 'itemTaken', about }, ctx.now())
      await note(trx, ctx, 'itemTransferred', { subject: item.item_name, detail: next.username })
    })
  return rowOf({ ...item, uid: next.uid }, ctx)
}
