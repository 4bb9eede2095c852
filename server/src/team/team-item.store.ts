import type { Db } from '../db/schema.ts'

export const bindingsOf = (db: Db, team_id: number) => db.selectFrom('team_item').selectAll().where('team_id', '=', team_id).execute()
export const bindingOf = (db: Db, id: number) => db.selectFrom('team_item').selectAll().where('id', '=', id).executeTakeFirst()

/** The items bound to a team, deleted ones left out. */
export const itemsOfTeam = (db: Db, team_id: number) =>
  db
    .selectFrom('team_item as b')
    .innerJoin('item as i', 'i.item_id', 'b.item_id')
    .leftJoin('user as u', 'u.uid', 'i.uid')
    .select([
      'b.id',
      'b.team_id',
      'b.addtime',
      'i.item_id',
      'i.item_name',
      'i.item_description',
      'i.item_domain',
      'i.item_type',
      'i.uid',
      'i.last_update_time',
      'i.is_archived',
      'i.is_del',
      'u.username',
    ])
    .where('b.team_id', '=', team_id)
    .where('i.is_del', '=', 0)
    .orderBy('b.id', 'desc')
    .execute()

/** The teams bound to an item; `id` is that of the binding. */
export const teamsOfItem = (db: Db, item_id: number) =>
  db
    .selectFrom('team_item as b')
    .innerJoin('team as t', 't.id', 'b.team_id')
    .innerJoin('user as u', 'u.uid', 't.uid')
    .select(['b.id', 'b.team_id', 't.team_name', 't.uid', 'u.username', 't.addtime', 't.last_update_time'])
    .where('b.item_id', '=', item_id)
    .orderBy('b.id', 'desc')
    .execute()

export const insertBindings = (db: Db, team_id: number, item_ids: number[], addtime: number) =>
  db
    .insertInto('team_item')
    .values(item_ids.map((item_id) => ({ team_id, item_id, addtime })))
    .returning(['id', 'team_id', 'item_id', 'addtime', 'addtime as last_update_time'])
    .execute()

export async function removeBinding(db: Db, { id, team_id, item_id }: { id: number; team_id: number; item_id: number }) {
  await db.deleteFrom('team_item_member').where('team_id', '=', team_id).where('item_id', '=', item_id).execute()
  await db.deleteFrom('team_item').where('id', '=', id).execute()
}

/** Everybody of the team may edit these items, in whichever order people and items came together. */
export async function giveRights(db: Db, team_id: number, item_ids: number[], uids: number[], addtime: number) {
  const rows = item_ids.flatMap((item_id) =>
    uids.map((member_uid) => ({ team_id, item_id, member_uid, member_group_id: 1, cat_id: 0, addtime })),
  )
  for (let at = 0; at < rows.length; at += 100)
    await db
      .insertInto('team_item_member')
      .values(rows.slice(at, at + 100))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export const rightsOf = (db: Db, item_id: number, team_id: number) =>
  db
    .selectFrom('team_item_member as r')
    .innerJoin('user as u', 'u.uid', 'r.member_uid')
    .leftJoin('catalog as c', 'c.cat_id', 'r.cat_id')
    .select([
      'r.id',
      'r.team_id',
      'r.item_id',
      'r.member_group_id',
      'r.member_uid',
      'u.username as member_username',
      'u.name',
      'r.cat_id',
      'r.addtime',
      'r.addtime as last_update_time',
      'c.cat_name',
    ])
    .where('r.item_id', '=', item_id)
    .where('r.team_id', '=', team_id)
    .orderBy('r.id')
    .execute()

export const rightOf = (db: Db, id: number) => db.selectFrom('team_item_member').selectAll().where('id', '=', id).executeTakeFirst()

export const updateRights = async (db: Db, ids: number[], change: { member_group_id?: number; cat_id?: number }) =>
  Number((await db.updateTable('team_item_member').set(change).where('id', 'in', ids).executeTakeFirst()).numUpdatedRows)

/** The items a team's owner hands over with it: those bound to it that are the owner's own. */
export const handOver = (db: Db, team_id: number, from: number, to: number) =>
  db
    .updateTable('item')
    .set({ uid: to })
    .where('uid', '=', from)
    .where('item_id', 'in', (query) => query.selectFrom('team_item').select('item_id').where('team_id', '=', team_id))
    .execute()
