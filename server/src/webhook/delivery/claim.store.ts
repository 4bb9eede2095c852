import { sql } from 'kysely'
import type { Services } from '../../context.ts'
import { nextOf } from './delivery.store.ts'
import { NEVER } from './plan.ts'

type WithStore = Pick<Services, 'store'>

/** Seconds of a claim. It is renewed before each delivery, which takes at most a third of it. */
const CLAIM_SECONDS = 60

/**
 * Claims webhooks that are due, so that one server delivers for each and the order is kept. A claim has an end: a server that dies leaves
 * its webhooks to the next one. `isTroubled`: those whose last attempt failed.
 */
export const claim = ({ store }: WithStore, now: number, isTroubled: boolean, limit: number) =>
  store.write(async (trx) => {
    const due = trx
      .selectFrom('webhook')
      .select('webhook_id')
      .where('is_on', '=', 1)
      .where('state', '<>', 'off')
      .where('due_time', '<=', now)
      .where('claimed_until', '<=', now)
      .where('failures', isTroubled ? '>' : '=', 0)
      .orderBy('due_time')
      .limit(limit)
    const ids = (await (store.kind === 'postgres' ? due.forUpdate().skipLocked() : due).execute()).map(({ webhook_id }) => webhook_id)
    if (ids.length === 0) return []
    await trx
      .updateTable('webhook')
      .set({ claimed_until: now + CLAIM_SECONDS })
      .where('webhook_id', 'in', ids)
      .execute()
    return ids
  })

/** Whether the claim could be extended; false when it had expired. */
export const renewed = async ({ store }: WithStore, webhook_id: number, now: number) =>
  Number(
    (
      await store.db
        .updateTable('webhook')
        .set({ claimed_until: now + CLAIM_SECONDS })
        .where('webhook_id', '=', webhook_id)
        .where('claimed_until', '>', now)
        .executeTakeFirst()
    ).numUpdatedRows,
  ) > 0

/**
 * Ends the claim and stores when the next delivery is due. The row is locked before the deliveries are read, and events are added before
 * they lock it, so no event is missed.
 */
export const release = ({ store }: WithStore, webhook_id: number, notBefore: number) =>
  store.write(async (trx) => {
    const own = trx.selectFrom('webhook').select('quiet_until').where('webhook_id', '=', webhook_id)
    const row = await (store.kind === 'postgres' ? own.forUpdate() : own).executeTakeFirst()
    if (!row) return
    const next = await nextOf(trx, webhook_id)
    await trx
      .updateTable('webhook')
      .set({ claimed_until: 0, due_time: next === NEVER ? NEVER : Math.max(next, row.quiet_until, notBefore) })
      .where('webhook_id', '=', webhook_id)
      .execute()
  })

/** The webhooks of a deleted item rest; item_id 0 is the site. */
export const itemIsThere = async ({ store }: WithStore, item_id: number) =>
  item_id === 0 || (await store.hot<object>('select 1 as one from item where item_id = ? and is_del = 0', [item_id])).length > 0

/**
 * New deliveries of these webhooks can begin, for bots not before their next message. A failing one for which a delivery waits keeps the
 * time of its probe; without one, the new delivery is the probe.
 */
export const wakeAll = ({ store }: WithStore, trx: Parameters<Parameters<typeof store.write>[0]>[0], webhook_ids: number[]) =>
  trx
    .updateTable('webhook')
    .set({ due_time: sql<number>`quiet_until` })
    .where('webhook_id', 'in', webhook_ids)
    .where((row) => row.or([row('state', '=', 'ok'), row('due_time', '=', NEVER)]))
    .whereRef('due_time', '>', 'quiet_until')
    .execute()
