import { Refusal } from '@sheaf/contract'
import { type InLanguages, inLanguage, type Language } from '@sheaf/contract/languages'
import { writeAudit } from '../auth/audit.ts'
import type { Ctx, User } from '../context.ts'
import { orTaken } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { mailSecurity, noticeSecurity } from '../notice/security.service.ts'
import { canMail, mailProblem, sendMail, sendMailPatiently } from '../runtime/mail.ts'
import { deleteTokens, endOlderTokens, hasToken, makeToken, setEmail, useToken } from './user.store.ts'

interface MailFields {
  username: string
  link: string
  /** The administrator who causes the mail. */
  by: string
  /** The host of the site. */
  site: string
}

const mails: Record<'verify' | 'entered' | 'invited' | 'reset', InLanguages<{ subject: string; text: (fields: MailFields) => string }>> = {
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
  entered: {
    en: {
      subject: 'Confirm your e-mail address',
      text: ({ username, link }) =>
        `Hello ${username},\n\nAn administrator entered this e-mail address for your account. Open this link to confirm that it is yours:\n\n${link}\n\nThe link works for one day. If the account is not yours, ignore this mail.\n`,
    },
    zh: {
      subject: '请验证您的邮箱',
      text: ({ username, link }) =>
        `${username}，您好：\n\n管理员为您的账号填写了此邮箱。请打开以下链接，确认这是您的邮箱：\n\n${link}\n\n链接在一天内有效。如这不是您的账号，请忽略此邮件。\n`,
    },
  },
  invited: {
    en: {
      subject: 'Your account: choose a password',
      text: ({ username, link, by, site }) =>
        `Hello ${username},\n\n${by} created an account for you at ${site}. Your user name is ${username}. Choose a password here:\n\n${link}\n\nThe link works once, within three days. After that, ask for another one with “Forgot it?” on the sign-in screen. If you do not expect an account, ignore this mail.\n`,
    },
    zh: {
      subject: '您的账号：请设置密码',
      text: ({ username, link, by, site }) =>
        `${username}，您好：\n\n${by} 为您在 ${site} 创建了账号，用户名为 ${username}。请打开以下链接设置密码：\n\n${link}\n\n链接仅可使用一次，三天内有效。过期后请在登录页通过“忘记密码？”重新获取。如您并不需要此账号，请忽略此邮件。\n`,
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
const links = {
  verify: { path: '/user/verifyEmail', seconds: DAY },
  entered: { path: '/user/verifyEmail', seconds: DAY },
  invited: { path: '/user/ResetPasswordByUrl', seconds: 3 * DAY },
  reset: { path: '/user/ResetPasswordByUrl', seconds: HOUR },
}

type Person = Pick<User, 'uid' | 'username' | 'email'>

/** Makes a link and its mail. Mails that an administrator causes have both languages. */
async function mailWithLink(ctx: Ctx, kind: keyof typeof mails, { uid, username, email }: Person) {
  const { path, seconds } = links[kind]
  const purpose = kind === 'entered' ? 'verify' : kind
  const token = await makeToken(ctx.db, purpose, uid, email, ctx.now() + seconds)
  const languages: Language[] = kind === 'entered' || kind === 'invited' ? ['en', 'zh'] : [ctx.language]
  const words = languages.map((language) => inLanguage(mails[kind], language))
  // The link uses the public URL of the settings, never the Host header of the request, which any client can forge (S14).
  const link = `${ctx.config.PUBLIC_URL}${path}?${new URLSearchParams({ uid: String(uid), email, token })}`
  const by = ctx.user?.name || ctx.user?.username || ''
  const site = new URL(ctx.config.PUBLIC_URL ?? '').host
  return {
    mail: {
      to: email,
      subject: words.map(({ subject }) => subject).join(' / '),
      text: words.map(({ text }) => text({ username, link, by, site })).join('\n'),
    },
    isWanted: () => hasToken(ctx.db, [purpose], token, ctx.now()),
    /** Ends the links before this one. */
    replace: () => endOlderTokens(ctx.db, purpose, uid, token),
    /** Ends this link. */
    drop: () => useToken(ctx.db, [purpose], { uid, email, token }, ctx.now()),
  }
}

/** Sends it with further attempts, for a caller who is not to learn whether the mail server is away. It ends the previous link. */
export async function mailLink(ctx: Ctx, kind: keyof typeof mails, person: Person) {
  const { mail, isWanted, replace } = await mailWithLink(ctx, kind, person)
  await replace()
  await sendMailPatiently(ctx, mail, isWanted)
}

/**
 * Sends it in the request, for a caller who is to learn whether the mail server takes it. Then it ends the previous link; if not, that
 * one stays, and the caller gets mailFailed.
 */
export async function mailLinkNow(ctx: Ctx, kind: keyof typeof mails, person: Person) {
  const { mail, replace, drop } = await mailWithLink(ctx, kind, person)
  await sendMail(ctx, mail).catch(async (error: Error) => {
    ctx.log.error({ err: mailProblem(error) }, 'mail was not sent')
    await drop()
    throw new Refusal('mailFailed')
  })
  await replace()
}

/** Sends mail after the response, so that the response time does not reveal whether the address is known (S09, S13). */
export const inBackground = (ctx: Ctx, work: Promise<unknown>) =>
  void work.catch((error: Error) => ctx.log.error({ err: error.message }, 'mail was not sent'))

/** Sets the address of an account, unverified; refuses one that another account has. */
export async function takeEmail(trx: Db, uid: number, email: string) {
  const taken = new Refusal('emailTaken')
  if (!(await orTaken(setEmail(trx, uid, email), taken))) throw taken
}

/**
 * Stores another address of an account, unverified; "" removes it. The caller is the person or an administrator, who cannot choose the
 * own address like this. Call it in the transaction of the change, and `mailNewEmail` after the commit.
 */
export async function storeEmail(trx: Db, ctx: Ctx<'user' | 'admin'>, person: Account, email: string) {
  const { uid, username, email: previous } = person
  await takeEmail(trx, uid, email)
  await deleteTokens(trx, uid)
  if (uid !== ctx.user.uid) {
    await writeAudit(trx, ctx, 'userEmailChanged', { subject: username, detail: email })
    return noticeSecurity(trx, uid, 'emailReplaced', { email }, ctx.now(), ctx.user)
  }
  if (email !== previous) await writeAudit(trx, ctx, 'emailChanged')
  if (isOther(previous, email)) await noticeSecurity(trx, uid, 'emailChanged', { email }, ctx.now())
}

const isOther = (previous: string, email: string) => previous !== '' && previous.toLowerCase() !== email.toLowerCase()

/** For an administrator, the row of the user. */
type Account = User & { is_disabled?: number; last_login_time?: number }

/**
 * Asks at the new address whether it is the person's; a user who has never signed in is invited there. Informs the person at the address
 * that was confirmed before, where another person who uses the account cannot read it.
 */
export function mailNewEmail(ctx: Ctx<'user' | 'admin'>, person: Account, email: string) {
  const { uid, email: previous, email_verify } = person
  const isOwn = uid === ctx.user.uid
  if (email_verify && isOther(previous, email))
    mailSecurity(ctx, {
      uid,
      to: previous,
      ...(isOwn
        ? { kind: 'emailChanged', about: { email }, language: ctx.language }
        : { kind: 'emailReplaced', about: { email, by: ctx.user.name || ctx.user.username } }),
    })
  if (!email || !canMail(ctx) || person.is_disabled) return
  inBackground(ctx, mailLink(ctx, isOwn ? 'verify' : person.last_login_time === 0 ? 'invited' : 'entered', { ...person, email }))
}
