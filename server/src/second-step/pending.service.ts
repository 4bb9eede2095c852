import { Refusal, type SecondStepNeeded } from '@sheaf/contract'
import { sameSecret, sha256 } from '../auth/secrets.ts'
import { isSecure, openSession, sessionCookie } from '../auth/session.ts'
import { signInSettings } from '../auth/sign-in-settings.ts'
import type { Ctx } from '../context.ts'
import { mustBeCode } from './second-step.service.ts'

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
  password_hash: string
  way: string
  provider?: string
  /** The external identity of the session is linked to the account when the second step succeeds. */
  links?: boolean
}

/** Opens a session in which the second step is awaited. Returns its id and what the refusal says. */
export async function beginPending(ctx: Ctx, { uid, password_hash, way, provider = '', links = false }: Beginning) {
  const { session_id, token } = await openSession(ctx, null, ctx.session_id, { user_agent: ctx.headers['user-agent'] })
  const until = ctx.now() + PENDING_SECONDS
  await ctx.db
    .insertInto('pending_step')
    .values({ session_id, uid, way, provider, links: links ? 1 : 0, stamp: stampOf(password_hash), until })
    .execute()
  ctx.reply('set-cookie', sessionCookie(token, isSecure(ctx)))
  const { trust_days } = await signInSettings(ctx)
  const needed: Record<keyof SecondStepNeeded, unknown> = {
    methods: ['totp', 'recovery'],
    until: String(until),
    trust_days: String(trust_days),
  }
  return { session_id, needed }
}

const end = (ctx: Ctx, session_id: number) => ctx.db.deleteFrom('pending_step').where('session_id', '=', session_id).execute()

/** Checks the code of the sign-in that this session awaits. Returns the account and how it signed in; it succeeds once. */
export async function finishPending(ctx: Ctx, code: string) {
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
  const step = await mustBeCode(ctx, user.uid, code).catch(async (error: unknown) => {
    if (!(error instanceof Refusal) || error.error !== 'secondStepWrong' || pending.tries < TRIES_MAX) throw error
    await end(ctx, session_id)
    throw new Refusal('secondStepOver')
  })
  const ended = await ctx.db.deleteFrom('pending_step').where('session_id', '=', session_id).returning('uid').executeTakeFirst()
  if (!ended) throw new Refusal('secondStepOver')
  return { user, step, pending }
}
