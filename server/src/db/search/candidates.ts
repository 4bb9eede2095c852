import { sql } from 'kysely'
import type { Store } from '../dialect.ts'
import type { Db } from '../schema.ts'
import { BUCKET, itemKey, type Need } from './lexemes.ts'

/** What the user may read: whole items, and these catalogs of other items. Deleted content is excluded. */
export type Reach = 'all' | { items: number[]; scoped: number[]; cats: number[] }

/** A page that contains the lexemes; its text has not been compared yet. */
export interface Candidate {
  page_id: number
  item_id: number
  cat_id: number
  page_title: string
}

/** Finds at most `limit` pages within the reach that contain all needs, newest first. */
export type SearchQuery = (needs: Need[], limit: number) => Promise<Candidate[]>

/**
 * Runs index queries. Each one starts at the newest page and stops at the limit, so frequent words cost no more than rare ones.
 * The reach is part of each query: pages that the user may not read never fill the limit.
 */
export function withSearchQuery<T>(store: Store, reach: Reach, work: (query: SearchQuery) => Promise<T>): Promise<T> {
  const isEmptyReach = reach !== 'all' && reach.items.length + reach.cats.length === 0
  const orNone =
    (query: SearchQuery): SearchQuery =>
    async (needs, limit) =>
      isEmptyReach || needs.length === 0 ? [] : query(needs, limit)
  if (store.kind === 'sqlite') return work(orNone((needs, limit) => inSqlite(store, reach, needs, limit)))
  return store.db.transaction().execute(async (trx) => {
    // The planner underestimates a sequential scan, because it does not see that each word set is stored out of line.
    const { rows } = await sql<{
      last: number
    }>`select coalesce(max(page_id), 0) as last, set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true) from page`.execute(
      trx,
    )
    return work(orNone((needs, limit) => inPostgres(trx, reach, needs, limit, rows[0]?.last ?? 0)))
  })
}

/** Maximum number of items that are part of the query text; a user who reads more items reads a large part of all pages. */
const NAMED_MAX = 200

export const sqliteQuery = (reach: Reach) => `select p.page_id, p.item_id, p.cat_id, p.page_title
  from page_words w cross join page p on p.page_id = w.rowid where w.page_words match ?
  and ${reach === 'all' ? 'p.item_id not in (select item_id from item where is_del > 0)' : '(p.item_id in (select value from json_each(?)) or p.cat_id in (select value from json_each(?)))'}
  order by w.rowid desc limit ?`

async function inSqlite(store: Store, reach: Reach, needs: Need[], limit: number): Promise<Candidate[]> {
  const ids = reach === 'all' ? [] : [...reach.items, ...reach.scoped]
  const all = needs.map(({ lexeme, prefix }) => `"${lexeme}"${prefix ? ' *' : ''}`)
  if (ids.length > 0 && ids.length <= NAMED_MAX) all.unshift(`(${ids.map((id) => `"${itemKey(id)}"`).join(' OR ')})`)
  const within = reach === 'all' ? [] : [JSON.stringify(reach.items), JSON.stringify(reach.cats)]
  return store.hot<Candidate>(sqliteQuery(reach), [all.join(' AND '), ...within, limit])
}

/** Number of buckets with the newest pages, which are searched for very frequent words. */
const NEWEST = 16

/** Finds pages in any order; if there are more than the limit, a second query returns the newest ones. */
async function inPostgres(db: Db, reach: Reach, needs: Need[], limit: number, last: number): Promise<Candidate[]> {
  const query = needs.map(({ lexeme, prefix }) => `'${lexeme}'${prefix ? ':*' : ''}`).join(' & ')
  const { rows } = await postgresQuery(reach, query, limit + 1).execute(db)
  const all = rows.sort(newestFirst)
  if (all.length <= limit) return all
  const newest = Array.from({ length: NEWEST }, (_, n) => `'@${Math.floor(last / BUCKET) - n}'`).join(' | ')
  const newestPages = await postgresQuery(reach, `${query} & (${newest})`, limit, sql`order by w.page_id + 0 desc`).execute(db)
  return (newestPages.rows.length === limit ? newestPages.rows : all.slice(0, limit)).sort(newestFirst)
}

const newestFirst = (a: Candidate, b: Candidate) => b.page_id - a.page_id

/** Sorting by an expression keeps the planner from scanning the table in id order because it expects an early match. */
export const postgresQuery = (reach: Reach, query: string, limit: number, order = sql``) => sql<Candidate>`
  select p.page_id, p.item_id, p.cat_id, p.page_title
  from (select w.page_id from page_words w where w.words @@ ${query}::tsquery and ${within(reach)} ${order} limit ${limit}) f
  join page p on p.page_id = f.page_id`

const within = (reach: Reach) =>
  reach === 'all'
    ? sql`w.item_id not in (select item_id from item where is_del > 0)`
    : reach.cats.length === 0
      ? sql`w.item_id = any(${reach.items}::int[])`
      : sql`(w.item_id = any(${reach.items}::int[])
          or w.page_id in (select page_id from page where item_id = any(${reach.scoped}::int[]) and cat_id = any(${reach.cats}::int[])))`
