import type { Services } from '../context.ts'
import { type ItemHead, parentsOf } from './access.store.ts'
import { covers, type Rights, rightsByRows, rightsOfManager } from './access.ts'

type ItemServices = Pick<Services, 'store'>

/** The memberships of several users in an item, directly and through teams. */
async function membershipsOfEach({ store: { db } }: ItemServices, item_id: number, uids: number[]) {
  const own = db.selectFrom('item_member').select(['uid', 'member_group_id', 'cat_id']).where('item_id', '=', item_id)
  const byTeam = db
    .selectFrom('team_item_member as member')
    .innerJoin('team_item as shared', (join) =>
      join.onRef('shared.team_id', '=', 'member.team_id').onRef('shared.item_id', '=', 'member.item_id'),
    )
    .select(['member.member_uid as uid', 'member.member_group_id', 'member.cat_id'])
    .where('member.item_id', '=', item_id)
  const [rows, others] = await Promise.all([
    own.where('uid', 'in', uids).execute(),
    byTeam.where('member.member_uid', 'in', uids).execute(),
  ])
  return Map.groupBy([...rows, ...others], ({ uid }) => uid)
}

/**
 * The rights of users who are not the caller, without what their sessions have opened; a fixed number of queries for any number of users.
 * Disabled users have none.
 */
export async function rightsOfEach(services: ItemServices, item: ItemHead, uids: (number | null)[]): Promise<[number, Rights][]> {
  const wanted = [...new Set(uids)].filter((uid) => uid !== null)
  if (wanted.length === 0) return []
  const users = await services.store.db
    .selectFrom('user')
    .select(['uid', 'groupid'])
    .where('uid', 'in', wanted)
    .where('is_disabled', '=', 0)
    .execute()
  const memberships = await membershipsOfEach(services, item.item_id, wanted)
  const isLimited = [...memberships.values()].flat().some(({ cat_id }) => cat_id !== 0)
  const parents = isLimited ? await parentsOf(services, item.item_id) : []
  return users.map(({ uid, groupid }) => {
    const manages = groupid === 1 || uid === item.uid
    return [uid, manages ? rightsOfManager(item) : rightsByRows(item, memberships.get(uid) ?? [], parents, item.password_hash === '')]
  })
}

/** Those of the users who can edit this catalog of the item. */
export const editorsOf = async (services: ItemServices, item: ItemHead, cat_id: number, uids: (number | null)[]) =>
  (await rightsOfEach(services, item, uids)).filter(([, { edits }]) => covers(edits, cat_id)).map(([uid]) => uid)

/** Those of the users who can read this catalog of the item: others must not learn a title from a notice (S43). */
export const readersOf = async (services: ItemServices, item: ItemHead, cat_id: number, uids: (number | null)[]) =>
  (await rightsOfEach(services, item, uids)).filter(([, { visits }]) => covers(visits, cat_id)).map(([uid]) => uid)
