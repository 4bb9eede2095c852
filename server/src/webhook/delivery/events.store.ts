import type { Services } from '../../context.ts'
import { inJson } from '../../db/in-json.ts'
import type { Db } from '../../db/schema.ts'

type WithStore = Pick<Services, 'store'>

export interface Cursor {
  last: number
  since: number
}

/** The last change that became events. */
export const cursor = async ({ store }: WithStore): Promise<Cursor> =>
  (await store.hot<Cursor>('select last, since from webhook_cursor', []))[0] ?? { last: 0, since: 0 }

/** The same, locked until the end of the transaction, so that only one server goes on from there. */
export async function cursorForUpdate({ store }: WithStore, trx: Db): Promise<Cursor> {
  const query = trx.selectFrom('webhook_cursor').selectAll()
  return (store.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow()
}

export const moveCursor = (trx: Db, last: number) => trx.updateTable('webhook_cursor').set({ last }).execute()

export const hasNews = async ({ store }: WithStore) =>
  (await store.hot<object>('select 1 as one from news_event where is_hooked = 0 limit 1', [])).length > 0

const kinds = { 'comment.created': 'comment', 'comment.resolved': 'comment', 'feedback.note': 'note', 'access.asked': 'ask' } as const

/** Comments, notes and requests that wait for webhooks, with their page and item of this moment; none of a deleted page. */
export async function newsForHooks(trx: Db, limit: number) {
  const rows = await trx
    .selectFrom('news_event as e')
    .leftJoin('page as p', (join) => join.onRef('p.page_id', '=', 'e.page_id').on('p.is_del', '=', 0))
    .leftJoin('user as u', 'u.uid', 'e.uid')
    .select(['e.event_id', 'e.kind', 'e.item_id', 'e.page_id', 'e.thread_id', 'e.comment_id', 'e.uid', 'e.username', 'e.via', 'e.addtime'])
    .select(['p.item_id as page_item', 'p.cat_id', 'p.page_title', 'u.name', 'u.username as now_named'])
    .where('e.is_hooked', '=', 0)
    .orderBy('e.event_id')
    .limit(limit)
    .execute()
  return rows.map(({ kind, page_item, cat_id, page_title, name, now_named, username, comment_id: id, addtime, ...row }) => ({
    ...row,
    id,
    about: kinds[kind],
    sent: kind,
    /** What a webhook must have chosen; of a deleted page nothing is sent. */
    type: row.page_id > 0 && page_item === null ? '' : kind === 'feedback.note' && row.uid === 0 ? 'feedback.visitors' : kind,
    item_id: page_item ?? row.item_id,
    cat_id: cat_id ?? 0,
    title: page_title ?? '',
    name: name || now_named || username,
    until_time: addtime,
  }))
}

interface Listener {
  webhook_id: number
  item_id: number
  cat_id: number
  addtime: number
  events: string[]
}

/** The webhooks of these items that get new events. */
export async function listeners(services: WithStore, item_ids: number[]): Promise<Listener[]> {
  const rows = await services.store.hot<Omit<Listener, 'events'> & { events: string }>(
    `select w.webhook_id, w.item_id, w.cat_id, w.addtime, w.events from webhook w
     where w.item_id in (${inJson(services)}) and w.is_on = 1 and w.state <> 'off' order by w.webhook_id`,
    [JSON.stringify(item_ids)],
  )
  return rows.map((row) => ({ ...row, events: JSON.parse(row.events) as string[] }))
}

export async function itemsNamed(services: WithStore, item_ids: number[]) {
  const rows = await services.store.hot<{ item_id: number; item_name: string; item_domain: string }>(
    `select item_id, item_name, item_domain from item where item_id in (${inJson(services)})`,
    [JSON.stringify(item_ids)],
  )
  return new Map(rows.map((row) => [row.item_id, row]))
}

/** The item of each of these pages that is not deleted. */
export async function pagesThere(services: WithStore, page_ids: number[]) {
  const rows = await services.store.hot<{ page_id: number; item_id: number }>(
    `select page_id, item_id from page where page_id in (${inJson(services)}) and is_del = 0`,
    [JSON.stringify(page_ids)],
  )
  return new Map(rows.map((row) => [row.page_id, row.item_id]))
}

/** After a restore: nothing that the backup contains is sent again (R30). */
export async function closeOlder(trx: Db, now: number) {
  await trx
    .updateTable('webhook_delivery')
    .set({ state: 'dropped', problem: 'restored', done_time: now })
    .where('state', '=', 'waiting')
    .execute()
  await trx.updateTable('webhook').set({ claimed_until: 0 }).execute()
  await trx.updateTable('webhook_cursor').set({ since: now }).execute()
}
