import { Refusal, type SESSION_WAYS } from '@sheaf/contract'
import { isOutside } from '../auth/sign-in-settings.ts'
import { CONFIRMED_SECONDS, mustKnowPassword } from '../auth/throttle.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { ownState } from '../second-step/own-state.service.ts'
import { mustBePasskey } from '../second-step/passkey/ceremony.service.ts'
import { finishPending } from '../second-step/pending.service.ts'
import { mustBeCode } from '../second-step/second-step.service.ts'
import { pendingIdentityOf } from './outside/identity.store.ts'
import { linkPending } from './outside/link.service.ts'
import { mustKnowDirectoryPassword } from './user.enter.service.ts'
import { type AccountRow, enterAs, type Way } from './user.sign-in.service.ts'

/** Links the external identity that this session awaited, now that both steps have succeeded. */
async function linkAwaited(ctx: Ctx, user: AccountRow, session_id: number) {
  const who = await pendingIdentityOf(ctx.db, session_id, ctx.now())
  if (!who) throw new Refusal('outsideNobody')
  await linkPending(ctx, user, who)
}

export const stepCalls: Pick<AllHandlers['user'], 'secondStep' | 'confirm'> = {
  async secondStep({ code, passkey, trust }, ctx) {
    const { user, step, pending } = await finishPending(ctx, { code, passkey })
    if (pending.links) await linkAwaited(ctx, user, pending.session_id)
    const way = isOutside(pending.way) ? (pending.way as (typeof SESSION_WAYS)[number]) : (step satisfies Way)
    return enterAs(ctx, user, { way, provider: pending.provider, trusts: trust, opened: pending })
  },

  async confirm({ password, code, passkey }, ctx) {
    const { session_id } = ctx
    if (session_id === null) throw new Refusal('sessionOnly')
    const { has_password, has_second_step, isFresh } = await ownState(ctx)
    if (passkey) await mustBePasskey(ctx, passkey, { purpose: 'confirm', uid: ctx.user.uid, isVerified: false })
    else if (password !== '') await (has_password ? mustKnowPassword(ctx, password) : mustKnowDirectoryPassword(ctx, password))
    else if (code !== '' && !has_second_step) throw new Refusal('secondStepWrong')
    else if (code !== '') await mustBeCode(ctx, ctx.user.uid, code)
    else if (!isFresh) throw new Refusal('confirmNeeded')
    const until = ctx.now() + CONFIRMED_SECONDS
    await ctx.db.updateTable('session').set({ confirmed_until: until }).where('session_id', '=', session_id).execute()
    return { until }
  },
}
