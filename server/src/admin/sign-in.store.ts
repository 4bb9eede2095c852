import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** Accounts that sign in with a password or the directory, or all with `all`: administrators and everyone, and how many have a method. */
export async function countReady(db: Db, all: boolean) {
  const sum = (what: string) => sql<number>`cast(coalesce(sum(${sql.raw(what)}), 0) as integer)`
  const isAdmin = 'case when u.groupid = 1 then 1 else 0 end'
  return db
    .selectFrom('user as u')
    .where('u.is_disabled', '=', 0)
    .$if(!all, (query) =>
      query.where((row) =>
        row.or([
          row('u.password_hash', '<>', ''),
          row.exists(row.selectFrom('identity as i').select('i.id').whereRef('i.uid', '=', 'u.uid').where('i.provider', '=', 'ldap')),
        ]),
      ),
    )
    .select([
      sum(isAdmin).as('admins'),
      sum(`(${isAdmin}) * u.has_second_step`).as('admins_ready'),
      sum('1').as('people'),
      sum('u.has_second_step').as('people_ready'),
      sum(`(${isAdmin}) * u.has_passkey`).as('admins_passkey'),
    ])
    .executeTakeFirstOrThrow()
}

export const endAllTrust = (db: Db) => db.updateTable('device').set({ trusted_until: 0 }).where('trusted_until', '>', 0).execute()
