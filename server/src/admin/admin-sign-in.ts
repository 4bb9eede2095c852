import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { relyingParty } from '../auth/relying-party.ts'
import {
  lockSignIn,
  passkeyFrom,
  SESSION_DAYS,
  SESSION_IDLE_DAYS,
  type SignInSettings,
  signInSettings,
  storeSignIn,
} from '../auth/sign-in-settings.ts'
import { mustBeConfirmed } from '../auth/throttle.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { writeInformed } from '../second-step/second-step.service.ts'
import { codesOf, methodsOf, removeMethods } from '../second-step/second-step.store.ts'
import { sessionsOf } from '../session/session.service.ts'
import { rowOfUser } from '../user/user.store.ts'
import { countReady, endAllTrust } from './admin.store.ts'

/** Allowed range of each setting: [minimum, maximum]. */
const ranges = {
  mfa_require: [0, 2],
  mfa_grace_days: [0, 90],
  mfa_outside: [0, 1],
  mfa_passkey_only: [0, 1],
  trust_days: [0, 90],
  session_idle_days: [1, SESSION_IDLE_DAYS],
  session_days: [1, SESSION_DAYS],
  provider_logout: [0, 1],
} as const
type Given = { [K in keyof typeof ranges]?: number | undefined }

function mustBeInRange(given: Given) {
  for (const [name, [from, to]] of Object.entries(ranges)) {
    const value = given[name as keyof Given]
    if (value !== undefined && (value < from || value > to)) throw new Refusal('badInput', { field: name })
  }
}

const DAY = 86_400

/** The settings after a save. A group of whom it is required already keeps its date when others are added. */
function changed(previous: SignInSettings, given: Given, now: number): SignInSettings {
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const next: SignInSettings = { ...previous, ...sent }
  return {
    ...next,
    admins_since: next.mfa_require >= 1 ? previous.admins_since || now : 0,
    people_since: next.mfa_require === 2 ? previous.people_since || now : 0,
    passkey_since: next.mfa_require >= 1 && next.mfa_passkey_only === 1 ? previous.passkey_since || now : 0,
  }
}

async function shown(ctx: Ctx<'admin'>, settings: SignInSettings) {
  const { admins_since, people_since, passkey_since: _p, ...plain } = settings
  const required_since = settings.mfa_require === 2 ? people_since : admins_since
  const [counts, me] = await Promise.all([countReady(ctx.db, settings.mfa_outside === 1), rowOfUser(ctx.db, ctx.user.uid)])
  return {
    ...plain,
    required_since,
    required_from: required_since && required_since + settings.mfa_grace_days * DAY,
    ...counts,
    is_ready: me?.has_second_step === 1,
    has_own_passkey: me?.has_passkey === 1,
    passkey_from: passkeyFrom({ groupid: 1 }, settings, ctx),
    has_passkey_address: relyingParty(ctx.config) !== undefined,
  }
}

export const signInSettingCalls: Pick<AllHandlers['adminSetting'], 'loadSignIn' | 'saveSignIn'> = {
  loadSignIn: async (_input, ctx) => shown(ctx, await signInSettings(ctx)),

  async saveSignIn(given, ctx) {
    mustBeInRange(given)
    await mustBeConfirmed(ctx)
    const settings = await ctx.store.write(async (trx) => {
      const previous = await lockSignIn(trx)
      const next = changed(previous, given, ctx.now())
      // With a method of their own, the administrator who requires it can sign in after the date.
      const me = await rowOfUser(trx, ctx.user.uid)
      if (next.mfa_require > 0 && !me?.has_second_step) throw new Refusal('enrolFirst')
      if (next.passkey_since > 0 && !relyingParty(ctx.config)) throw new Refusal('passkeyAddress')
      if (next.passkey_since > 0 && !me?.has_passkey) throw new Refusal('passkeyFirst')
      await storeSignIn(trx, next)
      if (next.trust_days === 0) await endAllTrust(trx)
      const names = (Object.keys(ranges) as (keyof typeof ranges)[]).filter((name) => previous[name] !== next[name])
      if (names.length) await writeAudit(trx, ctx, 'settingsChanged', { subject: names.join(', ') })
      return next
    })
    return shown(ctx, settings)
  },
}

async function mustBeUser(ctx: Ctx, uid: number) {
  const row = await rowOfUser(ctx.db, uid)
  if (!row) throw new Refusal('notFound')
  return row
}

export const personCalls: Pick<AllHandlers['adminUser'], 'sessions' | 'endSecondStep'> = {
  async sessions({ uid }, ctx) {
    await mustBeUser(ctx, uid)
    const [sessions, codes, { app, passkeys }] = await Promise.all([sessionsOf(ctx, uid), codesOf(ctx.db, uid), methodsOf(ctx.db, uid)])
    const methods = [...(passkeys ? (['passkey'] as const) : []), ...(app ? (['totp'] as const) : [])]
    return { sessions, methods, codes_left: codes.left }
  },

  async endSecondStep({ uid }, ctx) {
    const { username } = await mustBeUser(ctx, uid)
    // The own one ends in the security settings, which keep the last method while it is required.
    if (uid === ctx.user.uid) throw new Refusal('ownAccount')
    await mustBeConfirmed(ctx)
    await writeInformed(ctx, async (trx, inform) => {
      if (!(await removeMethods(trx, uid))) return
      await writeAudit(trx, ctx, 'secondStepRemoved', { subject: username })
      await inform(uid, 'secondStepTaken', {}, ctx.user)
    })
    return []
  },
}
