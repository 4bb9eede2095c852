import { Refusal } from '@sheaf/contract'
import { sql } from 'kysely'
import { randomHex, sha256 } from '../auth/secrets.ts'
import { endSessionsOf } from '../auth/session-end.ts'
import { endTrust } from '../auth/trust.ts'
import type { Services } from '../context.ts'
import type { Store } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { endGrants } from '../token/token.store.ts'

/** The purpose of a mailed token. It is stored as a prefix of the hash, so a token is valid for only one purpose. */
export type Purpose = 'reset' | 'invited' | 'verify'
const hashOf = (purpose: Purpose, token: string) => `${purpose} ${sha256(token)}`
const hashesOf = (purposes: Purpose[], token: string) => purposes.map((purpose) => hashOf(purpose, token))

/** A new token for this user and address. Only the hash is stored. */
export async function makeToken(db: Db, purpose: Purpose, uid: number, email: string, until: number): Promise<string> {
  const token = randomHex(32)
  await db
    .insertInto('reset_token')
    .values({ uid, email, token_hash: hashOf(purpose, token), until })
    .execute()
  return token
}

/** Makes older tokens of the same purpose invalid (S13). */
export const endOlderTokens = (db: Db, purpose: Purpose, uid: number, token: string) =>
  db
    .deleteFrom('reset_token')
    .where('uid', '=', uid)
    .where('token_hash', 'like', `${purpose} %`)
    .where('id', '<', db.selectFrom('reset_token').select('id').where('token_hash', '=', hashOf(purpose, token)))
    .execute()

/** Deletes the token and returns whether it was valid for this user and address and has not expired. */
export async function useToken(
  db: Db,
  purposes: Purpose[],
  { uid, email, token }: { uid: number; email: string; token: string },
  now: number,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('reset_token')
    .where('token_hash', 'in', hashesOf(purposes, token))
    .where('uid', '=', uid)
    .where('email', '=', email)
    .returning('until')
    .executeTakeFirst()
  return deleted !== undefined && deleted.until > now
}

/** Whether the link still works: no newer one, no other password and no other address has ended it. */
export const hasToken = async (db: Db, purposes: Purpose[], token: string, now: number) =>
  (await db
    .selectFrom('reset_token')
    .select('id')
    .where('token_hash', 'in', hashesOf(purposes, token))
    .where('until', '>', now)
    .executeTakeFirst()) !== undefined

export const deleteTokens = (db: Db, uid: number) => db.deleteFrom('reset_token').where('uid', '=', uid).execute()

/** The key for comparing user names, regardless of case and Unicode form (W14). */
export const keyOf = (name: string) => name.normalize('NFKC').trim().toLowerCase()

export const byName = (db: Db, username: string) =>
  db.selectFrom('user').selectAll().where('username_key', '=', keyOf(username)).executeTakeFirst()

/** By user name, else by e-mail address. */
export const byNameOrEmail = async (db: Db, given: string) =>
  (await byName(db, given)) ??
  (given.includes('@') ? db.selectFrom('user').selectAll().where('email_key', '=', keyOf(given)).executeTakeFirst() : undefined)

export const hasAdministrator = async ({ store }: Pick<Services, 'store'>) =>
  (await store.hot('select 1 as one from "user" where groupid = 1 limit 1', [])).length > 0

/** Prevents concurrent inserts of users until the transaction ends; SQLite has only one writer. */
export const lockUsers = async ({ kind }: Pick<Store, 'kind'>, db: Db) => {
  if (kind === 'postgres') await sql`lock table "user" in share row exclusive mode`.execute(db)
}

interface NewUser {
  username: string
  password_hash: string
  groupid: number
  reg_time: number
}

/** The new row, or undefined when the name is taken; concurrent requests create only one. */
export const insertUser = (db: Db, user: NewUser) =>
  db
    .insertInto('user')
    .values({
      ...user,
      username_key: keyOf(user.username),
      name: '',
      email: '',
      email_key: null,
      email_verify: 0,
      avatar: '',
      last_login_time: user.reg_time,
      is_disabled: 0,
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returningAll()
    .executeTakeFirst()

export const noteLogin = (db: Db, uid: number, at: number) =>
  db.updateTable('user').set({ last_login_time: at }).where('uid', '=', uid).execute()

export const rowOfUser = (db: Db, uid: number) => db.selectFrom('user').selectAll().where('uid', '=', uid).executeTakeFirst()
export const byEmail = (db: Db, email: string) =>
  db.selectFrom('user').selectAll().where('email_key', '=', keyOf(email)).where('is_disabled', '=', 0).executeTakeFirst()
export const setName = (db: Db, uid: number, name: string) => db.updateTable('user').set({ name }).where('uid', '=', uid).execute()
export const setPassword = (db: Db, uid: number, password_hash: string) =>
  db.updateTable('user').set({ password_hash }).where('uid', '=', uid).execute()
/** A confirmed address gets mail about news again, even if it refused some. An address that was changed meanwhile stays unconfirmed. */
export async function setVerified(db: Db, uid: number, email: string) {
  await db.updateTable('user').set({ email_verify: 1 }).where('uid', '=', uid).where('email', '=', email).execute()
  await db.updateTable('tell_setting').set({ bounced: 0 }).where('uid', '=', uid).where('bounced', '>', 0).execute()
}

/** Sets an unverified address, or none, and makes the links of mails to the older one invalid; returns false when another user has it. */
export async function setEmail(db: Db, uid: number, email: string): Promise<boolean> {
  const email_key = email ? keyOf(email) : null
  const holder = email_key && (await db.selectFrom('user').select('uid').where('email_key', '=', email_key).executeTakeFirst())
  if (holder && holder.uid !== uid) return false
  await db.updateTable('user').set({ email, email_key, email_verify: 0 }).where('uid', '=', uid).execute()
  await db
    .insertInto('tell_setting')
    .values({ uid, counter: 1 })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet((row) => ({ counter: row('tell_setting.counter', '+', 1) })))
    .execute()
  return true
}

/**
 * Sets a new password, invalidates reset links, and ends all sessions except `kept` and the trust in all devices. Without a session to keep, the user cannot be asked
 * about their tokens, so all end too. Returns the number of ended sessions. Call it in a transaction, so that no session outlives the
 * password (S11, S13).
 */
export async function replacePassword(
  trx: Db,
  uid: number,
  password_hash: string,
  { kept, at }: { kept: number | null; at: number },
): Promise<number> {
  if (kept === null) await endGrants(trx, uid, 'all', uid, at)
  await setPassword(trx, uid, password_hash)
  await deleteTokens(trx, uid)
  await endTrust(trx, uid)
  return endSessionsOf(trx, uid, kept)
}

const NAMES_MAX = 200

interface Named {
  uid: number
  username: string
}

/** The unique names of a comma-separated list; spaces and empty entries are ignored. */
const namesIn = (list: string) => [
  ...new Map(
    list
      .split(/[,，]/)
      .map((name) => [keyOf(name), name.trim()] as const)
      .filter(([key]) => key),
  ).entries(),
]

/** The users with these names; throws a refusal with the unknown names unless all exist (S47). */
export async function mustKnowAll(db: Db, list: string): Promise<Named[]> {
  const wanted = namesIn(list)
  if (wanted.length === 0) throw new Refusal('userMissing')
  if (wanted.length > NAMES_MAX) throw new Refusal('badInput', { field: 'username' })
  const rows = await db
    .selectFrom('user')
    .select(['uid', 'username', 'username_key'])
    .where(
      'username_key',
      'in',
      wanted.map(([key]) => key),
    )
    .where('is_disabled', '=', 0)
    .execute()
  const known = new Map(rows.map((row) => [row.username_key, row]))
  const unknown = wanted.filter(([key]) => !known.has(key)).map(([, name]) => name)
  if (unknown.length) throw new Refusal('userUnknown', { names: unknown.join(', ') })
  return wanted.map(([key]) => known.get(key) as Named)
}

/** The user with this name; a list of names is refused, because a name contains no comma. */
export async function mustKnow(db: Db, name: string): Promise<Named> {
  const row = await db
    .selectFrom('user')
    .select(['uid', 'username'])
    .where('username_key', '=', keyOf(name))
    .where('is_disabled', '=', 0)
    .executeTakeFirst()
  if (!row) throw keyOf(name) === '' ? new Refusal('userMissing') : new Refusal('userUnknown', { names: name.trim() })
  return row
}

/** The user name of an account, "" when it no longer exists. */
export const nameOf = async (db: Db, uid: number) =>
  (await db.selectFrom('user').select('username').where('uid', '=', uid).executeTakeFirst())?.username ?? ''

/** All enabled users, or those whose name contains `part`; % and _ are not wildcards. */
export const usersLike = (db: Db, part: string) =>
  db
    .selectFrom('user')
    .select(['uid', 'username', 'name'])
    .where('is_disabled', '=', 0)
    .$if(part !== '', (query) => query.where(sql<boolean>`username_key like ${`%${keyOf(part).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`))
    .orderBy('uid')
    .execute()
