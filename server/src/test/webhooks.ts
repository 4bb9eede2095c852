import { WEBHOOK_EVENTS } from '@sheaf/contract/webhooks'
import { randomHex } from '../auth/secrets.ts'
import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import type { Verdict } from '../outbound/address.ts'
import { makeOutbound, type Outbound } from '../outbound/outbound.ts'
import { insertDeliveries, insertEvent } from '../webhook/delivery/delivery.store.ts'
import { makeSecret, sealed } from '../webhook/webhook.rules.ts'

/** In tests, every name leads to this machine, which is treated as the internet; nothing is sent elsewhere. */
export const localOutbound = (config: Services['config'], ca?: string) =>
  makeOutbound(config, {
    resolve: async () => ['127.0.0.1'],
    judge: (): Verdict => 'outside',
    limits: { connectMs: 1000, totalMs: 2000 },
    ...(ca ? { ca } : {}),
  })

interface Wanted {
  item_id: number
  uid: number
  at: number
  url?: string
}

/** The same, and this server may send requests of readers: every one of them gets the same answer, and none is sent. */
export const answeringOutbound = (config: Services['config']): Outbound => ({
  ...localOutbound(config),
  isForwardOn: true,
  mustBeForwardable: async () => {},
  forward: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, bytes: Buffer.from('{}'), isWhole: true }),
})

/** Writes a webhook for programs with one delivery into the tables. */
export async function addWebhook(
  services: Pick<Services, 'config'>,
  db: Db,
  { item_id, uid, at, url = 'https://hooks.test/sample' }: Wanted,
) {
  const { webhook_id } = await db
    .insertInto('webhook')
    .values({
      item_id,
      uid,
      kind: 'json',
      name: 'CI',
      url_sealed: sealed(services, 'url', url),
      host: new URL(url).hostname,
      hint: url.slice(-4),
      secret_sealed: sealed(services, 'secret', makeSecret()),
      events: JSON.stringify(WEBHOOK_EVENTS),
      language: 'en',
      addtime: at,
      last_update_time: at,
    })
    .returning('webhook_id')
    .executeTakeFirstOrThrow()
  const event_id = randomHex(16)
  const body = { at, change: 0, item: null, page: null, catalog: null, by: null, suggestion: 0, meaning: [] }
  await insertEvent(db, { event_id, type: 'page.changed', title: 'Start', body }, { item_id, change_id: null }, at)
  await insertDeliveries(db, [{ webhook_id, event_id }], at)
  const { id } = await db.selectFrom('webhook_delivery').select('id').where('event_id', '=', event_id).executeTakeFirstOrThrow()
  return { webhook_id: String(webhook_id), delivery_id: String(id) }
}
