import { inLanguage } from '@sheaf/contract/languages'
import type { Store } from '../db/dialect.ts'
import { type SecurityKind, sendSecurity } from '../notice/security.service.ts'
import type { Config } from '../runtime/config.ts'
import { canMail } from '../runtime/mail.ts'
import { byNameOrEmail } from '../user/user.store.ts'
import { Stop, type Terminal } from './command.ts'

/** The account with this user name or e-mail address; ends the command if there is none. */
export async function mustBeAccount({ db }: Store, word: string) {
  const user = await byNameOrEmail(db, word)
  if (!user) throw new Stop(`There is no account ${word}.`, `没有账号 ${word}。`)
  return user
}

/** Informs the person of an account by mail of what the operator did. A mail server that is away changes nothing else. */
export async function mailAccount(world: Terminal, services: { config: Config; store: Store }, uid: number, kind: SecurityKind) {
  if (!canMail(services)) return
  await sendSecurity(services, { uid, kind, about: {} }).catch((error: Error) => {
    const text = { en: `The mail about it was not sent: ${error.message}`, zh: `通知邮件未能发出：${error.message}` }
    world.err(`${inLanguage(text, world.language)}\n`)
  })
}
