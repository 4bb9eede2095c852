import { Refusal } from '@sheaf/contract'
import type { TeamPermission } from '../access/permission.ts'
import { writeAudit } from '../auth/audit.ts'
import { touchTeam } from '../content/membership.store.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { notify } from '../notice/notice.store.ts'
import { bindingsOf, giveRights, insertTeamMembers, membersOfTeam } from './team.store.ts'

/** Adds people to a team and to its items, all or none, and informs them. */
export async function addToTeam(
  trx: Db,
  ctx: Ctx<'user'>,
  { team_id, team_name, permission }: { team_id: number; team_name: string; permission: TeamPermission },
  users: { uid: number; username: string }[],
) {
  await touchTeam(trx, permission, ctx.now())
  const known = new Set((await membersOfTeam(trx, team_id)).map((row) => row.member_uid))
  const twice = users.filter((one) => known.has(one.uid)).map((one) => one.username)
  if (twice.length) throw new Refusal('memberAlready', { names: twice.join(', ') })
  const uids = users.map((one) => one.uid)
  const rows = await insertTeamMembers(trx, permission, uids, ctx.now())
  const item_ids = (await bindingsOf(trx, team_id)).map((one) => one.item_id)
  await giveRights(trx, permission, item_ids, uids, ctx.now())
  await notify(trx, ctx.user, { uids, kind: 'teamJoined', about: { team: team_name } }, ctx.now())
  for (const one of users) await writeAudit(trx, ctx, 'teamMemberAdded', { subject: team_name, detail: one.username })
  return rows
}
