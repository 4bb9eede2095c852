import type { Db } from '../db/schema.ts'

export const deleteItem = (db: Db, item_id: number, at: number) =>
  db.updateTable('item').set({ is_del: 1, del_time: at, counted_from: null, last_update_time: at }).where('item_id', '=', item_id).execute()

export const archiveItem = (db: Db, item_id: number, at: number) =>
  db.updateTable('item').set({ is_archived: 1, last_update_time: at }).where('item_id', '=', item_id).execute()

/** The new owner needs no row of a member any more. */
export async function giveItem(db: Db, item_id: number, uid: number, at: number) {
  await db.updateTable('item').set({ uid, last_update_time: at }).where('item_id', '=', item_id).execute()
  await db.deleteFrom('item_member').where('item_id', '=', item_id).where('uid', '=', uid).execute()
}

export const keyOfItem = (db: Db, item_id: number) =>
  db.selectFrom('item_key').selectAll().where('item_id', '=', item_id).executeTakeFirst()

/** Two first reads at once agree on one pair. */
export async function makeKey(db: Db, item_id: number, api_key: string, api_token: string, addtime: number) {
  await db
    .insertInto('item_key')
    .values({ item_id, api_key, api_token, addtime, last_check_time: 0 })
    .onConflict((conflict) => conflict.column('item_id').doNothing())
    .execute()
  return db.selectFrom('item_key').selectAll().where('item_id', '=', item_id).executeTakeFirstOrThrow()
}

export const removeKey = (db: Db, item_id: number) => db.deleteFrom('item_key').where('item_id', '=', item_id).execute()
