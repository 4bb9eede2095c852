import { parentsOf } from '../access/access.store.ts'
import { type Scope, scopeOf } from '../access/scope.ts'
import type { Ctx } from '../context.ts'
import type { Reach } from '../db/search/candidates.ts'

type Asker = Pick<Ctx<'user'>, 'store' | 'user' | 'session_id'>

interface Row {
  item_id: number
  cat_id: number
}

/** Where a visitor of this session reads everything: a public item, or one whose current visit password was entered. */
const OPEN = `(i.password_hash = '' or exists (select 1 from session_visit v
  where v.session_id = ? and v.item_id = i.item_id and v.password_stamp = i.password_stamp))`

/** Own items, those of a member, those of a team; 0 is the whole item, which is what a member reads of an open one. */
const RIGHTS_SQL = `select item_id, 0 as cat_id from item where uid = ? and is_del = 0
  union all select m.item_id, case when ${OPEN} then 0 else m.cat_id end from item_member m join item i on i.item_id = m.item_id where m.uid = ? and i.is_del = 0
  union all select m.item_id, case when ${OPEN} then 0 else m.cat_id end from team_item_member m join team_item t on t.team_id = m.team_id and t.item_id = m.item_id
    join item i on i.item_id = m.item_id where m.member_uid = ? and i.is_del = 0`

/** All that is somebody's to read: what "My items" lists, and for administrators every item. */
export const reachOf = async (asker: Asker): Promise<Reach> => (asker.user.groupid === 1 ? 'all' : reachOfOwn(asker))

/** What "My items" lists, of these items only when they are named. */
export async function reachOfOwn({ store, user: { uid }, session_id }: Asker, among?: Set<number>): Promise<Reach> {
  const session = session_id ?? 0
  const places = new Map<number, number[]>()
  for (const { item_id, cat_id } of await store.hot<Row>(RIGHTS_SQL, [uid, session, uid, session, uid]))
    places.set(item_id, [...(places.get(item_id) ?? []), cat_id])
  const reach = { items: [] as number[], scoped: [] as number[], cats: [] as number[] }
  for (const [item_id, cat_ids] of places) {
    if (among && !among.has(item_id)) continue
    if (cat_ids.includes(0)) reach.items.push(item_id)
    else add(reach, item_id, scopeOf(cat_ids, await parentsOf({ store }, item_id)))
  }
  return reach
}

/** One item, as far as somebody's right in it goes. */
export function reachIn(item_id: number, scope: Scope): Reach {
  const reach = { items: [] as number[], scoped: [] as number[], cats: [] as number[] }
  if (scope === 'all') reach.items.push(item_id)
  else add(reach, item_id, scope)
  return reach
}

function add(reach: Exclude<Reach, 'all'>, item_id: number, scope: Scope) {
  if (typeof scope === 'string') return
  reach.scoped.push(item_id)
  reach.cats.push(...scope)
}
