import type { Db } from '../db/schema.ts'

export const groupsOf = (db: Db, uid: number) =>
  db.selectFrom('item_group').selectAll().where('uid', '=', uid).orderBy('s_number').orderBy('id').execute()

interface Group {
  group_name: string
  item_ids: string
}

export const insertGroup = (db: Db, uid: number, group: Group, at: number) =>
  db
    .insertInto('item_group')
    .values({ ...group, uid, s_number: 0, created_at: at, updated_at: at })
    .returningAll()
    .executeTakeFirst()

export const updateGroup = (db: Db, uid: number, id: number, group: Group, at: number) =>
  db
    .updateTable('item_group')
    .set({ ...group, updated_at: at })
    .where('uid', '=', uid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** The group with the order of its items; false when it is not this user's. */
export async function removeGroup(db: Db, uid: number, id: number): Promise<boolean> {
  const gone = await db.deleteFrom('item_group').where('uid', '=', uid).where('id', '=', id).executeTakeFirst()
  if (gone.numDeletedRows === 0n) return false
  await db.deleteFrom('item_sort').where('uid', '=', uid).where('item_group_id', '=', id).execute()
  return true
}

export async function setGroupOrder(db: Db, uid: number, groups: { id: number; s_number: number }[]) {
  for (const { id, s_number } of groups)
    await db.updateTable('item_group').set({ s_number }).where('uid', '=', uid).where('id', '=', id).execute()
}

/** The order of the user's items in a group, as JSON. */
export const setItemOrder = (db: Db, uid: number, item_group_id: number, item_sort_data: string) =>
  db
    .insertInto('item_sort')
    .values({ uid, item_group_id, item_sort_data })
    .onConflict((conflict) => conflict.columns(['uid', 'item_group_id']).doUpdateSet({ item_sort_data }))
    .execute()
