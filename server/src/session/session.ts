import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { endWhere, isSecure, sessionCookie } from '../auth/session.ts'
import { endSessionsOf } from '../auth/session-end.ts'
import { endTrust } from '../auth/trust.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { sessionsOf } from './session.service.ts'
import { ownSession } from './session.store.ts'

/** A session of the caller; the one of another person is refused like one that does not exist. */
async function mustBeOwn(ctx: Ctx<'user'>, session_id: number) {
  const row = await ownSession(ctx.db, ctx.user.uid, session_id)
  if (!row) throw new Refusal('notFound')
  return row
}

export const session: AllHandlers['session'] = {
  getList: (_input, ctx) => sessionsOf(ctx, ctx.user.uid),

  async end({ session_id }, ctx) {
    const { device_hash } = await mustBeOwn(ctx, session_id)
    await ctx.store.write(async (trx) => {
      await endWhere(trx, session_id)
      await endTrust(trx, ctx.user.uid, device_hash)
      await writeAudit(trx, ctx, 'sessionEnded')
    })
    if (session_id === ctx.session_id) ctx.reply('set-cookie', sessionCookie('', isSecure(ctx)))
    return []
  },

  async endOthers(_input, ctx) {
    const ended = await ctx.store.write(async (trx) => {
      const ended = await endSessionsOf(trx, ctx.user.uid, ctx.session_id)
      if (ended > 0) await writeAudit(trx, ctx, 'sessionsEnded', { subject: ctx.user.username })
      return ended
    })
    return { ended }
  },

  async forgetDevice({ session_id }, ctx) {
    const { device_hash } = await mustBeOwn(ctx, session_id)
    await endTrust(ctx.db, ctx.user.uid, device_hash)
    return []
  },
}
