import type { PagePermission } from '../../access/permission.ts'
import { nameColumn, personName } from '../../db/person-name.ts'
import type { Db } from '../../db/schema.ts'

/** Seconds after the last heartbeat, by the server's clock; a client cannot choose another timeout. */
const LOCK_TIMEOUT_SECONDS = 300
/** A lock that would last longer was taken before the clock was set back. The clocks of several servers differ by less. */
const LOCK_MAX_SECONDS = 2 * LOCK_TIMEOUT_SECONDS

export interface LockHolder {
  uid: number
  username: string
  /** The display name, or the user name. */
  name: string
  groupid: number
}

/** The lock holder of the page, if the lock has not expired. */
export const holderOf = (db: Db, page_id: number, now: number): Promise<LockHolder | undefined> =>
  db
    .selectFrom('page_lock as lock')
    .innerJoin('user', 'user.uid', 'lock.uid')
    .select(['lock.uid', 'user.username', 'user.groupid', nameColumn(personName('lock.uid', '"user".username')).as('name')])
    .where('lock.page_id', '=', page_id)
    .where('lock.until', '>', now)
    .where('lock.until', '<=', now + LOCK_MAX_SECONDS)
    .executeTakeFirst()

/** Takes or renews the lock in one statement, so that one of many concurrent requests gets it. Returns false when another user holds it. */
export async function takeLock(db: Db, { page_id }: PagePermission, uid: number, now: number): Promise<boolean> {
  const until = now + LOCK_TIMEOUT_SECONDS
  const taken = await db
    .insertInto('page_lock')
    .values({ page_id, uid, until })
    .onConflict((conflict) =>
      conflict
        .column('page_id')
        .doUpdateSet({ uid, until })
        .where((row) =>
          row.or([
            row('page_lock.uid', '=', uid),
            row('page_lock.until', '<=', now),
            row('page_lock.until', '>', now + LOCK_MAX_SECONDS),
            row('page_lock.uid', 'not in', row.selectFrom('user').select('user.uid')),
          ]),
        ),
    )
    .returning('uid')
    .executeTakeFirst()
  return taken !== undefined
}

/** Releases only a lock of this user. */
export const releaseLock = (db: Db, page_id: number, uid: number) =>
  db.deleteFrom('page_lock').where('page_id', '=', page_id).where('uid', '=', uid).execute()
