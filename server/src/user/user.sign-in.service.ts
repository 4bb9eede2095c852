import { Refusal, type SESSION_WAYS } from '@sheaf/contract'
import type { Selectable } from 'kysely'
import { writeAudit } from '../auth/audit.ts'
import { isSecure, type OpenedBy, openedBy, openSession, sessionCookie } from '../auth/session.ts'
import { isOutside, mustEnrol, needsPasskey, type SignInSettings, signInSettings } from '../auth/sign-in-settings.ts'
import { countTry } from '../auth/throttle.ts'
import { agentText } from '../auth/user-agent.ts'
import type { Ctx, User } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import { mailSecurity, noticeSecurity } from '../notice/security.service.ts'
import { knownDevice, noteDevice } from '../second-step/device.service.ts'
import { beginPending, isPasskeyOnly } from '../second-step/pending.service.ts'
import { mustBeCode } from '../second-step/second-step.service.ts'
import { movePendingIdentity } from './outside/identity.store.ts'
import { noteLogin } from './user.store.ts'

export type AccountRow = Selectable<Schema['user']>
export type Way = (typeof SESSION_WAYS)[number]

export const account = ({ uid, username, name, email, email_verify, groupid, avatar }: User) => ({
  uid,
  username,
  name,
  email,
  email_verify,
  groupid,
  avatar,
  avatar_small: avatar,
})

/** Opens a session. A browser receives only the token for its unload beacon, any other client the session token (W10). */
export async function logIn(ctx: Ctx, user: AccountRow, way: Way, trusts = false, opened?: OpenedBy) {
  const settings = await signInSettings(ctx)
  const { device_hash, isNew } = await noteDevice(ctx, user.uid, trusts && !needsPasskey(user, settings, ctx) ? settings.trust_days : 0)
  const opening = {
    user_agent: ctx.headers['user-agent'],
    way,
    address: ctx.address,
    device_hash,
    ...(way === 'provider' && opened && openedBy(opened)),
  }
  const { token, beacon } = await openSession(ctx, user.uid, ctx.session_id, opening)
  ctx.reply('set-cookie', sessionCookie(token, isSecure(ctx)))
  if (isNew) await informOfBrowser(ctx, user)
  return {
    ...account(user),
    user_token: ctx.headers['sec-fetch-site'] === undefined ? token : beacon,
    must_enrol: mustEnrol(user, way, settings, ctx) ? 1 : 0,
  }
}

/** Notices about new browsers in a day, so that a script with changing addresses fills no list and no mailbox. */
const BROWSERS_PER_DAY = 10

async function informOfBrowser(ctx: Ctx, { uid }: User) {
  const about = { agent: agentText(ctx.headers['user-agent'] ?? ''), address: ctx.address, at: ctx.now() }
  const isNoted = await ctx.store.write(async (trx) => {
    if ((await countTry(trx, `new browser ${uid}`, ctx.now())) > BROWSERS_PER_DAY) return false
    await noticeSecurity(trx, uid, 'newBrowser', about, ctx.now())
    return true
  })
  if (isNoted) mailSecurity(ctx, { uid, kind: 'newBrowser', about })
}

interface FirstStep {
  way: Way
  /** A code that the client sends with the password. */
  otp?: string
  /** The provider of an external sign-in, for the log. */
  provider?: string
  opened?: OpenedBy
  /** Links the external identity of the session, once no step is missing. */
  link?: () => Promise<void>
}

/**
 * Signs in after a first step that was right. An account with a second step also needs a code or a trusted device; without them the
 * sign-in waits in a session of its own and throws `secondStepNeeded` (W47).
 */
export async function signIn(ctx: Ctx, user: AccountRow, { way, otp = '', provider = '', opened, link }: FirstStep) {
  const settings = await signInSettings(ctx)
  const isNeeded = user.has_second_step === 1 && (!isOutside(way) || settings.mfa_outside === 1)
  const step = isNeeded ? await secondStepOf(ctx, user, otp, settings) : undefined
  if (isNeeded && step === undefined) {
    const { session_id, needed } = await beginPending(ctx, { ...user, way, provider, opened, links: link !== undefined })
    if (link && ctx.session_id !== null) await movePendingIdentity(ctx.db, ctx.session_id, session_id)
    throw new Refusal('secondStepNeeded', {}, needed)
  }
  await link?.()
  return enterAs(ctx, user, { way: step && !isOutside(way) ? step : way, provider, ...(opened && { opened }) })
}

async function secondStepOf(ctx: Ctx, user: AccountRow, otp: string, settings: SignInSettings): Promise<Way | undefined> {
  // Trust in a device is no passkey (S164).
  if (!needsPasskey(user, settings, ctx) && (await knownDevice(ctx, user.uid, settings))?.isTrusted) return 'trusted'
  return otp === '' ? undefined : mustBeCode(ctx, user.uid, otp, await isPasskeyOnly(ctx, user))
}

interface Entering {
  way: Way
  provider: string
  trusts?: boolean
  opened?: OpenedBy
}

/** Records the login and opens the session. */
export async function enterAs(ctx: Ctx, user: AccountRow, { way, provider, trusts, opened }: Entering) {
  await ctx.store.write(async (trx) => {
    await noteLogin(trx, user.uid, ctx.now())
    await writeAudit(trx, ctx, provider ? 'externalLogin' : 'login', { by: user, ...(provider && { detail: provider }) })
  })
  return logIn(ctx, user, way, trusts, opened)
}
