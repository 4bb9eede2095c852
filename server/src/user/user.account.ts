import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { mustSolveCaptcha } from '../auth/captcha.ts'
import { hashPassword, mustBeGoodPassword } from '../auth/password.ts'
import { isSecure, openingOf, openSession, sessionCookie } from '../auth/session.ts'
import { countFailure, failuresOf, mustBeOwnPassword, mustKnowPassword, tooManyOf } from '../auth/throttle.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { networkOf } from '../http/limits/rate.ts'
import { mailSecurity, noticeSecurity } from '../notice/security.service.ts'
import { canMail } from '../runtime/mail.ts'
import { endGrants } from '../token/token.store.ts'
import { inBackground, mailLink, mailLinkNow, mailNewEmail, storeEmail } from './user.email.service.ts'
import { mustBeEmail } from './user.rules.ts'
import { byEmail, hasToken, type Purpose, replacePassword, rowOfUser, setName, setVerified, usersLike, useToken } from './user.store.ts'

const HOUR = 3600
/** The links with which a password is chosen. */
const choices: Purpose[] = ['reset', 'invited']

type AccountCalls = Pick<
  AllHandlers['user'],
  | 'updateInfo'
  | 'resetPassword'
  | 'updateEmail'
  | 'sendVerifyMail'
  | 'verifyEmail'
  | 'resetPasswordEmail'
  | 'resetPasswordByUrl'
  | 'allUser'
>

const MAILS_PER_HOUR = 3
const WRONG_TOKENS_PER_HOUR = 10

export const accountCalls: AccountCalls = {
  async updateInfo({ name }, ctx) {
    await setName(ctx.db, ctx.user.uid, name)
    return []
  },

  async resetPassword({ password, new_password, end_tokens }, ctx) {
    const { uid } = ctx.user
    await mustKnowPassword(ctx, password, 'wrongOldPassword')
    if (password === new_password) throw new Refusal('passwordSame')
    mustBeGoodPassword(new_password)
    const password_hash = await hashPassword(new_password)
    // All other sessions end with the old password; this one continues with a new token (S11).
    await ctx.store.write(async (trx) => {
      await replacePassword(trx, uid, password_hash, { kept: ctx.session_id, at: ctx.now() })
      if (end_tokens) await endGrants(trx, uid, 'all', uid, ctx.now())
      await writeAudit(trx, ctx, 'passwordChanged')
      await noticeSecurity(trx, uid, 'passwordChanged', {}, ctx.now())
    })
    const { token } = await openSession(ctx, uid, ctx.session_id, await openingOf(ctx, ctx.session_id))
    ctx.reply('set-cookie', sessionCookie(token, isSecure(ctx)))
    mailSecurity(ctx, { uid, kind: 'passwordChanged', about: {}, language: ctx.language })
    return []
  },

  async updateEmail({ email, password }, ctx) {
    const address = mustBeEmail(email)
    await mustBeOwnPassword(ctx, password)
    if (address === ctx.user.email && ctx.user.email_verify) return []
    await ctx.store.write((trx) => storeEmail(trx, ctx, ctx.user, address))
    mailNewEmail(ctx, ctx.user, address)
    return []
  },

  async sendVerifyMail(_input, ctx) {
    if (!canMail(ctx)) throw new Refusal('mailOff')
    if (!ctx.user.email) throw new Refusal('emailMissing')
    if ((await countFailure(ctx, `verify letter ${ctx.user.uid}`, HOUR)) > MAILS_PER_HOUR) throw new Refusal('tooMany', { seconds: '3600' })
    await mailLinkNow(ctx, 'verify', ctx.user)
    return []
  },

  async verifyEmail({ uid, email, token }, ctx) {
    const row = await rowOfUser(ctx.db, uid)
    if (!row || row.is_disabled || row.email !== email || !(await useToken(ctx.db, ['verify'], { uid, email, token }, ctx.now())))
      throw new Refusal('linkInvalid')
    await setVerified(ctx.db, uid, email)
    return []
  },

  async resetPasswordEmail({ email, v_code }, ctx) {
    await mustSolveCaptcha(ctx, ctx.session_id, v_code)
    const address = mustBeEmail(email)
    if (!canMail(ctx)) throw new Refusal('mailOff')
    inBackground(ctx, sendReset(ctx, address))
    return []
  },

  async resetPasswordByUrl({ new_password, uid, email, token }, ctx) {
    const counter = `reset ${networkOf(ctx.address)}`
    if ((await failuresOf(ctx, counter, HOUR)) >= WRONG_TOKENS_PER_HOUR * (ctx.config.NODE_ENV === 'test' ? 100 : 1))
      throw await tooManyOf(ctx.db, counter, ctx.now())
    mustBeGoodPassword(new_password)
    const refuse = async () => {
      await countFailure(ctx, counter, HOUR)
      throw new Refusal('linkInvalid')
    }
    if (!(await hasToken(ctx.db, choices, token, ctx.now()))) return refuse()
    const password_hash = await hashPassword(new_password)
    // Another request can have used or ended the link, or changed the address, while the password was hashed.
    const row = await ctx.store.write(async (trx) => {
      const row = await rowOfUser(trx, uid)
      if (!row || row.is_disabled || row.email !== email || !(await useToken(trx, choices, { uid, email, token }, ctx.now())))
        return undefined
      await replacePassword(trx, uid, password_hash, { kept: null, at: ctx.now() })
      // The link was read at this address.
      if (!row.email_verify) await setVerified(trx, uid, email)
      await writeAudit(trx, ctx, 'passwordReset', { by: row })
      await noticeSecurity(trx, uid, 'passwordChanged', {}, ctx.now())
      return row
    })
    if (!row) return refuse()
    // At an address that was not confirmed before, the person has read the link just now.
    if (row.email_verify) mailSecurity(ctx, { uid, kind: 'passwordChanged', about: {} })
    return []
  },

  allUser: ({ username }, ctx) => usersLike(ctx.db, username.trim()),
}

/** Sends at most three mails an hour to an account; the caller does not learn whether one was sent. */
async function sendReset(ctx: Ctx, address: string) {
  const found = await byEmail(ctx.db, address)
  if (!found || (await countFailure(ctx, `reset letter ${found.uid}`, HOUR)) > MAILS_PER_HOUR) return
  await mailLink(ctx, 'reset', found)
}
