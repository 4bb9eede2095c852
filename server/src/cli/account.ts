import type { Store } from '../db/dialect.ts'
import { byNameOrEmail } from '../user/user.store.ts'
import { Stop } from './command.ts'

/** The account with this user name or e-mail address; ends the command if there is none. */
export async function mustBeAccount({ db }: Store, word: string) {
  const user = await byNameOrEmail(db, word)
  if (!user) throw new Stop(`There is no account ${word}.`, `没有账号 ${word}。`)
  return user
}
