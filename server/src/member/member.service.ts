import { Refusal } from '@sheaf/contract'
import type { Granted } from '../access/access.ts'
import { writeAudit } from '../auth/audit.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { notify } from '../notice/notice.store.ts'
import { nameOf } from '../user/user.store.ts'
import { existingMembers, insertMembers, updateMember } from './member.store.ts'

type Place = Pick<Granted<'edit' | 'manage'>, 'item' | 'permission'>
/** What a member gets: read only (0) or edit (1), in the whole item (0) or in one catalog. */
interface Given {
  authority: 0 | 1
  cat_id: number
}

export const memberAlready = (users: { username: string }[]) =>
  new Refusal('memberAlready', { names: users.map(({ username }) => username).join(', ') })

/** Adds people to an item, all or none, and informs them. */
export async function addMembers(
  trx: Db,
  ctx: Ctx<'user'>,
  { item, permission }: Place,
  users: { uid: number; username: string }[],
  { authority, cat_id }: Given,
) {
  const uids = users.map(({ uid }) => uid)
  const { item_id, item_name } = item
  const known = await existingMembers(trx, item_id, uids)
  const twice = users.filter(({ uid }) => known.has(uid))
  if (twice.length) throw memberAlready(twice)
  const rows = await insertMembers(
    trx,
    permission,
    uids.map((uid) => ({ uid, member_group_id: authority, cat_id, addtime: ctx.now() })),
  )
  await notify(trx, ctx.user, { uids, kind: 'itemJoined', about: { item: item_name, authority }, item_id }, ctx.now())
  for (const { username } of users) await writeAudit(trx, ctx, 'memberAdded', { subject: item_name, detail: `${username} (${authority})` })
  return rows
}

/** Changes what a member may do, and informs them of another role. Returns the number of changed rows. */
export async function changeMember(
  trx: Db,
  ctx: Ctx<'user'>,
  { item, permission }: Place,
  membership: { item_member_id: number; uid: number; member_group_id: number },
  { authority, cat_id }: { authority: number; cat_id: number },
) {
  const { item_id, item_name } = item
  if (authority !== membership.member_group_id)
    await notify(trx, ctx.user, { uids: [membership.uid], kind: 'authority', about: { item: item_name, authority }, item_id }, ctx.now())
  const detail = `${await nameOf(trx, membership.uid)} (${authority})`
  await writeAudit(trx, ctx, 'memberChanged', { subject: item_name, detail })
  return updateMember(trx, permission, membership.item_member_id, { member_group_id: authority, cat_id })
}
