import type { Db } from './schema.ts'

/** Locks the user until the end of the transaction, so that two concurrent requests cannot both use the rest of a quota, or write a setting from what both have read. */
export const lockUser = (db: Db, uid: number) =>
  db
    .updateTable('user')
    .set((row) => ({ uid: row.ref('uid') }))
    .where('uid', '=', uid)
    .execute()
