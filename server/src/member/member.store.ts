import type { Selectable } from 'kysely'
import type { Permission } from '../access/permission.ts'
import type { Db, Schema } from '../db/schema.ts'

type MemberRow = Selectable<Schema['item_member']>

const columns = ['m.item_member_id', 'm.item_id', 'm.uid', 'm.member_group_id', 'm.cat_id', 'm.addtime', 'u.username', 'u.name'] as const

const rows = (db: Db, item_id: number) =>
  db.selectFrom('item_member as m').innerJoin('user as u', 'u.uid', 'm.uid').select(columns).where('m.item_id', '=', item_id)

export const membersOf = (db: Db, item_id: number) =>
  rows(db, item_id).leftJoin('catalog as c', 'c.cat_id', 'm.cat_id').select('c.cat_name').orderBy('m.item_member_id').execute()

/** The first people of an item who could read it: its owner, then members and those of teams, each once with the larger right. */
export async function peopleOfItem(db: Db, item_id: number, owner: number, count: number) {
  const own = db.selectFrom('item_member').select(['uid', 'member_group_id']).where('item_id', '=', item_id)
  const byTeam = db.selectFrom('team_item_member').select(['member_uid as uid', 'member_group_id']).where('item_id', '=', item_id)
  return db
    .selectFrom('user as u')
    .leftJoin(own.unionAll(byTeam).as('m'), 'm.uid', 'u.uid')
    .select(({ fn }) => ['u.uid', 'u.username', 'u.name', fn.max('m.member_group_id').as('member_group_id')])
    .where(({ or, eb }) => or([eb('u.uid', '=', owner), eb('m.uid', 'is not', null)]))
    .groupBy(['u.uid', 'u.username', 'u.name'])
    .orderBy(({ eb }) => eb('u.uid', '=', owner), 'desc')
    .orderBy('u.username')
    .limit(count)
    .execute()
}

export const memberOf = (db: Db, item_id: number, item_member_id: number) =>
  rows(db, item_id).where('m.item_member_id', '=', item_member_id).executeTakeFirst()

export const memberOfUser = (db: Db, item_id: number, uid: number) => rows(db, item_id).where('m.uid', '=', uid).executeTakeFirst()

/** The subset of these users who are members already. */
export const existingMembers = async (db: Db, item_id: number, uids: number[]) =>
  new Set(
    (await db.selectFrom('item_member').select('uid').where('item_id', '=', item_id).where('uid', 'in', uids).execute()).map(
      (row) => row.uid,
    ),
  )

/** Inserts in uid order, so that concurrent calls with the same users wait for each other and do not deadlock. */
export const insertMembers = (
  db: Db,
  { item_id }: Permission<'edit' | 'manage'>,
  members: Omit<MemberRow, 'item_member_id' | 'item_id'>[],
) =>
  db
    .insertInto('item_member')
    .values(members.toSorted((a, b) => a.uid - b.uid).map((row) => ({ ...row, item_id })))
    .returningAll()
    .execute()

export async function updateMember(
  db: Db,
  { item_id }: Permission<'edit' | 'manage'>,
  item_member_id: number,
  change: { member_group_id?: number; cat_id?: number },
) {
  const found = db.updateTable('item_member').set(change).where('item_id', '=', item_id)
  return Number((await found.where('item_member_id', '=', item_member_id).executeTakeFirst()).numUpdatedRows)
}

export const removeMember = (db: Db, { item_id }: Permission<'edit' | 'manage'>, item_member_id: number) =>
  db.deleteFrom('item_member').where('item_id', '=', item_id).where('item_member_id', '=', item_member_id).execute()

/** The owners of the teams that make this user a member of this item. */
export const teamOwnersOf = async (db: Db, item_id: number, uid: number) =>
  (
    await db
      .selectFrom('team_item_member as r')
      .innerJoin('team as t', 't.id', 'r.team_id')
      .select('t.uid')
      .where('r.item_id', '=', item_id)
      .where('r.member_uid', '=', uid)
      .execute()
  ).map((row) => row.uid)

/** Removes the user's memberships of the item, direct and through teams. The user stays in the teams. */
export async function removeFromItem(db: Db, item_id: number, uid: number): Promise<number> {
  const own = await db.deleteFrom('item_member').where('item_id', '=', item_id).where('uid', '=', uid).executeTakeFirst()
  const byTeam = await db.deleteFrom('team_item_member').where('item_id', '=', item_id).where('member_uid', '=', uid).executeTakeFirst()
  await removeWatches(db, item_id, uid)
  return Number(own.numDeletedRows + byTeam.numDeletedRows)
}

/** What a former member watches in a private item, which they can no longer read. */
export const removeWatches = (db: Db, item_id: number, uid: number) =>
  db
    .deleteFrom('watch')
    .where('item_id', '=', item_id)
    .where('uid', '=', uid)
    .where('item_id', 'in', (item) => item.selectFrom('item').select('item_id').where('password_hash', '<>', ''))
    .execute()
