import type { ItemHead } from '../access/access.store.ts'
import { writeAudit } from '../auth/audit.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { notify } from '../notice/notice.store.ts'
import { removeBinding, teamsOfItem } from '../team/team-item.store.ts'
import { mustKnow } from '../user/user.names.store.ts'
import { lockUsers } from '../user/user.store.ts'
import { giveItem } from './item.life.store.ts'
import { rowOf } from './item.row.ts'

/** The item belongs to somebody else from now on; both hear of it. Who may hand it over is for the caller to know. */
export async function handOver(ctx: Ctx<'user' | 'admin'>, item: ItemHead, username: string, unbind = false) {
  const next = await mustKnow(ctx.db, username)
  if (next.uid !== item.uid)
    await ctx.store.write(async (trx) => {
      // Whoever gets it is not being deleted at this moment.
      await lockUsers(ctx.store, trx)
      await mustKnow(trx, username)
      await giveItem(trx, item.item_id, next.uid, ctx.now())
      if (unbind) await unbindTeams(trx, ctx, item, next.uid)
      const about = { item: item.item_name }
      await notify(trx, ctx.user, { uids: [next.uid], kind: 'itemGiven', about, item_id: item.item_id }, ctx.now())
      await notify(trx, ctx.user, { uids: [item.uid], kind: 'itemTaken', about }, ctx.now())
      await writeAudit(trx, ctx, 'itemTransferred', { subject: item.item_name, detail: next.username })
    })
  return rowOf({ ...item, uid: next.uid }, ctx)
}

/** Teams keep what they may, and whoever owns one can add themselves to it; those of the new owner stay. */
async function unbindTeams(trx: Db, ctx: Ctx<'user' | 'admin'>, { item_id, item_name }: ItemHead, owner: number) {
  for (const { id, team_id, team_name, uid } of await teamsOfItem(trx, item_id)) {
    if (uid === owner) continue
    await removeBinding(trx, { id, team_id, item_id })
    await writeAudit(trx, ctx, 'teamUnbound', { subject: item_name, detail: team_name })
  }
}
