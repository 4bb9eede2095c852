import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { headsIn, type ItemHead, parentsIn } from './access.store.ts'
import { covers, type Rights, rightsByRows, rightsOfManager } from './access.ts'

/** `db` can be a transaction, which then reads everything. */
interface ItemServices {
  store: { db: Db }
}

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
  const parents = isLimited ? await parentsIn(services, [item.item_id]) : []
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

/** The rights of one user in several items that are not deleted, without what their sessions have opened; a fixed number of queries. */
export async function rightsInEach(
  services: ItemServices,
  { uid, groupid }: { uid: number; groupid: number },
  item_ids: number[],
): Promise<Map<number, Rights>> {
  const items = await headsIn(services, item_ids)
  const { db } = services.store
  const rows: { item_id: number; member_group_id: number; cat_id: number }[] = []
  for (const part of inParts(items)) {
    const ids = part.map(({ item_id }) => item_id)
    const own = db.selectFrom('item_member').select(['item_id', 'member_group_id', 'cat_id']).where('uid', '=', uid)
    const byTeam = db
      .selectFrom('team_item_member as member')
      .innerJoin('team_item as shared', (join) =>
        join.onRef('shared.team_id', '=', 'member.team_id').onRef('shared.item_id', '=', 'member.item_id'),
      )
      .select(['member.item_id', 'member.member_group_id', 'member.cat_id'])
      .where('member.member_uid', '=', uid)
    rows.push(...(await own.where('item_id', 'in', ids).execute()), ...(await byTeam.where('member.item_id', 'in', ids).execute()))
  }
  const memberships = Map.groupBy(rows, ({ item_id }) => item_id)
  const limited = [...new Set(rows.filter(({ cat_id }) => cat_id !== 0).map(({ item_id }) => item_id))]
  const parents = Map.groupBy(await parentsIn(services, limited), ({ item_id }) => item_id)
  return new Map(
    items.map((item) => {
      const manages = groupid === 1 || uid === item.uid
      const { item_id, password_hash } = item
      const own = memberships.get(item_id) ?? []
      return [item_id, manages ? rightsOfManager(item) : rightsByRows(item, own, parents.get(item_id) ?? [], password_hash === '')]
    }),
  )
}
