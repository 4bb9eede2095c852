import type { Meaning } from '@sheaf/markdown/meaning'
import type { ChangeType } from '../content/change.rules.ts'
import type { Services } from '../context.ts'
import { inJson } from '../db/in-json.ts'
import type { Db } from '../db/schema.ts'

type WithStore = Pick<Services, 'store'>

export interface ChangeFilter {
  /** 0 for all pages. */
  page_id: number
  /** All types when undefined. */
  types: readonly string[] | undefined
  /** "" for all persons. */
  username: string
  /** Unix seconds, 0 for all times. */
  since: number
}

/** Where a part of the list begins: below a change, newest first, or after a cursor in the order of announcement. */
export type Start = { before: number } | { after: number }

/** What decides who sees a change: its place, and where its page is now. */
export interface ChangePlace {
  change_id: number
  seq: number | null
  item_id: number
  page_id: number
  cat_id: number
  type: ChangeType
  uid: number | null
  via: string
  /** Of the page as it is now; null when it is gone for good, and for catalogs and items. */
  page_item: number | null
  page_cat: number | null
  page_del: number | null
}

/**
 * The next changes of these items. Each item is read from its own index and only as far as the limit, so neither many items nor many
 * changes of other items make it slow.
 */
export async function placesOfChanges(services: WithStore, item_ids: number[], filter: ChangeFilter, start: Start, limit: number) {
  const isForward = 'after' in start
  const key = isForward ? 'seq' : 'change_id'
  const { page_id, types, username, since } = filter
  const values: unknown[] = [isForward ? start.after : start.before]
  if (page_id > 0) values.push(page_id)
  if (types) values.push(JSON.stringify(types))
  if (username) values.push(username)
  if (since > 0) values.push(since)
  const matches = (row: string) =>
    [
      `${row}.item_id = i.value and ${row}.${key} ${isForward ? '>' : '<'} ?`,
      page_id > 0 ? `${row}.page_id = ?` : '',
      types ? `${row}.type in (${inJson(services, 'text')})` : '',
      username ? `${row}.username = ?` : '',
      since > 0 ? `${row}.until_time >= ?` : '',
    ]
      .filter(Boolean)
      .join(' and ')
  const order = isForward ? 'asc' : 'desc'
  const last = `(select y.${key} from change y where ${matches('y')} order by y.${key} ${order} limit 1 offset ?)`
  const bound = isForward ? `c.seq <= coalesce(${last}, 2147483647)` : `c.change_id >= coalesce(${last}, 0)`
  const text = `select c.change_id, c.seq, c.item_id, c.page_id, c.cat_id, c.type, c.uid, c.via,
      p.item_id as page_item, p.cat_id as page_cat, p.is_del as page_del
    from (${inJson(services, 'int')}) i join change c on ${matches('c')} and ${bound}
    left join page p on c.page_id > 0 and p.page_id = c.page_id order by c.${key} ${order} limit ?`
  return services.store.hot<ChangePlace>(text, [JSON.stringify(item_ids), ...values, ...values, limit, limit])
}

/** A change as it is shown or announced. */
export interface ChangeRow {
  change_id: number
  seq: number | null
  item_id: number
  page_id: number
  cat_id: number
  type: ChangeType
  title: string
  uid: number | null
  username: string
  /** The display name of the person. */
  name: string
  via: string
  suggestion_id: number
  batch_id: number
  from_history_id: number
  version_from: number
  version_to: number
  meaning: Meaning[] | undefined
  addtime: number
  until_time: number
  /** 1: a small change, which is no news. */
  is_minor: number
}

const ROW = `select c.change_id, c.seq, c.item_id, c.page_id, c.cat_id, c.type, c.title, c.uid, c.username,
    coalesce(nullif(u.name, ''), c.username) as name, c.via, c.suggestion_id, c.batch_id, c.from_history_id, c.version_from, c.version_to, c.detail,
    c.addtime, c.until_time, c.is_minor
  from change c left join "user" u on u.uid = c.uid`

type Stored = Omit<ChangeRow, 'meaning'> & { detail: string | null }
const opened = ({ detail, ...row }: Stored): ChangeRow => ({
  ...row,
  meaning: detail === null ? undefined : (JSON.parse(detail) as Meaning[]),
})

export async function changesById(services: WithStore, ids: number[]): Promise<Map<number, ChangeRow>> {
  const rows = await services.store.hot<Stored>(`${ROW} where c.change_id in (${inJson(services, 'int')})`, [JSON.stringify(ids)])
  return new Map(rows.map((row) => [row.change_id, opened(row)]))
}

/** The changes of all items announced after a cursor, in the order of announcement. */
export async function announcedAfter({ store }: WithStore, seq: number, limit: number): Promise<(ChangeRow & { seq: number })[]> {
  const rows = await store.hot<Stored>(`${ROW} where c.seq > ? order by c.seq limit ?`, [seq, limit])
  return rows.map((row) => opened(row) as ChangeRow & { seq: number })
}

/** The cursor of the newest announced change; 0 for none. */
export const newestCursor = async ({ store }: WithStore) =>
  (await store.hot<{ last: number }>('select last from change_cursor', []))[0]?.last ?? 0

/** Changes that the list of persons covers. */
const PEOPLE_CHANGES = 2000

/** The persons who made the latest changes of an item, on request also those who made or decided suggestions. */
export const peopleOf = ({ store }: WithStore, item_id: number, withSuggestions: boolean) =>
  store.hot<{ username: string; name: string }>(
    `select l.username, max(coalesce(nullif(u.name, ''), l.username)) as name
     from (select username, uid, type from change where item_id = ? order by change_id desc limit ?) l left join "user" u on u.uid = l.uid
     ${withSuggestions ? '' : "where l.type not like 'suggestion.%'"} group by l.username order by l.username`,
    [item_id, PEOPLE_CHANGES],
  )

/** The catalogs among these that exist. */
export async function catalogsThere(services: WithStore, cat_ids: number[]): Promise<Set<number>> {
  const text = `select cat_id from catalog where cat_id in (${inJson(services, 'int')})`
  const rows = await services.store.hot<{ cat_id: number }>(text, [JSON.stringify([...new Set(cat_ids)].sort((a, b) => a - b))])
  return new Set(rows.map(({ cat_id }) => cat_id))
}

/** The most recently changed of these items. */
export const latestItems = async (services: WithStore, item_ids: number[], limit: number) =>
  (
    await services.store.hot<{ item_id: number }>(
      `select item_id from item where item_id in (${inJson(services, 'int')}) order by last_update_time desc limit ?`,
      [JSON.stringify(item_ids), limit],
    )
  ).map(({ item_id }) => item_id)

const TIDY_ROWS = 200

export const oldestChanges = ({ store }: WithStore) =>
  store.hot<{ change_id: number; until_time: number }>('select change_id, until_time from change order by change_id limit ?', [TIDY_ROWS])

export const removeChanges = (db: Db, change_ids: number[]) => db.deleteFrom('change').where('change_id', 'in', change_ids).execute()
