import { siteSettings } from '../../common/settings.store.ts'
import type { Services } from '../../context.ts'
import { mailHost, sendMail } from '../../runtime/mail.ts'
import { BOUNCED_FROM, type Setting } from '../setting/setting.rules.ts'
import { settingOf } from '../setting/setting.store.ts'
import { type LetterKind, type Written, writeLetter } from './letter.service.ts'
import { letterHtml, letterText } from './letter.ts'
import { type News, newsNow } from './news.service.ts'
import { personOf, type TellRow } from './news.store.ts'
import { tokenFor } from './unsubscribe.rules.ts'

export type PostServices = Pick<Services, 'store' | 'config'>

interface Post {
  kind: LetterKind
  uid: number
  tellRows: readonly TellRow[]
  isLast: boolean
  now: number
}

/** A mail with all that the person may read now. */
export interface Made extends Written {
  to: string
  setting: Setting
  news: News[]
}

/** Undefined for a person who gets no mail: without a confirmed address, disabled, or with a mailbox that does not exist. */
export async function makeMail(services: PostServices, { kind, uid, tellRows, isLast, now }: Post): Promise<Made | undefined> {
  const { db } = services.store
  const person = await personOf(db, uid)
  const setting = await settingOf(db, uid)
  if (!person || person.is_disabled || person.email === '' || person.email_verify === 0 || setting.bounced >= BOUNCED_FROM) return undefined
  const news = await newsNow(services, person, setting, tellRows)
  const showsContent = (await siteSettings(services)).mail_content === '1'
  return { ...writeLetter(services, { kind, person, setting, showsContent, isLast, now }, news), news, to: person.email, setting }
}

/**
 * Sends a mail with the headers of mails that a program sends (W46): no automatic reply, one click to end them, and one conversation per
 * thread in mail programs.
 */
export function postMail(services: PostServices, { to, letter, subject, ending, thread_id, setting }: Made, messageId: string) {
  const link = `${services.config.PUBLIC_URL ?? 'http://localhost'}/user/unsubscribe/${tokenFor(services, setting, ending)}`
  return sendMail(services, {
    to,
    subject,
    text: letterText(letter),
    html: letterHtml(letter),
    messageId,
    ...(thread_id > 0 && { references: `<thread-${thread_id}@${mailHost(services)}>` }),
    headers: {
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  })
}
