import { type InLanguages, inLanguage, type Language } from '@sheaf/contract/languages'
import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { writtenMoment } from '../runtime/days.ts'
import { canMail, type Mail, sendMail, sendMailPatiently } from '../runtime/mail.ts'
import { type Actor, notify, SHEAF } from './notice.store.ts'
import { type SecurityAbout, type SecurityKind, securityKinds } from './security.words.ts'

export type { SecurityAbout, SecurityKind }

/*
 * What concerns the safety of an account is in the list of its person and is sent to them at once. No setting switches it off.
 */
type MailServices = Pick<Services, 'config' | 'log' | 'store'>

/** The notice, in the transaction of what it reports. `by` is an administrator who acted on the account of another person. */
export const noticeSecurity = (db: Db, uid: number, kind: SecurityKind, about: SecurityAbout, at: number, by: Actor = SHEAF) =>
  notify(db, by, { uids: [uid], kind, about }, at)

const GREETINGS: InLanguages<(name: string) => string> = { en: (name) => `Hello ${name},`, zh: (name) => `${name}，您好：` }
const SETTINGS: InLanguages<(address: string) => string> = {
  en: (address) => `The security settings of your account: ${address}`,
  zh: (address) => `账号的安全设置：${address}`,
}

interface SecurityMail {
  uid: number
  kind: SecurityKind
  about: SecurityAbout
  /** The language of the person's own request; without it the mail has both, because another person's request says nothing about it. */
  language?: Language | undefined
  /** The confirmed address at which to write, if it is no longer that of the account. */
  to?: string
}

/**
 * Sends the same words by mail, in the background, to the confirmed address of the account. Call it after the commit. Links go to the
 * security settings; none of them signs anyone in or changes anything.
 */
export function mailSecurity(services: MailServices, mail: SecurityMail) {
  if (!canMail(services)) return
  void letterOf(services, mail)
    .then((letter) => letter && sendMailPatiently(services, letter))
    .catch((error: Error) => services.log.error({ err: error.message }, 'mail was not sent'))
}

/** Sends it and waits until the mail server has it. Does nothing without a confirmed address. */
export async function sendSecurity(services: Omit<MailServices, 'log'>, mail: SecurityMail) {
  const letter = await letterOf(services, mail)
  if (letter) await sendMail(services, letter)
}

async function letterOf(services: Omit<MailServices, 'log'>, { uid, kind, about, language, to }: SecurityMail): Promise<Mail | undefined> {
  const user = await services.store.db
    .selectFrom('user')
    .select(['username', 'email', 'email_verify'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  const address = to ?? (user?.email_verify ? user.email : '')
  if (!user || !address) return undefined
  const languages: Language[] = language ? [language] : ['en', 'zh']
  const { SITE_TZ: zone } = services.config
  const timed = (one: Language) => (about.at === undefined ? about : { ...about, time: `${writtenMoment(about.at, zone, one)} (${zone})` })
  const words = languages.map((one) => inLanguage(securityKinds[kind], one))
  const text = languages
    .flatMap((one) => [
      inLanguage(GREETINGS, one)(user.username),
      inLanguage(securityKinds[kind], one).text(timed(one)),
      inLanguage(SETTINGS, one)(`${services.config.PUBLIC_URL ?? ''}/user/security`),
    ])
    .join('\n\n')
  const subject = words.map(({ title }) => title).join(' / ')
  return { to: address, subject, text: `${text}\n` }
}
