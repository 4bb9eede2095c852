import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { mustSolveCaptcha } from '../auth/captcha.ts'
import { mustBeOwnPassword } from '../auth/own-password.ts'
import { hashPassword, mustBeGoodPassword } from '../auth/password.ts'
import { isSecure, openSession, sessionCookie } from '../auth/session.ts'
import { countFailure, failuresOf } from '../auth/throttle.ts'
import type { Ctx, Rooms } from '../context.ts'
import { orTaken } from '../db/dialect.ts'
import { canMail } from '../runtime/mail.ts'
import { byEmail, replacePassword, rowOfUser, setEmail, setName, setVerified } from './account.store.ts'
import { killTokens, makeToken, useToken } from './token.store.ts'
import { sendLetter } from './user.mail.ts'
import { usersLike } from './user.names.store.ts'
import { mustBeEmail } from './user.rules.ts'

type AccountCalls = Pick<
  Rooms['user'],
  | 'updateInfo'
  | 'resetPassword'
  | 'updateEmail'
  | 'sendVerifyMail'
  | 'verifyEmail'
  | 'resetPasswordEmail'
  | 'resetPasswordByUrl'
  | 'allUser'
>

const HOUR = 3600
const DAY = 86_400
const LETTERS_PER_HOUR = 3
const WRONG_TOKENS_PER_HOUR = 10

async function sendVerify(ctx: Ctx<'user'>, email: string) {
  const { uid, username } = ctx.user
  const token = await makeToken(ctx.db, 'verify', uid, email, ctx.now() + DAY)
  await sendLetter(ctx, 'verify', { email, username }, `/user/verifyEmail?${new URLSearchParams({ uid: String(uid), email, token })}`)
}

/** Mail goes out after the answer, so that its time does not tell whether the address is known (S09, S13). */
const later = (ctx: Ctx, work: Promise<unknown>) =>
  void work.catch((error: Error) => ctx.log.error({ err: error.message }, 'mail was not sent'))

export const accountCalls: AccountCalls = {
  async updateInfo({ name }, ctx) {
    await setName(ctx.db, ctx.user.uid, name)
    return []
  },

  async resetPassword({ password, new_password }, ctx) {
    const { uid } = ctx.user
    await mustBeOwnPassword(ctx, password, 'wrongOldPassword')
    if (password === new_password) throw new Refusal('passwordSame')
    mustBeGoodPassword(new_password)
    const password_hash = await hashPassword(new_password)
    // Every other session ends with the old password, and this one goes on under a new value (S11).
    await ctx.store.write(async (trx) => {
      await replacePassword(trx, uid, password_hash, ctx.session_id)
      await writeAudit(trx, ctx, 'passwordChanged')
    })
    const { token } = await openSession(ctx, uid, ctx.session_id, ctx.headers['user-agent'])
    ctx.reply('set-cookie', sessionCookie(token, isSecure(ctx)))
    return []
  },

  async updateEmail({ email, password }, ctx) {
    const address = mustBeEmail(email)
    await mustBeOwnPassword(ctx, password)
    const taken = new Refusal('emailTaken')
    if (!(await orTaken(setEmail(ctx.db, ctx.user.uid, address), taken))) throw taken
    await killTokens(ctx.db, ctx.user.uid)
    if (canMail(ctx)) later(ctx, sendVerify(ctx, address))
    return []
  },

  async sendVerifyMail(_input, ctx) {
    if (!canMail(ctx)) throw new Refusal('mailOff')
    if (!ctx.user.email) throw new Refusal('emailMissing')
    if ((await countFailure(ctx, `verify letter ${ctx.user.uid}`, HOUR)) > LETTERS_PER_HOUR)
      throw new Refusal('tooMany', { seconds: '3600' })
    await sendVerify(ctx, ctx.user.email).catch((error: Error) => {
      ctx.log.error({ err: error.message }, 'mail was not sent')
      throw new Refusal('mailFailed')
    })
    return []
  },

  async verifyEmail({ uid, email, token }, ctx) {
    const row = await rowOfUser(ctx.db, uid)
    if (!row || row.is_disabled || row.email !== email || !(await useToken(ctx.db, 'verify', { uid, email, token }, ctx.now())))
      throw new Refusal('linkInvalid')
    await setVerified(ctx.db, uid)
    return []
  },

  async resetPasswordEmail({ email, v_code }, ctx) {
    await mustSolveCaptcha(ctx, ctx.session_id, v_code)
    const address = mustBeEmail(email)
    if (!canMail(ctx)) throw new Refusal('mailOff')
    later(ctx, sendReset(ctx, address))
    return []
  },

  async resetPasswordByUrl({ new_password, uid, email, token }, ctx) {
    const counter = `reset ${ctx.address}`
    if ((await failuresOf(ctx, counter, HOUR)) >= WRONG_TOKENS_PER_HOUR * (ctx.config.NODE_ENV === 'test' ? 100 : 1))
      throw new Refusal('tooMany', { seconds: '3600' })
    mustBeGoodPassword(new_password)
    const row = await rowOfUser(ctx.db, uid)
    if (!row || row.is_disabled || row.email !== email || !(await useToken(ctx.db, 'reset', { uid, email, token }, ctx.now()))) {
      await countFailure(ctx, counter, HOUR)
      throw new Refusal('linkInvalid')
    }
    const password_hash = await hashPassword(new_password)
    await ctx.store.write(async (trx) => {
      await replacePassword(trx, uid, password_hash, null)
      await writeAudit(trx, ctx, 'passwordReset', { by: row })
    })
    return []
  },

  allUser: ({ username }, ctx) => usersLike(ctx.db, username.trim()),
}

/** At most three letters an hour for an account; whoever asked learns nothing of it. */
async function sendReset(ctx: Ctx, address: string) {
  const found = await byEmail(ctx.db, address)
  if (!found || (await countFailure(ctx, `reset letter ${found.uid}`, HOUR)) > LETTERS_PER_HOUR) return
  const token = await makeToken(ctx.db, 'reset', found.uid, found.email, ctx.now() + HOUR)
  const query = new URLSearchParams({ uid: String(found.uid), email: found.email, token })
  await sendLetter(ctx, 'reset', found, `/user/ResetPasswordByUrl?${query}`)
}
