import { DELIVERIES_MAX } from '@sheaf/contract/webhooks'
import { sql } from 'kysely'
import type { Services } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import type { EventBody, OutgoingEvent } from '../form/event.ts'
import type { Problem } from '../form/response.ts'
import { NEVER } from './plan.ts'

type WithStore = Pick<Services, 'store'>

export interface Attempt {
  time: number
  status: number
  ms: number
  problem: Problem
}

const columns = [
  'd.id',
  'd.webhook_id',
  'd.event_id',
  'd.state',
  'd.tries',
  'd.next_time',
  'd.status',
  'd.ms',
  'd.problem',
  'd.said',
  'd.addtime',
  'd.done_time',
  'e.type',
  'e.title',
] as const

const rows = (db: Db) => db.selectFrom('webhook_delivery as d').innerJoin('webhook_event as e', 'e.event_id', 'd.event_id').select(columns)

/** Everything of some deliveries, in their order. */
const whole = (db: Db) => rows(db).select(['d.answer', 'd.attempts', 'e.body'])
export type WholeDelivery = Awaited<ReturnType<ReturnType<typeof whole>['execute']>>[number]

export const deliveryById = (db: Db, id: number) => whole(db).where('d.id', '=', id).executeTakeFirst()

/** The deliveries that can be tried now, in the order in which they were made. */
export const dueOf = (db: Db, webhook_id: number, now: number, limit: number) =>
  whole(db)
    .where('d.webhook_id', '=', webhook_id)
    .where('d.state', '=', 'waiting')
    .where('d.next_time', '<=', now)
    .orderBy('d.id')
    .limit(limit)
    .execute()

/** Marks a delivery that a user sends again: of a failing webhook, it is the next probe. */
const BY_HAND = -1

/** The probe of a failing webhook: the one that a user sends again, or the oldest that waits. */
export const probeOf = (db: Db, webhook_id: number) =>
  whole(db)
    .where('d.webhook_id', '=', webhook_id)
    .where('d.state', '=', 'waiting')
    .orderBy((row) => row.case().when('d.next_time', '=', BY_HAND).then(0).else(1).end())
    .orderBy('d.id')
    .limit(1)
    .execute()

export const eventOf = ({ event_id, type, title, body }: Pick<WholeDelivery, 'event_id' | 'type' | 'title' | 'body'>): OutgoingEvent => ({
  event_id,
  type,
  title,
  body: JSON.parse(body) as EventBody,
})

export type StateFilter = '' | 'failed' | 'waiting'
const statesOf: Record<StateFilter, ('waiting' | 'done' | 'failed' | 'dropped')[]> = {
  '': ['waiting', 'done', 'failed', 'dropped'],
  failed: ['failed', 'dropped'],
  waiting: ['waiting'],
}

export const logOf = (db: Db, webhook_id: number, state: StateFilter, offset: number, count: number) =>
  rows(db)
    .where('d.webhook_id', '=', webhook_id)
    .$if(state !== '', (query) => query.where('d.state', 'in', statesOf[state]))
    .orderBy('d.id', 'desc')
    .offset(offset)
    .limit(count)
    .execute()

/** The number of deliveries in each state; retention bounds them. */
export async function countStates({ store }: WithStore, webhook_id: number) {
  const found = await store.hot<{ state: string; count: number }>(
    'select state, count(*) as count from webhook_delivery where webhook_id = ? group by state',
    [webhook_id],
  )
  const of = (...states: string[]) => found.reduce((sum, row) => sum + (states.includes(row.state) ? row.count : 0), 0)
  return { '': of(...statesOf['']), failed: of(...statesOf.failed), waiting: of('waiting') }
}

export async function insertEvent(
  trx: Db,
  event: OutgoingEvent,
  { item_id, change_id }: { item_id: number; change_id: number | null },
  at: number,
) {
  const { event_id, type, title, body } = event
  await trx
    .insertInto('webhook_event')
    .values({ event_id, item_id, change_id, type, title, body: JSON.stringify(body), addtime: at })
    .execute()
}

export const insertDeliveries = (trx: Db, wanted: { webhook_id: number; event_id: string }[], at: number) =>
  trx
    .insertInto('webhook_delivery')
    .values(wanted.map((row) => ({ ...row, state: 'waiting' as const, addtime: at })))
    .execute()

/** A delivery that was tried before it was stored: a test. */
export const insertTried = async (
  trx: Db,
  row: { webhook_id: number; event_id: string; state: 'done' | 'failed'; answer: string; said: string },
  { time, ...attempt }: Attempt,
) =>
  (
    await trx
      .insertInto('webhook_delivery')
      .values({ ...row, ...attempt, tries: 1, attempts: JSON.stringify([{ time, ...attempt }]), addtime: time, done_time: time })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** The oldest deliveries above the limit are dropped, and counted. */
export async function dropAbove(trx: Db, webhook_id: number, at: number) {
  const above = await trx
    .selectFrom('webhook_delivery')
    .select('id')
    .where('webhook_id', '=', webhook_id)
    .where('state', '=', 'waiting')
    .orderBy('id', 'desc')
    .offset(DELIVERIES_MAX)
    .limit(1)
    .executeTakeFirst()
  if (above) await drop(trx, webhook_id, at, above.id)
}

/** Drops the deliveries that wait, up to an id. */
export async function drop(trx: Db, webhook_id: number, at: number, until = Number.MAX_SAFE_INTEGER) {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_delivery')
    .set({ state: 'dropped', done_time: at })
    .where('webhook_id', '=', webhook_id)
    .where('state', '=', 'waiting')
    .$if(until < Number.MAX_SAFE_INTEGER, (query) => query.where('id', '<=', until))
    .executeTakeFirst()
  if (Number(numUpdatedRows) > 0)
    await trx
      .updateTable('webhook')
      .set({ dropped: sql<number>`dropped + ${sql.lit(Number(numUpdatedRows))}` })
      .where('webhook_id', '=', webhook_id)
      .execute()
}

interface Result {
  state: 'waiting' | 'done' | 'failed' | 'dropped'
  next_time: number
  done_time: number
  said: string
  answer: string
}

export const storeResult = (trx: Db, delivery: Pick<WholeDelivery, 'id' | 'tries' | 'attempts'>, result: Result, attempt: Attempt) =>
  trx
    .updateTable('webhook_delivery')
    .set({
      ...result,
      status: attempt.status,
      ms: attempt.ms,
      problem: attempt.problem,
      tries: delivery.tries + 1,
      attempts: JSON.stringify([...(JSON.parse(delivery.attempts) as Attempt[]), attempt].slice(-ATTEMPTS_MAX)),
    })
    .where('id', '=', delivery.id)
    .where('state', '=', 'waiting')
    .execute()

/** Attempts that a row keeps: a delivery that is sent again by hand can have more. */
const ATTEMPTS_MAX = 20

/** The delivery waits again, from the first step of the plan. */
export const sendAgain = (trx: Db, id: number) =>
  trx.updateTable('webhook_delivery').set({ state: 'waiting', tries: 0, next_time: BY_HAND, done_time: 0 }).where('id', '=', id).execute()

/** After a success, nothing of this webhook waits for its next attempt any longer. */
export const releaseWaiting = (trx: Db, webhook_id: number) =>
  trx
    .updateTable('webhook_delivery')
    .set({ next_time: 0 })
    .where('webhook_id', '=', webhook_id)
    .where('state', '=', 'waiting')
    .where('next_time', '>', 0)
    .execute()

/** When the next delivery that waits can be tried; NEVER without one. */
export const nextOf = async (trx: Db, webhook_id: number) =>
  Number(
    (
      await trx
        .selectFrom('webhook_delivery')
        .select((row) => row.fn.min('next_time').as('next'))
        .where('webhook_id', '=', webhook_id)
        .where('state', '=', 'waiting')
        .executeTakeFirst()
    )?.next ?? NEVER,
  )
