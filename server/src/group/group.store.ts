import { sql } from 'kysely'
import type { TeamPermission } from '../access/permission.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'

/** The rules of a provider, or with 0 of the directory, oldest first. */
export const rulesOf = (db: Db, provider_id: number) =>
  db
    .selectFrom('team_rule as r')
    .innerJoin('team as t', 't.id', 'r.team_id')
    .select(['r.rule_id', 'r.provider_id', 'r.group_value', 'r.team_id', 'r.uid', 't.team_name', 't.uid as owner_uid'])
    .where('r.provider_id', '=', provider_id)
    .orderBy('r.rule_id')
    .execute()

export type RuleRow = Awaited<ReturnType<typeof rulesOf>>[number]

export const ruleOf = (db: Db, rule_id: number): Promise<RuleRow | undefined> =>
  db
    .selectFrom('team_rule as r')
    .innerJoin('team as t', 't.id', 'r.team_id')
    .select(['r.rule_id', 'r.provider_id', 'r.group_value', 'r.team_id', 'r.uid', 't.team_name', 't.uid as owner_uid'])
    .where('r.rule_id', '=', rule_id)
    .executeTakeFirst()

const shown = (db: Db) =>
  db
    .selectFrom('team_rule as r')
    .innerJoin('team as t', 't.id', 'r.team_id')
    .innerJoin('user as u', 'u.uid', 't.uid')
    .leftJoin('provider as p', 'p.provider_id', 'r.provider_id')
    .select(['r.rule_id', 'r.group_value', 'r.team_id', 't.team_name', 'u.username', 'u.name', 'r.username as by_username', 'r.addtime'])
    .select(({ fn }) => fn.coalesce('p.name', sql<string>`''`).as('provider'))
    .select((row) =>
      row
        .selectFrom('team_member as m')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('m.rule_id', '=', 'r.rule_id')
        .as('members'),
    )

const counted = <Row extends { members: number | null }>(rows: Row[]) => rows.map((row) => ({ ...row, members: Number(row.members) }))

export const shownRules = async (db: Db, provider_id: number) =>
  counted(await shown(db).where('r.provider_id', '=', provider_id).orderBy('t.team_name').orderBy('r.rule_id').execute())

export const shownRulesOfTeam = async (db: Db, team_id: number) =>
  counted(await shown(db).where('r.team_id', '=', team_id).orderBy('r.rule_id').execute())

interface NewRule {
  provider_id: number
  group_value: string
  team_id: number
  uid: number
  username: string
  addtime: number
}

/** Returns undefined when the group is bound to the team already. */
export const insertRule = async (db: Db, row: NewRule) =>
  (
    await db
      .insertInto('team_rule')
      .values(row)
      .onConflict((conflict) => conflict.columns(['provider_id', 'group_value', 'team_id']).doNothing())
      .returning('rule_id')
      .executeTakeFirst()
  )?.rule_id

export const deleteRule = async (db: Db, rule_id: number) =>
  (await db.deleteFrom('team_rule').where('rule_id', '=', rule_id).returning('rule_id').executeTakeFirst()) !== undefined

export const membershipsOf = (db: Db, uid: number, team_ids: number[]) =>
  db.selectFrom('team_member').select(['team_id', 'rule_id']).where('member_uid', '=', uid).where('team_id', 'in', team_ids).execute()

/** The memberships of several people in some teams; a query for each five hundred people. */
export async function membershipsOfEach(db: Db, uids: number[], team_ids: number[]) {
  const rows: { member_uid: number; team_id: number; rule_id: number }[] = []
  if (team_ids.length === 0) return new Map<number, typeof rows>()
  for (const part of inParts(uids))
    rows.push(
      ...(await db
        .selectFrom('team_member')
        .select(['member_uid', 'team_id', 'rule_id'])
        .where('member_uid', 'in', part)
        .where('team_id', 'in', team_ids)
        .execute()),
    )
  return Map.groupBy(rows, ({ member_uid }) => member_uid)
}

export const membersByRule = async (db: Db, rule_id: number) =>
  (await db.selectFrom('team_member').select('member_uid').where('rule_id', '=', rule_id).execute()).map(({ member_uid }) => member_uid)

/** Returns false when the person is a member already. */
export const insertByRule = async (db: Db, { team_id }: TeamPermission, member_uid: number, rule_id: number, addtime: number) =>
  (await db
    .insertInto('team_member')
    .values({ team_id, member_uid, rule_id, addtime })
    .onConflict((conflict) => conflict.columns(['team_id', 'member_uid']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

export const moveToRule = (db: Db, { team_id }: TeamPermission, member_uid: number, rule_id: number) =>
  db
    .updateTable('team_member')
    .set({ rule_id })
    .where('team_id', '=', team_id)
    .where('member_uid', '=', member_uid)
    .where('rule_id', '>', 0)
    .execute()

/** Removes the members by a rule and the rights that the team gave them. */
export async function removeByRule(db: Db, { team_id }: TeamPermission, rule_id: number) {
  await db
    .deleteFrom('team_item_member')
    .where('team_id', '=', team_id)
    .where('member_uid', 'in', (query) => query.selectFrom('team_member').select('member_uid').where('rule_id', '=', rule_id))
    .execute()
  await db.deleteFrom('team_member').where('rule_id', '=', rule_id).execute()
}

/**
 * Gives a new member the rights of the member who has the least in each item of the team, or to edit it when there is none: no one looks
 * at a member who comes by a group, so what the owner has narrowed stays narrow.
 */
export async function giveLeastRights(db: Db, { team_id }: TeamPermission, member_uid: number, addtime: number) {
  await sql`insert into team_item_member (team_id, item_id, member_uid, member_group_id, cat_id, addtime)
    select b.team_id, b.item_id, cast(${member_uid} as integer), coalesce(l.member_group_id, 1), coalesce(l.cat_id, 0), cast(${addtime} as bigint)
    from team_item b left join (
      select item_id, member_group_id, cat_id,
        row_number() over (partition by item_id order by member_group_id, case when cat_id = 0 then 1 else 0 end, id) as place
      from team_item_member where team_id = ${team_id}
    ) l on l.item_id = b.item_id and l.place = 1
    where b.team_id = ${team_id}
    on conflict do nothing`.execute(db)
}

/** Teams whose name contains the text, for the choice of an administrator. */
export const teamsNamed = (db: Db, text: string, count: number) =>
  db
    .selectFrom('team as t')
    .innerJoin('user as u', 'u.uid', 't.uid')
    .select(['t.id as team_id', 't.team_name', 'u.username', 'u.name'])
    .where(sql<boolean>`lower(t.team_name) like ${`%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`)
    .orderBy('t.team_name')
    .orderBy('t.id')
    .limit(count)
    .execute()

export const teamRow = (db: Db, team_id: number) =>
  db.selectFrom('team').select(['id', 'team_name', 'uid']).where('id', '=', team_id).executeTakeFirst()
