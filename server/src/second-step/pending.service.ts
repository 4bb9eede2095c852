import { type Assertion, Refusal, type SecondStepNeeded } from '@sheaf/contract'
import { sameSecret, sha256 } from '../auth/secrets.ts'
import { isSecure, type OpenedBy, openedBy, openSession, sessionCookie } from '../auth/session.ts'
import { needsPasskey, signInSettings } from '../auth/sign-in-settings.ts'
import type { Ctx } from '../context.ts'
import { mustBePasskey } from './passkey/ceremony.service.ts'
import { mustBeCode } from './second-step.service.ts'
import { codesOf, methodsOf } from './second-step.store.ts'

interface Account {
  uid: number
  groupid: number
  has_passkey: number
}

/** Whether codes of an app are refused: of an administrator who has the passkey that the site requires. */
export const isPasskeyOnly = async (ctx: Ctx, user: Account) => user.has_passkey === 1 && needsPasskey(user, await signInSettings(ctx), ctx)

/** The methods that the second step of a sign-in accepts from this account now. */
async function acceptedMethods(ctx: Ctx, user: Account) {
  const [isOnly, methods, codes] = await Promise.all([isPasskeyOnly(ctx, user), methodsOf(ctx.db, user.uid), codesOf(ctx.db, user.uid)])
  return [
    ...(methods.passkeys > 0 ? (['passkey'] as const) : []),
    ...(methods.app && !isOnly ? (['totp'] as const) : []),
    ...(codes.left > 0 ? (['recovery'] as const) : []),
  ]
}

/*
 * Between the two steps a sign-in is a row about a session without a user: every other call answers as to a visitor (S156). The session
 * is a new one, and the second step opens another.
 */
const PENDING_SECONDS = 600
const TRIES_MAX = 5

/** A new password ends a sign-in that began with the previous one. */
const stampOf = (password_hash: string) => sha256(`pending ${password_hash}`)

interface Beginning {
  uid: number
  groupid: number
  has_passkey: number
  password_hash: string
  way: string
  provider?: string
  /** The external identity of the session is linked to the account when the second step succeeds. */
  links?: boolean
  opened?: OpenedBy | undefined
}

/** Opens a session in which the second step is awaited. Returns its id and the content of the refusal. */
export async function beginPending(ctx: Ctx, { password_hash, way, provider = '', links = false, opened, ...user }: Beginning) {
  const { uid } = user
  const { session_id, token } = await openSession(ctx, null, ctx.session_id, { user_agent: ctx.headers['user-agent'] })
  const until = ctx.now() + PENDING_SECONDS
  await ctx.db
    .insertInto('pending_step')
    .values({ session_id, uid, way, provider, links: links ? 1 : 0, stamp: stampOf(password_hash), until, ...(opened && openedBy(opened)) })
    .execute()
  ctx.reply('set-cookie', sessionCookie(token, isSecure(ctx)))
  const settings = await signInSettings(ctx)
  const needed: Record<keyof SecondStepNeeded, unknown> = {
    methods: await acceptedMethods(ctx, user),
    until: String(until),
    trust_days: String(needsPasskey(user, settings, ctx) ? 0 : settings.trust_days),
  }
  return { session_id, needed }
}

const end = (ctx: Ctx, session_id: number) => ctx.db.deleteFrom('pending_step').where('session_id', '=', session_id).execute()

/** The person whose second step this session awaits, without counting a try. */
export const pendingOf = ({ db, session_id, now }: Ctx) =>
  db
    .selectFrom('pending_step')
    .select(['session_id', 'uid'])
    .where('session_id', '=', session_id)
    .where('until', '>', now())
    .executeTakeFirst()

interface Given {
  code: string
  passkey: Assertion | undefined
}

/** Answers that count as a wrong code. */
const wrong = ['secondStepWrong', 'passkeyWrong', 'passkeyUnknown', 'passkeyCopied']

/** Checks the code or the passkey of the sign-in that this session awaits. Returns the account and how it signed in; it succeeds once. */
export async function finishPending(ctx: Ctx, { code, passkey }: Given) {
  const { session_id } = ctx
  if (session_id === null) throw new Refusal('secondStepOver')
  const pending = await ctx.db
    .updateTable('pending_step')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('session_id', '=', session_id)
    .where('until', '>', ctx.now())
    .where('tries', '<', TRIES_MAX)
    .returningAll()
    .executeTakeFirst()
  if (!pending) throw new Refusal('secondStepOver')
  const user = await ctx.db.selectFrom('user').selectAll().where('uid', '=', pending.uid).executeTakeFirst()
  if (!user || user.is_disabled || !user.has_second_step || !sameSecret(stampOf(user.password_hash), pending.stamp)) {
    await end(ctx, session_id)
    throw new Refusal('secondStepOver')
  }
  const check = async () => {
    if (!passkey) return mustBeCode(ctx, user.uid, code, await isPasskeyOnly(ctx, user))
    await mustBePasskey(ctx, passkey, { purpose: 'step', uid: user.uid, isVerified: false })
    return 'passkey' as const
  }
  const step = await check().catch(async (error: unknown) => {
    if (!(error instanceof Refusal) || !wrong.includes(error.error) || pending.tries < TRIES_MAX) throw error
    await end(ctx, session_id)
    throw new Refusal('secondStepOver')
  })
  const ended = await ctx.db.deleteFrom('pending_step').where('session_id', '=', session_id).returning('uid').executeTakeFirst()
  if (!ended) throw new Refusal('secondStepOver')
  return { user, step, pending }
}
