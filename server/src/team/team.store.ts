import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'

export interface TeamFound {
  id: number
  uid: number
  team_name: string
  addtime: number
  last_update_time: number
}

type Where = Pick<Services, 'store'>

const COUNTS = `(select count(*) from team_member m where m.team_id = t.id) as "memberCount",
  (select count(*) from team_item b join item i on i.item_id = b.item_id and i.is_del = 0 where b.team_id = t.id) as "itemCount"`

/** One's own teams, newest first; deleted items do not count. */
export const teamsOf = ({ store }: Where, uid: number) =>
  store.hot<TeamFound & { username: string; memberCount: number; itemCount: number }>(
    `select t.id, t.uid, t.team_name, t.addtime, t.last_update_time, u.username, ${COUNTS} from team t join "user" u on u.uid = t.uid where t.uid = ? order by t.id desc`,
    [uid],
  )

export const insertTeam = (db: Db, uid: number, team_name: string, at: number) =>
  db.insertInto('team').values({ uid, team_name, addtime: at, last_update_time: at }).returningAll().executeTakeFirstOrThrow()

export const updateTeam = (db: Db, id: number, row: { team_name?: string; uid?: number }, at: number) =>
  db
    .updateTable('team')
    .set({ ...row, last_update_time: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * First in every transaction that brings people or items to a team: others wait until it ends, so nobody joins twice, and who joins
 * while an item is bound is not left without it.
 */
export const touchTeam = (db: Db, id: number, at: number) =>
  db.updateTable('team').set({ last_update_time: at }).where('id', '=', id).execute()

/** The team with its people, its bindings and the rights they gave; the items stay. */
export async function removeTeam(db: Db, id: number) {
  for (const table of ['team_item_member', 'team_item', 'team_member'] as const)
    await db.deleteFrom(table).where('team_id', '=', id).execute()
  await db.deleteFrom('team').where('id', '=', id).execute()
}

export const membersOfTeam = (db: Db, team_id: number) =>
  db
    .selectFrom('team_member as m')
    .innerJoin('user as u', 'u.uid', 'm.member_uid')
    .select(['m.id', 'm.team_id', 'm.member_uid', 'u.username as member_username', 'u.name', 'm.addtime', 'm.addtime as last_update_time'])
    .where('m.team_id', '=', team_id)
    .orderBy('m.id', 'desc')
    .execute()

export const teamMemberOf = (db: Db, id: number) => db.selectFrom('team_member').selectAll().where('id', '=', id).executeTakeFirst()

export const insertTeamMembers = (db: Db, team_id: number, uids: number[], addtime: number) =>
  db
    .insertInto('team_member')
    .values(uids.map((member_uid) => ({ team_id, member_uid, addtime })))
    .returning(['id', 'team_id', 'member_uid', 'addtime', 'addtime as last_update_time'])
    .execute()

/** Somebody leaves the team, and with it all rights that it gave. */
export async function removeTeamMember(db: Db, team_id: number, member_uid: number) {
  await db.deleteFrom('team_item_member').where('team_id', '=', team_id).where('member_uid', '=', member_uid).execute()
  await db.deleteFrom('team_member').where('team_id', '=', team_id).where('member_uid', '=', member_uid).execute()
}

export const teamNameOf = async (db: Db, id: number) =>
  (await db.selectFrom('team').select('team_name').where('id', '=', id).executeTakeFirst())?.team_name ?? ''
