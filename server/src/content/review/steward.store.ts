import type { Steward } from '@sheaf/contract'
import { inParts } from '../../db/batches.ts'
import type { Db } from '../../db/schema.ts'

export const NO_STEWARD: Stewarded = { uid: 0, username: '', name: '', team_id: 0, team_name: '' }

/** Members of a team that is a steward who get its news, by their number. */
export const STEWARD_MEMBERS_MAX = 200

export const firstMembers = async (db: Db, item_id: number, team_id: number) =>
  (
    await db
      .selectFrom('team_item_member')
      .select('member_uid')
      .distinct()
      .where('item_id', '=', item_id)
      .where('team_id', '=', team_id)
      .orderBy('member_uid')
      .limit(STEWARD_MEMBERS_MAX)
      .execute()
  ).map(({ member_uid }) => member_uid)

export type StewardNumbers = { uid: number; team_id: number }
type Stewarded = StewardNumbers & Pick<Steward, 'username' | 'name' | 'team_name'>

/** The people and teams behind these numbers; an account or a team that is gone is no one. */
export async function stewardsNamed(db: Db, wanted: StewardNumbers[]) {
  const [uids, team_ids] = [[...new Set(wanted.map(({ uid }) => uid))], [...new Set(wanted.map(({ team_id }) => team_id))]]
  const people = new Map<number, { username: string; name: string }>()
  const teams = new Map<number, string>()
  for (const part of inParts(uids.filter((uid) => uid > 0)))
    for (const row of await db.selectFrom('user').select(['uid', 'username', 'name']).where('uid', 'in', part).execute())
      people.set(row.uid, { username: row.username, name: row.name || row.username })
  for (const part of inParts(team_ids.filter((id) => id > 0)))
    for (const row of await db.selectFrom('team').select(['id', 'team_name']).where('id', 'in', part).execute())
      teams.set(row.id, row.team_name)
  return ({ uid, team_id }: StewardNumbers): Stewarded => {
    const person = people.get(uid)
    if (person) return { ...NO_STEWARD, uid, ...person }
    const team_name = teams.get(team_id)
    return team_name === undefined ? NO_STEWARD : { ...NO_STEWARD, team_id, team_name }
  }
}
