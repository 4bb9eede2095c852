import { sql } from 'kysely'
import type { Services } from '../context.ts'
import type { Store } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'

/** User names are the same without regard to case and Unicode form (W14). */
export const keyOf = (name: string) => name.normalize('NFKC').trim().toLowerCase()

export const byName = (db: Db, username: string) =>
  db.selectFrom('user').selectAll().where('username_key', '=', keyOf(username)).executeTakeFirst()

/** By user name, else by e-mail address. */
export const byNameOrEmail = async (db: Db, given: string) =>
  (await byName(db, given)) ??
  (given.includes('@') ? db.selectFrom('user').selectAll().where('email_key', '=', keyOf(given)).executeTakeFirst() : undefined)

export const hasAdministrator = async ({ store }: Pick<Services, 'store'>) =>
  (await store.hot('select 1 as one from "user" where groupid = 1 limit 1', [])).length > 0

/** Nobody else adds a user until the transaction ends; SQLite has one writer anyway. */
export const lockUsers = async ({ kind }: Pick<Store, 'kind'>, db: Db) => {
  if (kind === 'postgres') await sql`lock table "user" in share row exclusive mode`.execute(db)
}

export interface NewUser {
  username: string
  password_hash: string
  groupid: number
  reg_time: number
}

/** The new row, or undefined when the name is taken: two at once make one. */
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
