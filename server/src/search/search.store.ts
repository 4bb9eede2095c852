import { type Scope, scopeOf } from '../access/access.ts'
import type { Ctx, Services } from '../context.ts'
import type { Reach } from '../db/search/candidates.ts'

type Searcher = Pick<Ctx<'user'>, 'store' | 'user' | 'session_id' | 'grant'>

interface Row {
  item_id: number
  cat_id: number
}

/** Whether the session can read the whole item: a public one, or one whose current visit password was entered. */
const OPEN = `(i.password_hash = '' or exists (select 1 from session_visit v
  where v.session_id = ? and v.item_id = i.item_id and v.password_stamp = i.password_stamp))`

/** Owned items, memberships and team memberships; cat_id 0 means the whole item, which members of an open item can read. */
const RIGHTS_SQL = `select item_id, 0 as cat_id from item where uid = ? and is_del = 0
  union all select m.item_id, case when ${OPEN} then 0 else m.cat_id end from item_member m join item i on i.item_id = m.item_id where m.uid = ? and i.is_del = 0
  union all select m.item_id, case when ${OPEN} then 0 else m.cat_id end from team_item_member m join team_item t on t.team_id = m.team_id and t.item_id = m.item_id
    join item i on i.item_id = m.item_id where m.member_uid = ? and i.is_del = 0`

/** Everything the user can read: the items of "My items", and every item for administrators. */
export const reachOf = async (searcher: Searcher): Promise<Reach> => (searcher.user.groupid === 1 ? 'all' : reachOfOwn(searcher))

/** The items of "My items", limited to `among` when it is given. */
export async function reachOfOwn(
  { store, user: { uid }, session_id, grant }: Searcher,
  among?: Set<number>,
): Promise<Exclude<Reach, 'all'>> {
  const session = session_id ?? 0
  const places = new Map<number, number[]>()
  for (const { item_id, cat_id } of await store.hot<Row>(RIGHTS_SQL, [uid, session, uid, session, uid]))
    places.set(item_id, [...(places.get(item_id) ?? []), cat_id])
  const wanted = [...places].filter(([item_id]) => (among?.has(item_id) ?? true) && (grant?.items?.has(item_id) ?? true))
  const limited = wanted.filter(([, cat_ids]) => !cat_ids.includes(0))
  const reach = { items: [] as number[], scoped: [] as number[], cats: [] as number[] }
  for (const [item_id, cat_ids] of wanted) if (cat_ids.includes(0)) reach.items.push(item_id)
  if (limited.length === 0) return reach
  const parents = await parentsWithin(
    { store },
    limited.map(([item_id]) => item_id),
  )
  for (const [item_id, cat_ids] of limited) add(reach, item_id, scopeOf(cat_ids, parents.get(item_id) ?? []))
  return reach
}

interface Parent {
  item_id: number
  cat_id: number
  parent_cat_id: number
}

/** The catalogs of these items, by item. */
async function parentsWithin({ store }: SearchServices, item_ids: number[]) {
  const text = `select item_id, cat_id, parent_cat_id from catalog where item_id in (${inJson(store)})`
  return Map.groupBy(await store.hot<Parent>(text, [JSON.stringify(item_ids)]), (row) => row.item_id)
}

/** One item, as far as the permission of the user reaches. */
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

type SearchServices = Pick<Services, 'store'>

export interface PageRow {
  page_id: number
  item_id: number
  cat_id: number
  page_title: string
  page_content: string
  s_number: number
  page_comments: string
  author_uid: number | null
  author_username: string
  addtime: number
  method: string | null
}

const COLUMNS = 'page_id, item_id, cat_id, page_title, page_content, s_number, page_comments, author_uid, author_username, addtime, method'
const PAGES_PER_QUERY = 20
const marks = (n: number) => Array.from({ length: n }, () => '?').join(',')
const padded = (ids: number[], n: number) => Array.from({ length: n }, (_, at) => ids[at] ?? 0)

/** At most twenty pages in the given order; each is checked again, because the index can be older than the page row. */
export async function pagesOf({ store }: SearchServices, reach: Reach, candidates: { page_id: number }[]): Promise<PageRow[]> {
  const ids = padded(
    candidates.map((page) => page.page_id),
    PAGES_PER_QUERY,
  )
  const rows = await store.hot<PageRow>(`select ${COLUMNS} from page where page_id in (${marks(PAGES_PER_QUERY)}) and is_del = 0`, ids)
  const known = new Map(rows.filter((row) => isWithin(reach, row)).map((row) => [row.page_id, row]))
  return candidates.flatMap((page) => known.get(page.page_id) ?? [])
}

const isWithin = (reach: Reach, { item_id, cat_id }: PageRow) =>
  reach === 'all' || reach.items.includes(item_id) || (reach.scoped.includes(item_id) && reach.cats.includes(cat_id))

interface ItemName {
  item_id: number
  item_name: string
  item_description: string
  item_domain: string
  item_type: number
  is_private: number
  last_update_time: number
}

const ITEM = `select item_id, item_name, item_description, item_domain, item_type, last_update_time,
  case when password_hash = '' then 0 else 1 end as is_private from item where is_del = 0`

/** The names of all items within the reach. */
export const itemsWithin = ({ store }: SearchServices, reach: Reach) =>
  reach === 'all'
    ? store.hot<ItemName>(ITEM, [])
    : store.hot<ItemName>(`${ITEM} and item_id in (${inJson(store)})`, [JSON.stringify([...reach.items, ...reach.scoped])])

/** A subquery with the values of a JSON list. */
const inJson = ({ kind }: Services['store']) =>
  kind === 'sqlite' ? 'select value from json_each(?)' : 'select value::int from json_array_elements_text(?::json)'

interface CatalogName {
  cat_id: number
  parent_cat_id: number
  cat_name: string
}

/** These catalogs and all their ancestors. */
export async function catalogsAbove({ store }: SearchServices, cat_ids: number[]): Promise<Map<number, CatalogName>> {
  const known = new Map<number, CatalogName>()
  for (let wanted = [...new Set(cat_ids)].filter((id) => id !== 0); wanted.length > 0; ) {
    const text = `select cat_id, parent_cat_id, cat_name from catalog where cat_id in (${inJson(store)})`
    for (const row of await store.hot<CatalogName>(text, [JSON.stringify(wanted)])) known.set(row.cat_id, row)
    const parents = new Set(wanted.map((id) => known.get(id)?.parent_cat_id ?? 0))
    wanted = [...parents].filter((id) => id !== 0 && !known.has(id))
  }
  return known
}
