import { Refusal } from '@sheaf/contract'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { keyOf } from './user.store.ts'

const MOST = 200

export interface Named {
  uid: number
  username: string
}

/** The names of a comma-joined list, each once; blanks and spare commas do not count. */
const namesIn = (list: string) => [
  ...new Map(
    list
      .split(/[,，]/)
      .map((name) => [keyOf(name), name.trim()] as const)
      .filter(([key]) => key),
  ).entries(),
]

/** The users of these names, or a refusal that names those who do not exist: all or nothing (S47). */
export async function mustKnowAll(db: Db, list: string): Promise<Named[]> {
  const wanted = namesIn(list)
  if (wanted.length === 0) throw new Refusal('userMissing')
  if (wanted.length > MOST) throw new Refusal('badInput', { field: 'username' })
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

/** The one user of this name; a comma is no part of a name, so a list is nobody. */
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

/** The user name of somebody, "" when the account is gone. */
export const nameOf = async (db: Db, uid: number) =>
  (await db.selectFrom('user').select('username').where('uid', '=', uid).executeTakeFirst())?.username ?? ''

/** Everybody who can be chosen, or those whose name holds these characters; % and _ are text. */
export const usersLike = (db: Db, part: string) =>
  db
    .selectFrom('user')
    .select(['uid', 'username', 'name'])
    .where('is_disabled', '=', 0)
    .$if(part !== '', (query) => query.where(sql<boolean>`username_key like ${`%${keyOf(part).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`))
    .orderBy('uid')
    .execute()
