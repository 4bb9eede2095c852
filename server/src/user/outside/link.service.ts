import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../../auth/audit.ts'
import type { Ctx } from '../../context.ts'
import { readStoredGroups } from '../../group/group.rules.ts'
import { applyGroups } from '../../group/group.service.ts'
import { deletePendingIdentity, link, type pendingIdentityOf } from './identity.store.ts'

/** Links the external identity that waits in a session to an account, once every step of the sign-in was right. */
export async function linkPending(
  ctx: Ctx,
  user: { uid: number; username: string },
  who: NonNullable<Awaited<ReturnType<typeof pendingIdentityOf>>>,
) {
  await ctx.store.write(async (trx) => {
    if (!(await link(trx, user.uid, who, ctx.now()))) throw new Refusal('outsideLinked')
    await deletePendingIdentity(trx, who.session_id)
    await writeAudit(trx, ctx, 'linked', { by: user, subject: user.username, detail: who.provider })
  })
  await applyGroups(ctx, user, { ...who, ...readStoredGroups(who.said) })
}
