import { sql } from 'kysely'
import type { Permission, TeamPermission } from '../access/permission.ts'
import { leaveStewardships } from '../content/review/leave.store.ts'
import type { Services } from '../context.ts'
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

export const insertBindings = (db: Db, { team_id }: TeamPermission, items: Permission<'edit' | 'manage'>[], addtime: number) =>
  db
    .insertInto('team_item')
    .values(items.map(({ item_id }) => ({ team_id, item_id, addtime })))
    .returning(['id', 'team_id', 'item_id', 'addtime', 'addtime as last_update_time'])
    .execute()

/** A manager of the item can unbind a team that another user owns. Returns which pages have no one responsible now. */
export async function removeBinding(db: Db, { item_id }: Permission<'manage'>, { id, team_id }: { id: number; team_id: number }) {
  await db.deleteFrom('team_item_member').where('team_id', '=', team_id).where('item_id', '=', item_id).execute()
  await db.deleteFrom('watch').where('team_id', '=', team_id).where('item_id', '=', item_id).execute()
  await db.deleteFrom('team_item').where('id', '=', id).where('item_id', '=', item_id).execute()
  return leaveStewardships(db, { team_id }, item_id)
}

/** Gives team members the right to edit these items. Existing rights stay, so members and items can be added in any order. */
export async function giveRights(db: Db, { team_id }: TeamPermission, item_ids: number[], uids: number[], addtime: number) {
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

/** The rights of team members on an item. Setting them takes a manager of the item who owns the team. */
export async function updateRights(
  db: Db,
  { item, team }: { item: Permission<'edit' | 'manage'>; team: TeamPermission },
  ids: number[],
  change: { member_group_id?: number; cat_id?: number },
) {
  const found = db.updateTable('team_item_member').set(change).where('item_id', '=', item.item_id).where('team_id', '=', team.team_id)
  return Number((await found.where('id', 'in', ids).executeTakeFirst()).numUpdatedRows)
}

/** Transfers the items that are bound to the team and that its previous owner owns. */
export const transferItems = (db: Db, { team_id }: TeamPermission, from: number, to: number) =>
  db
    .updateTable('item')
    .set({ uid: to })
    .where('uid', '=', from)
    .where('item_id', 'in', (query) => query.selectFrom('team_item').select('item_id').where('team_id', '=', team_id))
    .execute()

interface TeamFound {
  id: number
  uid: number
  team_name: string
  addtime: number
  last_update_time: number
}

type WithStore = Pick<Services, 'store'>

const COUNTS = `(select count(*) from team_member m where m.team_id = t.id) as "memberCount",
  (select count(*) from team_item b join item i on i.item_id = b.item_id and i.is_del = 0 where b.team_id = t.id) as "itemCount"`

/** The teams a user owns, newest first. Deleted items do not count. */
export const teamsOf = ({ store }: WithStore, uid: number) =>
  store.hot<TeamFound & { username: string; memberCount: number; itemCount: number }>(
    `select t.id, t.uid, t.team_name, t.addtime, t.last_update_time, u.username, ${COUNTS} from team t join "user" u on u.uid = t.uid where t.uid = ? order by t.id desc`,
    [uid],
  )

export const insertTeam = (db: Db, uid: number, team_name: string, at: number) =>
  db.insertInto('team').values({ uid, team_name, addtime: at, last_update_time: at }).returningAll().executeTakeFirstOrThrow()

export const updateTeam = (db: Db, { team_id }: TeamPermission, row: { team_name?: string; uid?: number }, at: number) =>
  db
    .updateTable('team')
    .set({ ...row, last_update_time: at })
    .where('id', '=', team_id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes the team with its memberships, its bindings and the rights they gave. The items stay. Returns which pages have no one responsible now. */
export async function removeTeam(db: Db, { team_id }: TeamPermission) {
  const unowned = await leaveStewardships(db, { team_id })
  for (const table of ['team_item_member', 'team_item', 'team_member', 'team_rule', 'watch'] as const)
    await db.deleteFrom(table).where('team_id', '=', team_id).execute()
  await db.deleteFrom('team').where('id', '=', team_id).execute()
  return unowned
}

export const membersOfTeam = (db: Db, team_id: number) =>
  db
    .selectFrom('team_member as m')
    .innerJoin('user as u', 'u.uid', 'm.member_uid')
    .leftJoin('team_rule as r', 'r.rule_id', 'm.rule_id')
    .select(['m.id', 'm.team_id', 'm.member_uid', 'u.username as member_username', 'u.name', 'm.addtime', 'm.addtime as last_update_time'])
    .select(({ fn }) => fn.coalesce('r.group_value', sql<string>`''`).as('group'))
    .where('m.team_id', '=', team_id)
    .orderBy('m.id', 'desc')
    .execute()

export const teamMemberOf = (db: Db, id: number) =>
  db
    .selectFrom('team_member as m')
    .leftJoin('team_rule as r', 'r.rule_id', 'm.rule_id')
    .select(['m.team_id', 'm.member_uid', 'r.group_value as group'])
    .where('m.id', '=', id)
    .executeTakeFirst()

export const insertTeamMembers = (db: Db, { team_id }: TeamPermission, uids: number[], addtime: number) =>
  db
    .insertInto('team_member')
    .values(uids.map((member_uid) => ({ team_id, member_uid, addtime })))
    .returning(['id', 'team_id', 'member_uid', 'addtime', 'addtime as last_update_time'])
    .execute()

export const teamNameOf = async (db: Db, id: number) =>
  (await db.selectFrom('team').select('team_name').where('id', '=', id).executeTakeFirst())?.team_name ?? ''
