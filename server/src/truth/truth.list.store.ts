import type { TruthCounts } from '@sheaf/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../access/permission.ts'
import { type Moment, PAGE_STATES, type PageTruthState } from '../content/proof/proof.rules.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'

/** Which pages of an item are listed. */
interface TruthFilter {
  item_id: number
  /** The catalogs that the caller may learn about. */
  scope: Scope
  /** 0 for any. */
  owner_uid?: number
  /** A catalog with all below it. */
  below?: Scope
  kind?: string
  keyword?: string
}

/** A page with its state at the time of the query. */
export interface StatedPage {
  page_id: number
  page_title: string
  cat_id: number
  owner_uid: number
  state: PageTruthState
  since: number
  /** Undefined without a period. */
  due: number | undefined
}

/**
 * The pages of an item that have a state, a period or a steward, as the table `stated`. Says in SQL what `stateAt` says about one page: the
 * worst of state and review counts.
 */
const stated = (item_id: number, { at, more }: Moment) => sql`with
  reviewed as (
    select p.page_id, p.page_title, p.cat_id, coalesce(s.state, '') as stored, coalesce(s.fresh_until, 0) as fresh_until,
      coalesce(s.since, 0) as stored_since, coalesce(s.reasons, '') as reasons, coalesce(r.uid, 0) as owner_uid,
      case when r.days > 0 then r.due end as due,
      case when r.verified_time > 0 and r.changed_time = 0 then 1 else 0 end as is_verified
    from page p
    left join page_state s on s.page_id = p.page_id
    left join page_review r on r.page_id = p.page_id
    where p.item_id = ${item_id} and p.is_del = 0 and (s.page_id is not null or r.page_id is not null)),
  stated as (
    select page_id, page_title, cat_id, owner_uid, due, reasons,
      case when stored in ('gone', 'stale') then stored
        when due > 0 and due <= ${at} then 'due'
        when stored = 'fresh' and fresh_until > 0 and fresh_until + ${sql.lit(more)} <= ${at} then 'unchecked'
        when stored <> '' then stored
        when due is not null and is_verified = 1 then 'fresh'
        else '' end as state,
      case when stored in ('gone', 'stale') then stored_since
        when due > 0 and due <= ${at} then due
        when stored = 'fresh' and fresh_until > 0 and fresh_until + ${sql.lit(more)} <= ${at} then fresh_until + ${sql.lit(more)}
        else stored_since end as since
    from reviewed)`

const inCatalogs = (scope: Scope) =>
  scope === 'all' ? sql`1 = 1` : scope === 'none' || scope.size === 0 ? sql`1 = 0` : sql`cat_id in (${sql.join([...scope].map(sql.lit))})`

const PROOF_KINDS = ['file', 'operation', 'table', 'address']

function matching({ scope, owner_uid = 0, below = 'all', kind = '', keyword = '' }: TruthFilter): RawBuilder<unknown> {
  const wanted = [sql`state <> ''`, inCatalogs(scope), inCatalogs(below)]
  if (owner_uid > 0) wanted.push(sql`owner_uid = ${owner_uid}`)
  if (PROOF_KINDS.includes(kind)) wanted.push(sql`exists (select 1 from proof x where x.page_id = stated.page_id and x.kind = ${kind})`)
  else if (kind === 'review') wanted.push(sql`due is not null`)
  // In stored JSON the quotation marks of a text are escaped, so this is found in no text.
  else if (kind !== '') wanted.push(sql`reasons like ${`%"kind":"${kind}"%`}`)
  const words = keyword.trim()
  if (words !== '') {
    // SQLite knows only ASCII letters in lower case: other letters are found as they are written.
    const has = (column: string) =>
      sql.join(
        [words, words.toLowerCase()].map((one) => sql`lower(${sql.ref(column)}) like ${`%${one.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`),
        sql` or `,
      )
    wanted.push(sql`(${has('page_title')} or exists (select 1 from proof x where x.page_id = stated.page_id and (${has('x.target')})))`)
  }
  return sql.join(wanted, sql` and `)
}

/** Pages with a person who is responsible that are stale or gone since `from`. */
export async function pagesToReport(db: Db, item_id: number, { from, to }: { from: number; to: number }): Promise<CaredPage[]> {
  const found = sql<CaredPage>`${stated(item_id, { at: to, more: 0 })}
    select page_id, page_title, cat_id, owner_uid from stated
    where owner_uid > 0 and state in ('gone', 'stale') and since > ${from} and since <= ${to} order by page_id`
  return (await found.execute(db)).rows
}

/** A page with news for its owner. */
export type CaredPage = Pick<StatedPage, 'page_id' | 'page_title' | 'cat_id' | 'owner_uid'>

/** Those of these pages that have an owner. */
export async function pagesWithOwners(db: Db, item_id: number, page_ids: number[], at: number) {
  const found: CaredPage[] = []
  for (const some of inParts(page_ids)) {
    const { rows } = await sql<CaredPage>`${stated(item_id, { at, more: 0 })} select page_id, page_title, cat_id, owner_uid from stated
      where owner_uid > 0 and page_id in (${sql.join(some)}) order by page_id`.execute(db)
    found.push(...rows)
  }
  return found
}

export const wasReminded = async (db: Db, { uid, item_id, kind }: { uid: number; item_id: number; kind: string }, since: number) =>
  (await db
    .selectFrom('notice')
    .select('notice_id')
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .where('item_id', '=', item_id)
    .where('notice_time', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined

export async function countStates(db: Db, filter: TruthFilter, moment: Moment): Promise<TruthCounts> {
  const counts: TruthCounts = { gone: 0, stale: 0, due: 0, unchecked: 0, fresh: 0 }
  const found = sql<{ state: PageTruthState; pages: number }>`${stated(filter.item_id, moment)}
    select state, count(*) as pages from stated where ${matching(filter)} group by state`
  for (const { state, pages } of (await found.execute(db)).rows) counts[state] = Number(pages)
  return counts
}

/** The states that a filter names; `''`: those that need a look. */
export const statesIn = (state: string) =>
  state === 'all' ? PAGE_STATES : state === '' ? PAGE_STATES.filter((one) => one !== 'fresh') : PAGE_STATES.filter((one) => one === state)

/** The pages in one of the states, the worst and the oldest first. */
export async function listStates(
  db: Db,
  filter: TruthFilter,
  { state, from = 0, count }: { state: string; from?: number; count: number },
  moment: Moment,
): Promise<StatedPage[]> {
  const states = statesIn(state)
  const rank = sql.join(
    PAGE_STATES.map((one, n) => sql`when ${sql.lit(one)} then ${sql.lit(n)}`),
    sql` `,
  )
  const found = sql<StatedPage>`${stated(filter.item_id, moment)}
    select page_id, page_title, cat_id, owner_uid, state, since, due from stated
    where ${matching(filter)} and state in (${sql.join(states)})
    order by case state ${rank} end, since, page_id limit ${count} offset ${from}`
  const { rows } = await found.execute(db)
  return rows.map((row) => ({ ...row, since: Number(row.since), due: row.due === null ? undefined : Number(row.due) }))
}
