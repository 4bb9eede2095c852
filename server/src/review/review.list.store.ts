import type { ReviewListState } from '@sheaf/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Scope } from '../access/permission.ts'
import type { Db, Schema } from '../db/schema.ts'

/** An item with the catalogs whose pages the caller edits. */
interface ItemScope {
  item_id: number
  scope: Scope
}

export interface ReviewFilter {
  items: ItemScope[]
  /** A catalog with all below it. */
  below: Scope
  uid: number
  team_id: number
  /** The caller and their teams, whose pages are `mine`. */
  me: { uid: number; team_ids: number[] }
}

const SOON_SECONDS = 30 * 86_400

const ids = (numbers: Iterable<number>) => sql.join([...numbers].map((number) => sql.lit(number)))

const inScope = (scope: Scope) =>
  scope === 'all' ? sql`1 = 1` : scope === 'none' || scope.size === 0 ? sql`1 = 0` : sql`r.cat_id in (${ids(scope)})`

/** Live pages with a period or a steward, in the items and catalogs of the filter. */
function within({ items, below }: Pick<ReviewFilter, 'items' | 'below'>): RawBuilder<unknown> {
  const whole = items.filter(({ scope }) => scope === 'all').map(({ item_id }) => item_id)
  const parts = items.filter(({ scope }) => scope !== 'all')
  const places = [
    ...(whole.length > 0 ? [sql`r.item_id in (${ids(whole)})`] : []),
    ...parts.map(({ item_id, scope }) => sql`(r.item_id = ${sql.lit(item_id)} and ${inScope(scope)})`),
  ]
  const place = places.length > 0 ? sql`(${sql.join(places, sql` or `)})` : sql`1 = 0`
  return sql`${place} and r.is_del = 0 and (r.days > 0 or r.uid > 0 or r.team_id > 0) and ${inScope(below)}`
}

const ofSteward = ({ uid, team_id }: Pick<ReviewFilter, 'uid' | 'team_id'>) =>
  sql.join(
    [sql`1 = 1`, ...(uid > 0 ? [sql`r.uid = ${sql.lit(uid)}`] : []), ...(team_id > 0 ? [sql`r.team_id = ${sql.lit(team_id)}`] : [])],
    sql` and `,
  )

/** What each state means in SQL; `markAt` says the same about one page. */
function conditionOf(state: ReviewListState | '', { me }: Pick<ReviewFilter, 'me'>, at: number): RawBuilder<unknown> {
  const now = sql.lit(at)
  const teams = me.team_ids.length > 0 ? sql` or r.team_id in (${ids(me.team_ids)})` : sql``
  const states: Record<ReviewListState | '', RawBuilder<unknown>> = {
    '': sql`1 = 1`,
    mine: sql`(r.uid = ${sql.lit(me.uid)}${teams})`,
    due: sql`(r.days > 0 and r.due <= ${now})`,
    soon: sql`(r.days > 0 and r.due > ${now} and r.due <= ${sql.lit(at + SOON_SECONDS)})`,
    changed: sql`(r.days > 0 and r.verified_time > 0 and r.changed_time > 0)`,
    unowned: sql`(r.days > 0 and r.uid = 0 and r.team_id = 0)`,
    never: sql`(r.days > 0 and r.verified_time = 0)`,
  }
  return states[state]
}

type ReviewCounts = Record<ReviewListState, number>

export async function countReviews(db: Db, filter: ReviewFilter, at: number): Promise<ReviewCounts & { all: number }> {
  const count = (state: ReviewListState | '') => sql`coalesce(sum(case when ${conditionOf(state, filter, at)} then 1 else 0 end), 0)`
  const { rows } = await sql<Record<string, number>>`select ${count('')} as total, ${count('mine')} as mine, ${count('due')} as due,
    ${count('soon')} as soon, ${count('changed')} as changed, ${count('unowned')} as unowned, ${count('never')} as never
    from page_review r where ${within(filter)} and ${ofSteward(filter)}`.execute(db)
  const of = (name: string) => Number(rows[0]?.[name] ?? 0)
  return {
    all: of('total'),
    mine: of('mine'),
    due: of('due'),
    soon: of('soon'),
    changed: of('changed'),
    unowned: of('unowned'),
    never: of('never'),
  }
}

export interface ReviewedPage extends Omit<Selectable<Schema['page_review']>, 'is_del'> {
  page_title: string
  version: number
}

/** Without a period there is no day; only these two lists have such pages. */
const orderOf = (state: ReviewListState | '') =>
  state === '' || state === 'mine' ? sql`case when days = 0 then 1 else 0 end, due, page_id` : sql`due, page_id`

/** Pages in a state, the day of the review first; those without a period come last. */
export async function listReviews(
  db: Db,
  filter: ReviewFilter,
  { state, from, count }: { state: ReviewListState | ''; from: number; count: number },
  at: number,
): Promise<ReviewedPage[]> {
  const { rows } = await sql<ReviewedPage>`select found.*, p.page_title, p.version from (
      select r.page_id, r.item_id, r.cat_id, r.uid, r.team_id, r.days, r.due, r.verified_time, r.verified_until, r.verified_version,
        r.verified_uid, r.changed_time
      from page_review r where ${within(filter)} and ${ofSteward(filter)} and ${conditionOf(state, filter, at)}
      order by ${orderOf(state)} limit ${count} offset ${from}) found
    join page p on p.page_id = found.page_id
    order by case when found.days = 0 then 1 else 0 end, found.due, found.page_id`.execute(db)
  return rows.map((row) => ({ ...row, due: Number(row.due) }))
}

/** The next page that will be due. */
export async function nextDue(db: Db, filter: ReviewFilter, at: number) {
  const { rows } = await sql<{
    page_id: number
    page_title: string
    item_id: number
    due: number
  }>`select p.page_id, p.page_title, p.item_id, found.due
    from (select r.page_id, r.due from page_review r where ${within(filter)} and ${ofSteward(filter)} and r.days > 0 and r.due > ${sql.lit(at)}
      order by r.due, r.page_id limit 1) found join page p on p.page_id = found.page_id`.execute(db)
  return rows[0]
}

/** The stewards of these pages. Those of whole items are in the small table. */
export async function stewardsIn(db: Db, filter: ReviewFilter, max: number) {
  const whole = filter.below === 'all' ? filter.items.filter(({ scope }) => scope === 'all') : []
  const parts = filter.items.filter((one) => !whole.includes(one))
  const ofWhole = sql`select s.uid, s.team_id from stewardship s where s.item_id in (${ids(whole.map(({ item_id }) => item_id))})
    and s.gone_time = 0 and (s.uid > 0 or s.team_id > 0)`
  const ofParts = sql`select r.uid, r.team_id from page_review r
    where ${within({ items: parts, below: filter.below })} and (r.uid > 0 or r.team_id > 0)`
  const sources = [...(whole.length > 0 ? [ofWhole] : []), ...(parts.length > 0 ? [ofParts] : [])]
  if (sources.length === 0) return []
  const { rows } = await sql<{
    uid: number
    team_id: number
  }>`select distinct uid, team_id from (${sql.join(sources, sql` union all `)}) found
    order by uid, team_id limit ${max}`.execute(db)
  return rows
}

export type Figure = 'with_period' | 'verified' | 'changed' | 'due' | 'soon'

/** Figures of the pages of each catalog and steward of these items; and of the late ones, how many are late by how many days. */
export async function figuresOf(db: Db, items: ItemScope[], at: number) {
  const filter = { items, below: 'all' as const }
  const now = sql.lit(at)
  const sum = (condition: RawBuilder<unknown>) => sql`sum(case when ${condition} then 1 else 0 end)`
  const rows = await sql<Record<'item_id' | 'cat_id' | 'uid' | 'team_id' | 'pages' | Figure, number>>`
    select r.item_id, r.cat_id, r.uid, r.team_id, count(*) as pages, ${sum(sql`r.days > 0`)} as with_period,
      ${sum(sql`r.days > 0 and r.due > ${now} and r.verified_time > 0 and r.changed_time = 0`)} as verified,
      ${sum(sql`r.days > 0 and r.due > ${now} and r.verified_time > 0 and r.changed_time > 0`)} as changed,
      ${sum(sql`r.days > 0 and r.due > ${now} and r.due <= ${sql.lit(at + SOON_SECONDS)}`)} as soon,
      ${sum(sql`r.days > 0 and r.due <= ${now}`)} as due
    from page_review r where ${within(filter)} group by r.item_id, r.cat_id, r.uid, r.team_id`.execute(db)
  const late = await sql<Record<'item_id' | 'cat_id' | 'days' | 'pages' | 'oldest', number>>`
    select r.item_id, r.cat_id, (${now} - r.due) / 86400 as days, count(*) as pages, min(r.due) as oldest
    from page_review r where ${within(filter)} and r.days > 0 and r.due <= ${now} group by r.item_id, r.cat_id, (${now} - r.due) / 86400`.execute(
    db,
  )
  return { rows: rows.rows, late: late.rows }
}

/** How many pages each catalog of these items has. */
export async function pagesByCatalog(db: Db, item_ids: number[]) {
  if (item_ids.length === 0) return []
  const { rows } = await sql<Record<'item_id' | 'cat_id' | 'pages', number>>`select item_id, cat_id, count(*) as pages from page
    where item_id in (${ids(item_ids)}) and is_del = 0 group by item_id, cat_id`.execute(db)
  return rows
}

/** What was verified and what ended in each of these months, and what held at their ends; `bounds` are their begins, and the last end. */
export async function monthsOf(db: Db, item_ids: number[], bounds: number[], at: number) {
  if (item_ids.length === 0) return bounds.slice(1).map(() => ({ verified: 0, ended: 0, valid: 0 }))
  const columns = bounds.slice(1).flatMap((end, n) => {
    const [from, to] = [sql.lit(bounds[n] ?? 0), sql.lit(end)]
    const moment = sql.lit(Math.min(end, at))
    return [
      sql`sum(case when addtime >= ${from} and addtime < ${to} then 1 else 0 end) as ${sql.ref(`verified${n}`)}`,
      sql`sum(case when ended_time >= ${from} and ended_time < ${to} and ended_reason <> 'verified' then 1 else 0 end) as ${sql.ref(`ended${n}`)}`,
      sql`sum(case when addtime < ${moment} and (ended_time = 0 or ended_time >= ${moment}) and until > ${moment} then 1 else 0 end) as ${sql.ref(`valid${n}`)}`,
    ]
  })
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)} from verification
    where item_id in (${ids(item_ids)})`.execute(db)
  const of = (name: string) => Number(rows[0]?.[name] ?? 0)
  return bounds.slice(1).map((_, n) => ({ verified: of(`verified${n}`), ended: of(`ended${n}`), valid: of(`valid${n}`) }))
}
