import { sql } from 'kysely'
import { headOf } from '../../access/access.store.ts'
import { covers, type Rights } from '../../access/access.ts'
import type { Services } from '../../context.ts'
import { inParts } from '../../db/batches.ts'
import type { Db } from '../../db/schema.ts'
import { failingOf } from '../example/example.store.ts'
import { DAY, type Moment, type ReviewOfPage, stateAt, summaryOf, TRUTH_DAYS } from './proof.rules.ts'

/** Pages of one statement, after which other requests get a turn. */
const PAGES = 100

/** Makes the stored states of pages from their proofs, words, parts and examples. Part of the transaction that changes one of these. */
export async function refreshStates(db: Db, page_ids: number[], at: number) {
  const all = [...new Set(page_ids)]
  for (const some of inParts(all, PAGES)) {
    await refreshSome(db, some, at)
    if (all.length > PAGES) await new Promise(setImmediate)
  }
}

async function refreshSome(db: Db, page_ids: number[], at: number) {
  const pages = await db.selectFrom('page').select(['page_id', 'item_id']).where('page_id', 'in', page_ids).execute()
  const proofs = await db
    .selectFrom('proof')
    .select(['page_id', 'kind', 'part_id', 'accepted', 'seen', 'seen_time', 'problem', 'target', 'heading'])
    .where('page_id', 'in', page_ids)
    .orderBy('position')
    .execute()
  const words = await db.selectFrom('source_word').select(['page_id', 'state']).where('page_id', 'in', page_ids).execute()
  const gone = await db
    .selectFrom('source_part')
    .select(['page_id', 'title'])
    .where('page_id', 'in', page_ids)
    .where('gone_seq', '>', 0)
    .where('is_detached', '=', 0)
    .execute()
  const failing = await failingOf(db, page_ids)
  const known = await db.selectFrom('page_state').select(['page_id', 'state', 'since']).where('page_id', 'in', page_ids).execute()
  const rows = pages.flatMap(({ page_id, item_id }) => {
    const isHere = (row: { page_id: number }) => row.page_id === page_id
    const written = words.filter(isHere)
    const waiting = written.filter(({ state }) => state === 'moved_on' || state === 'homeless').length
    const summary = summaryOf({
      proofs: proofs.filter(isHere),
      words: { all: written.length, waiting },
      gone: gone.find(isHere)?.title,
      failing: failing.filter(isHere),
    })
    if (!summary) return []
    const before = known.find(isHere)
    const since = before?.state === summary.state ? before.since : at
    return [{ page_id, item_id, ...summary, since, reasons: JSON.stringify(summary.reasons) }]
  })
  const kept = new Set(rows.map((row) => row.page_id))
  const without = known.map(({ page_id }) => page_id).filter((page_id) => !kept.has(page_id))
  if (without.length > 0) await db.deleteFrom('page_state').where('page_id', 'in', without).execute()
  if (rows.length === 0) return
  await db
    .insertInto('page_state')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('page_id').doUpdateSet((row) => ({
        item_id: row.ref('excluded.item_id'),
        state: row.ref('excluded.state'),
        fresh_until: row.ref('excluded.fresh_until'),
        since: row.ref('excluded.since'),
        reasons: row.ref('excluded.reasons'),
      })),
    )
    .execute()
}

/** Locks the item until the transaction ends, as a save does, so that states are made from what is there. It is no change of the item. */
export const lockStates = (db: Db, item_id: number) => sql`update item set is_del = is_del where item_id = ${item_id}`.execute(db)

type WithStore = Pick<Services, 'store'>

/** The present, with the days that this site gives proofs. */
export async function momentNow({ store, now }: WithStore & Pick<Services, 'now'>): Promise<Moment> {
  const [row] = await store.hot<{ value: string }>("select value from site_config where name = 'truth_days'", [])
  return { at: now(), more: row ? (Number(row.value) - TRUTH_DAYS) * DAY : 0 }
}

export interface PagePlace {
  page_id: number
  item_id: number
  cat_id: number
}

/** A page with its stored state and its review, which its query reads along. */
interface PageWithState extends PagePlace {
  stored_state: string
  fresh_until: number
  days: number
  due: number
  verified_time: number
  changed_time: number
}

export const reviewOf = ({ days, due, verified_time, changed_time }: Omit<PageWithState, keyof PagePlace>): ReviewOfPage => ({
  due: days > 0 ? due : undefined,
  isVerified: verified_time > 0 && changed_time === 0,
})

/** The state of a page now; "" if nothing is claimed for it. */
async function stateNow(services: WithStore & Pick<Services, 'now'>, page: PageWithState): Promise<string> {
  const { stored_state: state, fresh_until } = page
  if (state === '' && page.days === 0) return ''
  return stateAt({ state, fresh_until, since: 0 }, reviewOf(page), await momentNow(services)).state
}

/** Rights on the page; undefined for a single-page link. */
type Reader = Pick<Rights, 'item' | 'edits'> | undefined

/** Whether the caller sees states: editors always do, readers unless the item hides them. */
export async function seesStates(services: WithStore, page: PagePlace, reader: Reader): Promise<boolean> {
  if (reader && covers(reader.edits, page.cat_id)) return true
  const item = reader?.item ?? (await headOf(services, page.item_id))
  return item?.truth_badge === 1
}

/** The state that the caller sees. */
export async function stateFor(services: Parameters<typeof stateNow>[0], page: PageWithState, reader: Reader): Promise<string> {
  const state = await stateNow(services, page)
  return state !== '' && (await seesStates(services, page, reader)) ? state : ''
}

/** Pages with a state, by the page of `store.hot` and the state. */
const pagesWithState = new WeakMap<object, Map<string, object>>()

/**
 * A page with this state, for the calls that return a whole page. A page that comes frozen from `store.hot` is the same object while it
 * has the same state, because its encoded and compressed response is kept for it.
 */
export async function withState<P extends PageWithState>(services: Parameters<typeof stateNow>[0], page: P, reader?: Reader) {
  const truth_state = await stateFor(services, page, reader)
  if (!Object.isFrozen(page)) return { ...page, truth_state }
  const known = pagesWithState.get(page) ?? new Map<string, object>()
  pagesWithState.set(page, known)
  const whole = (known.get(truth_state) as (P & { truth_state: string }) | undefined) ?? Object.freeze({ ...page, truth_state })
  known.set(truth_state, whole)
  return whole
}
