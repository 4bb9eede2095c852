import { sql } from 'kysely'
import type { Store } from '../dialect.ts'
import type { Db } from '../schema.ts'
import { BUCKET, itemKey, type Need } from './lexemes.ts'

/** Where somebody may read: whole items, and of other items these catalogs; everything that is not deleted. */
export type Reach = 'all' | { items: number[]; scoped: number[]; cats: number[] }

/** A page that holds what was asked for; its text has not been looked at. */
export interface Candidate {
  page_id: number
  item_id: number
  cat_id: number
  page_title: string
}

/** At most `limit` pages within the reach that hold all of it, the newest first. */
export type Ask = (needs: Need[], limit: number) => Promise<Candidate[]>

/**
 * Questions to the index, each answered from its newest end and only as far as needed, so that a word of every page costs what a rare
 * one does. The reach is part of each question: what somebody may not read takes no place among the answers.
 */
export function withSearchQuery<T>(store: Store, reach: Reach, work: (ask: Ask) => Promise<T>): Promise<T> {
  const isNowhere = reach !== 'all' && reach.items.length + reach.cats.length === 0
  const orNone =
    (ask: Ask): Ask =>
    async (needs, limit) =>
      isNowhere || needs.length === 0 ? [] : ask(needs, limit)
  if (store.kind === 'sqlite') return work(orNone((needs, limit) => inSqlite(store, reach, needs, limit)))
  return store.db.transaction().execute(async (trx) => {
    // A look through the whole table seems cheap to the planner, which does not see that each set of words is fetched from elsewhere.
    const { rows } = await sql<{
      last: number
    }>`select coalesce(max(page_id), 0) as last, set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true) from page`.execute(
      trx,
    )
    return work(orNone((needs, limit) => inPostgres(trx, reach, needs, limit, rows[0]?.last ?? 0)))
  })
}

/** So many items are named in the question itself; who reads more of them reads a good part of everything. */
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

/** Buckets of the newest pages, in which one looks for what is almost everywhere. */
const NEWEST = 16

/** Whatever holds it, in any order; when that is more than asked for, the newest of it instead. */
async function inPostgres(db: Db, reach: Reach, needs: Need[], limit: number, last: number): Promise<Candidate[]> {
  const query = needs.map(({ lexeme, prefix }) => `'${lexeme}'${prefix ? ':*' : ''}`).join(' & ')
  const { rows } = await postgresQuery(reach, query, limit + 1).execute(db)
  const all = rows.sort(newestFirst)
  if (all.length <= limit) return all
  const newest = Array.from({ length: NEWEST }, (_, n) => `'@${Math.floor(last / BUCKET) - n}'`).join(' | ')
  const ahead = await postgresQuery(reach, `${query} & (${newest})`, limit, sql`order by w.page_id + 0 desc`).execute(db)
  return (ahead.rows.length === limit ? ahead.rows : all.slice(0, limit)).sort(newestFirst)
}

const newestFirst = (a: Candidate, b: Candidate) => b.page_id - a.page_id

/** Sorting by a sum keeps the planner from walking the table's own order in the hope of an early hit. */
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
