import { Refusal } from '@sheaf/contract'
import { type InLanguages, inLanguage } from '@sheaf/contract/languages'
import { writeAudit } from '../auth/audit.ts'
import { mustSolveCaptcha } from '../auth/captcha.ts'
import { hashPassword, mustBeGoodPassword } from '../auth/password.ts'
import { isSecure, openingOf, openSession, sessionCookie } from '../auth/session.ts'
import { countFailure, failuresOf, mustBeOwnPassword, mustKnowPassword, tooManyOf } from '../auth/throttle.ts'
import type { AllHandlers, Ctx, User } from '../context.ts'
import { orTaken } from '../db/dialect.ts'
import { networkOf } from '../http/limits/rate.ts'
import { mailSecurity, noticeSecurity } from '../notice/security.service.ts'
import { canMail, mailProblem, sendMail, sendMailPatiently } from '../runtime/mail.ts'
import { endGrants } from '../token/token.store.ts'
import { mustBeEmail } from './user.rules.ts'
import {
  byEmail,
  deleteTokens,
  hasToken,
  makeToken,
  replacePassword,
  rowOfUser,
  setEmail,
  setName,
  setVerified,
  usersLike,
  useToken,
} from './user.store.ts'

interface MailFields {
  username: string
  link: string
}

const mails: Record<'verify' | 'reset', InLanguages<{ subject: string; text: (fields: MailFields) => string }>> = {
  verify: {
    en: {
      subject: 'Confirm your e-mail address',
      text: ({ username, link }) =>
        `Hello ${username},\n\nOpen this link to confirm that this address is yours:\n\n${link}\n\nThe link works for one day. If you did not ask for it, ignore this mail.\n`,
    },
    zh: {
      subject: '请验证您的邮箱',
      text: ({ username, link }) =>
        `${username}，您好：\n\n请打开以下链接，确认这是您的邮箱：\n\n${link}\n\n链接在一天内有效。如非本人操作，请忽略此邮件。\n`,
    },
  },
  reset: {
    en: {
      subject: 'Choose a new password',
      text: ({ username, link }) =>
        `Hello ${username},\n\nYou can choose a new password here:\n\n${link}\n\nThe link works once, within one hour. If you did not ask for it, ignore this mail: your password stays as it is.\n`,
    },
    zh: {
      subject: '重置密码',
      text: ({ username, link }) =>
        `${username}，您好：\n\n请打开以下链接设置新密码：\n\n${link}\n\n链接仅可使用一次，一小时内有效。如非本人操作，请忽略此邮件，密码不会改变。\n`,
    },
  },
}

const HOUR = 3600
const DAY = 86_400
const links = { verify: { path: '/user/verifyEmail', seconds: DAY }, reset: { path: '/user/ResetPasswordByUrl', seconds: HOUR } }

/** Makes a link, which ends the previous one, and its mail. */
async function mailWithLink(ctx: Ctx, kind: keyof typeof mails, { uid, username, email }: Pick<User, 'uid' | 'username' | 'email'>) {
  const { path, seconds } = links[kind]
  const token = await makeToken(ctx.db, kind, uid, email, ctx.now() + seconds)
  const { subject, text } = inLanguage(mails[kind], ctx.language)
  // The link uses the public URL of the settings, never the Host header of the request, which any client can forge (S14).
  const link = `${ctx.config.PUBLIC_URL}${path}?${new URLSearchParams({ uid: String(uid), email, token })}`
  return { mail: { to: email, subject, text: text({ username, link }) }, isWanted: () => hasToken(ctx.db, kind, token, ctx.now()) }
}

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

/** Sends it with further attempts, for a caller who is not to learn whether the mail server is away. */
async function mailLink(ctx: Ctx, ...about: [kind: keyof typeof mails, person: Pick<User, 'uid' | 'username' | 'email'>]) {
  const { mail, isWanted } = await mailWithLink(ctx, ...about)
  await sendMailPatiently(ctx, mail, isWanted)
}

/** Sends mail after the response, so that the response time does not reveal whether the address is known (S09, S13). */
const inBackground = (ctx: Ctx, work: Promise<unknown>) =>
  void work.catch((error: Error) => ctx.log.error({ err: error.message }, 'mail was not sent'))

/** Informs the person at the address that was confirmed before, where another person who uses the account cannot read it. */
async function informOfAddress(ctx: Ctx<'user'>, email: string) {
  const { uid, email: previous, email_verify } = ctx.user
  if (previous === '' || previous.toLowerCase() === email.toLowerCase()) return
  await noticeSecurity(ctx.db, uid, 'emailChanged', { email }, ctx.now())
  if (email_verify) mailSecurity(ctx, { uid, kind: 'emailChanged', about: { email }, language: ctx.language, to: previous })
}

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
    const taken = new Refusal('emailTaken')
    await ctx.store.write(async (trx) => {
      if (!(await orTaken(setEmail(trx, ctx.user.uid, address), taken))) throw taken
      await deleteTokens(trx, ctx.user.uid)
      if (address !== ctx.user.email) await writeAudit(trx, ctx, 'emailChanged')
    })
    await informOfAddress(ctx, address)
    if (canMail(ctx)) inBackground(ctx, mailLink(ctx, 'verify', { ...ctx.user, email: address }))
    return []
  },

  async sendVerifyMail(_input, ctx) {
    if (!canMail(ctx)) throw new Refusal('mailOff')
    if (!ctx.user.email) throw new Refusal('emailMissing')
    if ((await countFailure(ctx, `verify letter ${ctx.user.uid}`, HOUR)) > MAILS_PER_HOUR) throw new Refusal('tooMany', { seconds: '3600' })
    const { mail } = await mailWithLink(ctx, 'verify', ctx.user)
    await sendMail(ctx, mail).catch((error: Error) => {
      ctx.log.error({ err: mailProblem(error) }, 'mail was not sent')
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
    inBackground(ctx, sendReset(ctx, address))
    return []
  },

  async resetPasswordByUrl({ new_password, uid, email, token }, ctx) {
    const counter = `reset ${networkOf(ctx.address)}`
    if ((await failuresOf(ctx, counter, HOUR)) >= WRONG_TOKENS_PER_HOUR * (ctx.config.NODE_ENV === 'test' ? 100 : 1))
      throw await tooManyOf(ctx.db, counter, ctx.now())
    mustBeGoodPassword(new_password)
    const row = await rowOfUser(ctx.db, uid)
    if (!row || row.is_disabled || row.email !== email || !(await useToken(ctx.db, 'reset', { uid, email, token }, ctx.now()))) {
      await countFailure(ctx, counter, HOUR)
      throw new Refusal('linkInvalid')
    }
    const password_hash = await hashPassword(new_password)
    await ctx.store.write(async (trx) => {
      await replacePassword(trx, uid, password_hash, { kept: null, at: ctx.now() })
      await writeAudit(trx, ctx, 'passwordReset', { by: row })
      await noticeSecurity(trx, uid, 'passwordChanged', {}, ctx.now())
    })
    mailSecurity(ctx, { uid, kind: 'passwordChanged', about: {} })
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
