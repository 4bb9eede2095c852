import { Refusal } from '@sheaf/contract'
import type { Ctx } from '../context.ts'

/** A team is its owner's alone: administrators see teams but change none of others' (D6). A missing team looks like a foreign one. */
export async function mustOwnTeam({ db, user }: Ctx<'user'>, team_id: number) {
  const team = await db.selectFrom('team').selectAll().where('id', '=', team_id).executeTakeFirst()
  if (!team || team.uid !== user.uid) throw new Refusal('noPermission')
  return team
}
