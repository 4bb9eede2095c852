import { DELIVERIES_MAX, DELIVERY_DAYS } from '@sheaf/contract/webhooks'
import type { Services } from '../context.ts'
import { inSmallSteps, type Pace } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'

const DAY = 86_400
const BATCH_ROWS = 200

/**
 * Deletes old deliveries, those above the number that a webhook keeps, and events without a delivery. Deliveries that wait stay, unless their
 * webhook is gone: a server can make some for it at the moment in which it is deleted.
 */
export async function tidyWebhooks({ store, now }: Pick<Services, 'store' | 'now'>, pace: Pace) {
  const cutoff = now() - DELIVERY_DAYS * DAY
  const remove = (trx: Db, ids: number[]) => trx.deleteFrom('webhook_delivery').where('id', 'in', ids).execute()
  await inSmallSteps(store, { next: () => oldDeliveries(store.db, cutoff), take: remove }, pace)
  await inSmallSteps(store, { next: () => deliveriesOfNone(store.db), take: remove }, pace)
  for (const { webhook_id } of await store.db.selectFrom('webhook').select('webhook_id').execute())
    await inSmallSteps(store, { next: () => deliveriesAbove(store.db, webhook_id), take: remove }, pace)
  await inSmallSteps(
    store,
    {
      next: () => eventsWithoutDelivery(store.db, now() - DAY),
      take: (trx: Db, ids: string[]) => trx.deleteFrom('webhook_event').where('event_id', 'in', ids).execute(),
    },
    pace,
  )
}

const asBatch = <T>(ids: T[]): T[][] => (ids.length === 0 ? [] : [ids])

async function oldDeliveries(db: Db, cutoff: number) {
  const rows = await db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('addtime', '<', cutoff)
    .where('state', '<>', 'waiting')
    .orderBy('addtime')
    .limit(BATCH_ROWS)
    .execute()
  return asBatch(rows.map(({ id }) => id))
}

async function deliveriesOfNone(db: Db) {
  const rows = await db
    .selectFrom('webhook_delivery as d')
    .select('d.id')
    .where('d.state', '=', 'waiting')
    .where((row) =>
      row.not(row.exists(row.selectFrom('webhook as w').select('w.webhook_id').whereRef('w.webhook_id', '=', 'd.webhook_id'))),
    )
    .limit(BATCH_ROWS)
    .execute()
  return asBatch(rows.map(({ id }) => id))
}

async function deliveriesAbove(db: Db, webhook_id: number) {
  const rows = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'state'])
    .where('webhook_id', '=', webhook_id)
    .where('state', '<>', 'waiting')
    .orderBy('id', 'desc')
    .offset(DELIVERIES_MAX)
    .limit(BATCH_ROWS)
    .execute()
  return asBatch(rows.map(({ id }) => id))
}

async function eventsWithoutDelivery(db: Db, cutoff: number) {
  const rows = await db
    .selectFrom('webhook_event as e')
    .select('e.event_id')
    .where('e.addtime', '<', cutoff)
    .where((row) => row.not(row.exists(row.selectFrom('webhook_delivery as d').select('d.id').whereRef('d.event_id', '=', 'e.event_id'))))
    .limit(BATCH_ROWS)
    .execute()
  return asBatch(rows.map(({ event_id }) => event_id))
}
