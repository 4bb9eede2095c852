import type { Permission } from '../access/permission.ts'
import { lockItem } from '../content/item.store.ts'
import type { Services } from '../context.ts'
import { inJson } from '../db/in-json.ts'
import { lockTable } from '../db/lock-table.ts'
import type { Db } from '../db/schema.ts'
import { NEVER } from './delivery/plan.ts'

type WithStore = Pick<Services, 'store'>

/** The item of a webhook, or the whole site, whose webhooks an administrator manages. */
export type Place = Permission<'manage'> | 'site'
const itemOf = (place: Place) => (place === 'site' ? 0 : place.item_id)

const columns = [
  'w.webhook_id',
  'w.item_id',
  'w.uid',
  'w.kind',
  'w.name',
  'w.url_sealed',
  'w.host',
  'w.hint',
  'w.secret_sealed',
  'w.secret_before_sealed',
  'w.secret_before_until',
  'w.events',
  'w.cat_id',
  'w.language',
  'w.is_on',
  'w.state',
  'w.failures',
  'w.failing_since',
  'w.quiet_until',
  'w.dropped',
  'w.due_time',
  'w.addtime',
  'w.last_update_time',
] as const

const rows = (db: Db) => db.selectFrom('webhook as w').leftJoin('catalog as c', 'c.cat_id', 'w.cat_id').select(columns).select('c.cat_name')

export const webhooksOf = (db: Db, item_id: number) => rows(db).where('w.item_id', '=', item_id).orderBy('w.webhook_id').execute()
export const webhookById = (db: Db, webhook_id: number) => rows(db).where('w.webhook_id', '=', webhook_id).executeTakeFirst()
export type WebhookRow = Awaited<ReturnType<typeof webhooksOf>>[number]

/** Whether a webhook of this place can be limited to the catalog; one of the site cannot. */
export const catalogIsIn = async (db: Db, place: Place, cat_id: number) =>
  (await db.selectFrom('catalog').select('cat_id').where('cat_id', '=', cat_id).where('item_id', '=', itemOf(place)).executeTakeFirst()) !==
  undefined

export const countWebhooks = async (db: Db, place: Place) =>
  Number(
    (
      await db
        .selectFrom('webhook')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('item_id', '=', itemOf(place))
        .executeTakeFirstOrThrow()
    ).count,
  )

/** Webhooks of this place are counted and inserted one after the other. */
export const lockPlace = async (store: Services['store'], db: Db, place: Place): Promise<void> =>
  void (place === 'site' ? await lockTable(store, db, 'webhook') : await lockItem(db, place.item_id))

/** The webhook that this request created. */
export const madeBy = async (db: Db, place: Place, uid: number, request_id: string) =>
  (
    await db
      .selectFrom('webhook')
      .select('webhook_id')
      .where('item_id', '=', itemOf(place))
      .where('uid', '=', uid)
      .where('request_id', '=', request_id)
      .executeTakeFirst()
  )?.webhook_id

interface WebhookFields {
  name: string
  url_sealed: string
  host: string
  hint: string
  secret_sealed: string
  events: string
  cat_id: number
  language: string
  is_on: number
}

export async function insertWebhook(
  trx: Db,
  place: Place,
  fields: WebhookFields & { uid: number; kind: string; request_id: string },
  at: number,
) {
  const row = { ...fields, item_id: itemOf(place), addtime: at, last_update_time: at }
  return (await trx.insertInto('webhook').values(row).returning('webhook_id').executeTakeFirstOrThrow()).webhook_id
}

/** Only webhooks of this place. A changed webhook that was switched off after failures begins again. */
export const updateWebhook = (trx: Db, place: Place, webhook_id: number, fields: Partial<WebhookFields>, at: number) =>
  trx
    .updateTable('webhook')
    .set({ ...fields, state: 'ok', failures: 0, failing_since: 0, quiet_until: 0, due_time: 0, last_update_time: at })
    .where('webhook_id', '=', webhook_id)
    .where('item_id', '=', itemOf(place))
    .execute()

/**
 * Locks a webhook until the end of the transaction; false if its managers have changed or deleted it since it was read. What a request to
 * the former address has shown says nothing about the present one.
 */
export async function lockUnchanged(trx: Db, { webhook_id, url_sealed, last_update_time }: WebhookRow): Promise<boolean> {
  const now = await trx
    .updateTable('webhook')
    .set((row) => ({ claimed_until: row.ref('claimed_until') }))
    .where('webhook_id', '=', webhook_id)
    .returning(['url_sealed', 'last_update_time'])
    .executeTakeFirst()
  return now?.url_sealed === url_sealed && now.last_update_time === last_update_time
}

type Secrets = Pick<WebhookRow, 'secret_sealed' | 'secret_before_sealed' | 'secret_before_until'>

/** Replaces the secret as it is now: another manager can have replaced it since it was read. False for a webhook that is gone. */
export async function replaceSecret(trx: Db, place: Place, webhook_id: number, replaced: (now: Secrets) => Secrets): Promise<boolean> {
  const row = trx.updateTable('webhook').where('webhook_id', '=', webhook_id).where('item_id', '=', itemOf(place))
  const now = await row
    .set((known) => ({ secret_sealed: known.ref('secret_sealed') }))
    .returning(['secret_sealed', 'secret_before_sealed', 'secret_before_until'])
    .executeTakeFirst()
  if (now) await row.set(replaced(now)).execute()
  return now !== undefined
}

/** Returns whether it was there. */
export async function removeWebhook(trx: Db, place: Place, webhook_id: number) {
  const { numDeletedRows } = await trx
    .deleteFrom('webhook')
    .where('webhook_id', '=', webhook_id)
    .where('item_id', '=', itemOf(place))
    .executeTakeFirst()
  await trx.deleteFrom('webhook_delivery').where('webhook_id', '=', webhook_id).execute()
  return Number(numDeletedRows) > 0
}

/** Of an item that is deleted permanently. */
export async function removeWebhooksOf(trx: Db, { item_id }: Permission<'edit' | 'manage'>) {
  const ids = (await webhooksOf(trx, item_id)).map(({ webhook_id }) => webhook_id)
  if (ids.length === 0) return
  await trx.deleteFrom('webhook_delivery').where('webhook_id', 'in', ids).execute()
  await trx.deleteFrom('webhook').where('item_id', '=', item_id).execute()
}

/** The hosts that webhooks of an item call, for its next owner. */
export const hostsOf = async (db: Db, item_id: number) => (await webhooksOf(db, item_id)).map(({ host }) => host)

const RECENT = 12

/** The newest deliveries of each webhook, read from its own index. */
export const recentOf = (services: WithStore, ids: number[]) =>
  services.store.hot<{ webhook_id: number; state: string; problem: string; said: string; done_time: number }>(
    `select d.webhook_id, d.state, d.problem, d.said, d.done_time
     from (${inJson(services)}) i join webhook_delivery d on d.webhook_id = i.value
       and d.id >= coalesce((select y.id from webhook_delivery y where y.webhook_id = i.value order by y.id desc limit 1 offset ${RECENT - 1}), 0)
     order by d.id`,
    [JSON.stringify(ids)],
  )

/** How many deliveries of each webhook wait; at most a thousand do. */
export const waitingOf = (services: WithStore, ids: number[]) =>
  services.store.hot<{ webhook_id: number; count: number }>(
    `select d.webhook_id, count(*) as count from (${inJson(services)}) i
     join webhook_delivery d on d.webhook_id = i.value and d.state = 'waiting' group by d.webhook_id`,
    [JSON.stringify(ids)],
  )

interface AdminFilter {
  state: string
  host: string
}

/** The webhooks of the site and of all items that exist. */
function adminRows(db: Db, { state, host }: AdminFilter) {
  let query = db
    .selectFrom('webhook as w')
    .leftJoin('catalog as c', 'c.cat_id', 'w.cat_id')
    .leftJoin('item as i', 'i.item_id', 'w.item_id')
    .leftJoin('user as u', 'u.uid', 'w.uid')
    .where((row) => row.or([row('w.item_id', '=', 0), row('i.is_del', '=', 0)]))
  if (state === 'paused') query = query.where('w.is_on', '=', 0)
  else if (state) query = query.where('w.is_on', '=', 1).where('w.state', '=', state as WebhookRow['state'])
  return host ? query.where('w.host', '=', host) : query
}

export const allWebhooks = (db: Db, filter: AdminFilter, offset: number, count: number) =>
  adminRows(db, filter)
    .select(columns)
    .select(['c.cat_name', 'i.item_name', 'u.username'])
    .orderBy('w.webhook_id', 'desc')
    .offset(offset)
    .limit(count)
    .execute()

export const countAllWebhooks = async (db: Db, filter: AdminFilter) =>
  Number(
    (
      await adminRows(db, filter)
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

/** One delivery of this webhook can begin now, also while it is failing. */
export const wake = (trx: Db, place: Place, webhook_id: number) =>
  trx
    .updateTable('webhook')
    .set({ due_time: 0, quiet_until: 0 })
    .where('webhook_id', '=', webhook_id)
    .where('item_id', '=', itemOf(place))
    .execute()

/** The time at which the next webhook can be claimed; NEVER when nothing waits. */
export const nextDue = async ({ store }: WithStore) =>
  (
    await store.hot<{ due: number | null }>(
      `select min(case when claimed_until > due_time then claimed_until else due_time end) as due from webhook
       where due_time < ${NEVER} and is_on = 1 and state <> 'off'`,
      [],
    )
  )[0]?.due ?? NEVER

/** The owner of the item, and the administrator who created the webhook; for the site, all administrators. */
export async function managersOf(trx: Db, { item_id, uid }: Pick<WebhookRow, 'item_id' | 'uid'>) {
  const admins = trx.selectFrom('user').select('uid').where('groupid', '=', 1).where('is_disabled', '=', 0)
  if (item_id === 0) return { item: '', uids: (await admins.execute()).map((row) => row.uid) }
  const item = await trx.selectFrom('item').select(['item_name', 'uid']).where('item_id', '=', item_id).executeTakeFirst()
  const creators = await admins.where('uid', '=', uid).execute()
  return { item: item?.item_name ?? '', uids: [item?.uid ?? null, ...creators.map((row) => row.uid)] }
}
