import { Refusal } from '@sheaf/contract/errors'
import type { TeamPermission } from '../access/permission.ts'
import type { Db } from '../db/schema.ts'

/**
 * Locks the team. Every transaction that changes the team, its members or its items calls this first. No user joins twice, and a user who
 * joins while an item is bound still gets its rights. Refuses a team that was deleted or transferred since the permission check.
 */
export async function touchTeam(db: Db, { team_id, owner }: TeamPermission, at: number): Promise<void> {
  const touched = db.updateTable('team').set({ last_update_time: at }).where('id', '=', team_id)
  const { numUpdatedRows } = await (owner === undefined ? touched : touched.where('uid', '=', owner)).executeTakeFirst()
  if (owner !== undefined && Number(numUpdatedRows) === 0) throw new Refusal('noPermission')
}

/** Removes a user from the team and deletes all rights the team gave them. */
export async function removeTeamMember(db: Db, { team_id }: TeamPermission, member_uid: number) {
  await db.deleteFrom('team_item_member').where('team_id', '=', team_id).where('member_uid', '=', member_uid).execute()
  await db.deleteFrom('team_member').where('team_id', '=', team_id).where('member_uid', '=', member_uid).execute()
}
