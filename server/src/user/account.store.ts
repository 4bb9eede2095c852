import type { Db } from '../db/schema.ts'
import { killTokens } from './token.store.ts'
import { keyOf } from './user.store.ts'

export const rowOfUser = (db: Db, uid: number) => db.selectFrom('user').selectAll().where('uid', '=', uid).executeTakeFirst()
export const byEmail = (db: Db, email: string) =>
  db.selectFrom('user').selectAll().where('email_key', '=', keyOf(email)).where('is_disabled', '=', 0).executeTakeFirst()
export const setName = (db: Db, uid: number, name: string) => db.updateTable('user').set({ name }).where('uid', '=', uid).execute()
export const setPassword = (db: Db, uid: number, password_hash: string) =>
  db.updateTable('user').set({ password_hash }).where('uid', '=', uid).execute()
export const setVerified = (db: Db, uid: number) => db.updateTable('user').set({ email_verify: 1 }).where('uid', '=', uid).execute()

/** Binds an address that is not yet verified; false when it belongs to somebody else. */
export async function setEmail(db: Db, uid: number, email: string): Promise<boolean> {
  const holder = await db.selectFrom('user').select('uid').where('email_key', '=', keyOf(email)).executeTakeFirst()
  if (holder && holder.uid !== uid) return false
  await db
    .updateTable('user')
    .set({ email, email_key: keyOf(email), email_verify: 0 })
    .where('uid', '=', uid)
    .execute()
  return true
}

/** Ends the sessions of a user, all but the one kept; answers how many. */
export async function endSessionsOf(db: Db, uid: number, kept: number | null): Promise<number> {
  const ended = await db.selectFrom('session').select('session_id').where('uid', '=', uid).execute()
  const ids = ended.map((row) => row.session_id).filter((id) => id !== kept)
  for (let at = 0; at < ids.length; at += 500)
    for (const table of ['session_visit', 'captcha', 'session'] as const)
      await db
        .deleteFrom(table)
        .where('session_id', 'in', ids.slice(at, at + 500))
        .execute()
  return ids.length
}

/**
 * Sets a new password and ends what the old one opened: links for a new one, and all sessions but the one kept. Answers how many sessions
 * it ended. It belongs in one transaction, so that no session outlives the password (S11, S13).
 */
export async function replacePassword(trx: Db, uid: number, password_hash: string, kept: number | null): Promise<number> {
  await setPassword(trx, uid, password_hash)
  await killTokens(trx, uid)
  return endSessionsOf(trx, uid, kept)
}
