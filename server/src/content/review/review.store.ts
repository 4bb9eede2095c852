import { sql } from 'kysely'
import { inParts } from '../../db/batches.ts'
import type { Db } from '../../db/schema.ts'
import type { EndReason } from './review.rules.ts'

/*
 * `page_review` has what follows for each page from the rows of `stewardship` and `verification`: the nearest steward and period, the
 * mark, and the day of the next review. It is brought up to date in the transaction that changes one of these, or the place of a page:
 * decision 107.
 */

const DAY = 86_400
/** Pages of one statement, after which other requests get a turn. */
const PAGES = 2000

const hasSteward = sql.raw('(uid > 0 or team_id > 0) and gone_time = 0')
/** A place with an explicit “none” (-1) ends the search, as one with a period does. */
const setsPeriod = sql.raw('days <> 0')

/** Catalogs with the nearest catalog, themselves included, that sets what `sets` says. */
const nearest = (name: string, item_id: number, sets: typeof hasSteward) => sql`
  ${sql.raw(name)} (cat_id, from_cat_id) as (
    select cat_id, cat_id from stewardship where item_id = ${item_id} and page_id = 0 and cat_id > 0 and ${sets}
    union
    select c.cat_id, a.from_cat_id from ${sql.raw(name)} a join catalog c on c.parent_cat_id = a.cat_id and c.item_id = ${item_id}
      where not exists (select 1 from stewardship n
        where n.item_id = ${item_id} and n.page_id = 0 and n.cat_id = c.cat_id and ${sets}))`

/** Whether a page of the item can have something to follow; most items have no steward, no period and no mark. */
const isReviewed = async (db: Db, item_id: number) =>
  (
    await sql`select 1 as one from stewardship where item_id = ${item_id}
      union all select 1 as one from page_review where item_id = ${item_id} limit 1`.execute(db)
  ).rows.length > 0

/** Brings these pages of an item up to date, all of them, or those that have come by an import. */
export async function refreshReviews(db: Db, item_id: number, pages: number[] | 'all' | 'new') {
  if (pages.length === 0 || !(await isReviewed(db, item_id))) return
  if (typeof pages !== 'string') {
    for (const some of inParts(pages)) await refreshSome(db, item_id, some)
    return
  }
  let known = db.selectFrom('page').select('page_id').where('item_id', '=', item_id).where('is_del', '=', 0).orderBy('page_id')
  if (pages === 'new') known = known.where(sql<boolean>`not exists (select 1 from page_review known where known.page_id = page.page_id)`)
  for (let from = 0; ; ) {
    const some = await known.where('page_id', '>', from).limit(PAGES).execute()
    const last = some.at(-1)
    if (!last) return
    await refreshSome(db, item_id, { from, to: last.page_id })
    if (some.length < PAGES) return
    from = last.page_id
    await new Promise(setImmediate)
  }
}

async function refreshSome(db: Db, item_id: number, pages: number[] | { from: number; to: number }) {
  const among = (column: string) =>
    Array.isArray(pages)
      ? sql`${sql.ref(column)} in (${sql.join(pages)})`
      : sql`${sql.ref(column)} > ${pages.from} and ${sql.ref(column)} <= ${pages.to}`
  await sql`insert into page_review (page_id, item_id, cat_id, uid, team_id, days, due)
    with recursive ${nearest('stewards', item_id, hasSteward)}, ${nearest('periods', item_id, setsPeriod)}
    select p.page_id, p.item_id, p.cat_id, coalesce(s.uid, 0), coalesce(s.team_id, 0), case when r.days > 0 then r.days else 0 end,
      case when r.days is null or r.days < 0 then 0 when coalesce(v.verified_until, 0) > 0 then v.verified_until
        when p.created > r.set_time then p.created + r.days * ${sql.lit(DAY)} else r.set_time + r.days * ${sql.lit(DAY)} end
    from page p
    left join page_review v on v.page_id = p.page_id
    left join stewards on stewards.cat_id = p.cat_id
    left join periods on periods.cat_id = p.cat_id
    left join stewardship own on own.item_id = p.item_id and own.page_id = p.page_id and own.cat_id = 0
    left join stewardship s on s.item_id = p.item_id and (s.uid > 0 or s.team_id > 0) and s.gone_time = 0
      and s.page_id = case when (own.uid > 0 or own.team_id > 0) and own.gone_time = 0 then p.page_id else 0 end
      and s.cat_id = case when (own.uid > 0 or own.team_id > 0) and own.gone_time = 0 then 0 else coalesce(stewards.from_cat_id, 0) end
    left join stewardship r on r.item_id = p.item_id and r.days <> 0
      and r.page_id = case when own.days <> 0 then p.page_id else 0 end
      and r.cat_id = case when own.days <> 0 then 0 else coalesce(periods.from_cat_id, 0) end
    where p.item_id = ${item_id} and p.is_del = 0 and ${among('p.page_id')}
      and (v.page_id is not null or s.item_id is not null or r.days > 0)
    on conflict (page_id) do update set item_id = excluded.item_id, cat_id = excluded.cat_id, is_del = 0, uid = excluded.uid, team_id = excluded.team_id, days = excluded.days,
      due = excluded.due`.execute(db)
  // These pages have no state any more.
  await sql`delete from page_review where item_id = ${item_id} and uid = 0 and team_id = 0 and days = 0 and verified_time = 0
    and ${among('page_id')}`.execute(db)
}

/** These pages are in the recycle bin; `refreshReviews` brings them back. */
export const hideReviews = (db: Db, page_ids: number[]) =>
  db.updateTable('page_review').set({ is_del: 1 }).where('page_id', 'in', page_ids).execute()

/** Who did something to a page. */
interface ReviewActor {
  uid: number | null
  username: string
  via?: string | undefined
}

/** A person has verified this version of a page, until a day. The mark before it ends. */
export async function verifyPage(
  db: Db,
  { page_id, item_id, version }: { page_id: number; item_id: number; version: number },
  { uid, username, via = '' }: ReviewActor,
  { until, note, at }: { until: number; note: string; at: number },
) {
  await endVerifications(db, page_id, { reason: 'verified', username, version, at })
  await db.insertInto('verification').values({ page_id, item_id, uid, username, via, version, until, note, addtime: at }).execute()
  const mark = { verified_time: at, verified_until: until, verified_version: version, verified_uid: uid, changed_time: 0, due: until }
  await db.updateTable('page_review').set(mark).where('page_id', '=', page_id).execute()
}

interface Ending {
  reason: EndReason
  username: string
  version: number
  at: number
}

const endVerifications = (db: Db, page_id: number, { reason, username, version, at }: Ending) =>
  db
    .updateTable('verification')
    .set({ ended_reason: reason, ended_time: at, ended_version: version, ended_username: username })
    .where('page_id', '=', page_id)
    .where('ended_time', '=', 0)
    .execute()

/** The text of a page has changed: its mark ends. A page without a mark, as most are, costs one read of an index. */
export async function endMark(db: Db, page_id: number, ending: Ending) {
  const marked = await sql`select 1 as one from page_review where page_id = ${page_id} and verified_time > 0 and changed_time = 0`.execute(
    db,
  )
  if (marked.rows.length === 0) return
  await endVerifications(db, page_id, ending)
  await db.updateTable('page_review').set({ changed_time: ending.at }).where('page_id', '=', page_id).execute()
}

/** The day of the next review of a page that is verified now; undefined for a page without a period. */
export async function nextReview(db: Db, page_id: number, at: number): Promise<number | undefined> {
  const row = await db.selectFrom('page_review').select('days').where('page_id', '=', page_id).executeTakeFirst()
  return row && row.days > 0 ? at + row.days * DAY : undefined
}

/** The items in which something has a steward or a period; with `person`, those in which a person is responsible. */
export const reviewedItems = async (db: Db, { person = false } = {}) =>
  (
    await db
      .selectFrom('stewardship as s')
      .innerJoin('item', 'item.item_id', 's.item_id')
      .select('s.item_id')
      .distinct()
      .where('item.is_del', '=', 0)
      .$if(person, (query) => query.where('s.uid', '>', 0))
      .orderBy('s.item_id')
      .execute()
  ).map(({ item_id }) => item_id)
