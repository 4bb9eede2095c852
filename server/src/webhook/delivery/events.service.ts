import { randomHex } from '../../auth/secrets.ts'
import { announcedAfter, type ChangeRow, newestCursor } from '../../change/change.store.ts'
import type { Services } from '../../context.ts'
import { readingWithin } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import { eventUsed } from '../../notice/news-event.store.ts'
import { catalogsAbove } from '../../search/search.store.ts'
import type { EventBody, OutgoingEvent } from '../form/event.ts'
import { wakeAll } from './claim.store.ts'
import { dropAbove, insertDeliveries, insertEvent } from './delivery.store.ts'
import { cursor, cursorForUpdate, hasNews, itemsNamed, listeners, moveCursor, newsForHooks, pagesThere } from './events.store.ts'

type MakeServices = Pick<Services, 'store'>

/** Changes that one transaction turns into deliveries. */
const BATCH = 50
const DELIVERIES_PER_INSERT = 200

/**
 * Turns announced changes into events and deliveries. The cursor moves in the same transaction, so each change is delivered and none twice,
 * whichever server does it and even if it is killed (R26).
 */
export async function makeDeliveries(services: MakeServices, now: number): Promise<void> {
  while ((await cursor(services)).last < (await newestCursor(services)))
    if ((await services.store.write((trx) => makeBatch(services, trx, now))) === 0) break
  while (await hasNews(services)) if ((await services.store.write((trx) => makeOfNews(services, trx, now))) < BATCH) return
}

async function makeBatch({ store: whole }: MakeServices, trx: Db, now: number): Promise<number> {
  const services = { store: readingWithin(whole, trx) }
  const { last, since } = await cursorForUpdate(services, trx)
  const changes = await announcedAfter(services, last, BATCH)
  const end = changes.at(-1)
  if (!end) return 0
  const wanted = await receiversOf(
    services,
    changes.filter(({ until_time }) => until_time >= since),
  )
  const events = await eventsOf(services, [...wanted.keys()])
  await store(
    services,
    trx,
    [...wanted].flatMap(([change, webhook_ids]) => {
      const event = events.get(change)
      return event ? [{ event, place: change, webhook_ids }] : []
    }),
    now,
  )
  await moveCursor(trx, end.seq)
  return changes.length
}

interface Made {
  event: OutgoingEvent
  place: { item_id: number; change_id: number | null }
  webhook_ids: number[]
}

/** Stores events with their deliveries, and wakes their webhooks. */
async function store(services: MakeServices, trx: Db, made: Made[], now: number) {
  for (const { event, place } of made) await insertEvent(trx, event, place, now)
  const deliveries = made.flatMap(({ event: { event_id }, webhook_ids }) => webhook_ids.map((webhook_id) => ({ webhook_id, event_id })))
  for (let from = 0; from < deliveries.length; from += DELIVERIES_PER_INSERT)
    await insertDeliveries(trx, deliveries.slice(from, from + DELIVERIES_PER_INSERT), now)
  const webhook_ids = [...new Set(deliveries.map(({ webhook_id }) => webhook_id))]
  for (const webhook_id of webhook_ids) await dropAbove(trx, webhook_id, now)
  if (webhook_ids.length > 0) await wakeAll(services, trx, webhook_ids)
}

/** Turns waiting comments, notes and requests into events without their texts. */
async function makeOfNews({ store: whole }: MakeServices, trx: Db, now: number): Promise<number> {
  const services = { store: readingWithin(whole, trx) }
  await cursorForUpdate(services, trx)
  const news = await newsForHooks(trx, BATCH)
  const wanted = await receiversOf(services, news)
  const events = await eventsOf(
    services,
    [...wanted.keys()].map((one) => ({ ...one, ...UNCHANGED })),
  )
  const byId = new Map([...events].map(([{ event_id }, event]) => [event_id, event]))
  await store(
    services,
    trx,
    [...wanted].flatMap(([one, webhook_ids]) => {
      const event = byId.get(one.event_id)
      const about = { kind: one.about, id: one.id, thread: one.thread_id }
      const by = one.uid > 0 ? { name: one.name, via: one.via } : null
      if (!event) return []
      const made = { ...event, type: one.sent, body: { ...event.body, about, by } }
      return [{ event: made, place: { item_id: one.item_id, change_id: null }, webhook_ids }]
    }),
    now,
  )
  for (const { event_id } of news) await eventUsed(trx, event_id, 'is_hooked')
  return news.length
}

/** What an event that is no change has instead. */
const UNCHANGED = { change_id: 0, version_to: 0, version_from: 0, from_history_id: 0, suggestion_id: 0, meaning: [] }

/** What happens to a page, and is neither a change nor news. */
type PageEvent = Pick<ChangeRow, 'item_id' | 'page_id' | 'cat_id' | 'title' | 'name' | 'via'> & {
  type: 'page.verified' | 'review.due'
  version: number
}

/** Stores such an event for the webhooks that take it, in the transaction of what it reports. */
export async function deliverEvent({ store: whole }: MakeServices, trx: Db, { version, ...event }: PageEvent, now: number) {
  const services = { store: readingWithin(whole, trx) }
  const wanted = await receiversOf(services, [{ ...event, ...UNCHANGED, version_to: version, until_time: now }])
  const events = await eventsOf(services, [...wanted.keys()])
  const made = [...wanted].flatMap(([row, webhook_ids]) => {
    const found = events.get(row)
    return found ? [{ event: found, place: { item_id: event.item_id, change_id: null }, webhook_ids }] : []
  })
  await store(services, trx, made, now)
}

type Happened = Pick<ChangeRow, 'item_id' | 'cat_id' | 'until_time'> & { type: string }

/** The webhooks of each change: of its item or of the site, for its type, and for a catalog above it. */
async function receiversOf<Row extends Happened>(services: MakeServices, changes: Row[]): Promise<Map<Row, number[]>> {
  const found = await listeners(services, [0, ...new Set(changes.map(({ item_id }) => item_id))])
  if (found.length === 0) return new Map()
  const isScoped = found.some(({ cat_id }) => cat_id > 0)
  const catalogs = isScoped
    ? await catalogsAbove(
        services,
        changes.map(({ cat_id }) => cat_id),
      )
    : new Map()
  const isBelow = (cat_id: number, top: number) => {
    for (let at = cat_id; at > 0; at = catalogs.get(at)?.parent_cat_id ?? 0) if (at === top) return true
    return false
  }
  return new Map(
    changes.flatMap((change) => {
      const ids = found
        .filter(({ item_id }) => item_id === 0 || item_id === change.item_id)
        .filter(({ events }) => events.includes(change.type))
        .filter(({ cat_id }) => cat_id === 0 || isBelow(change.cat_id, cat_id))
        // A webhook gets what changes after it was made.
        .filter(({ addtime }) => change.until_time >= addtime)
        .map(({ webhook_id }) => webhook_id)
      return ids.length > 0 ? [[change, ids] as const] : []
    }),
  )
}

type LoggedEvent = Happened &
  Pick<ChangeRow, 'page_id' | 'title' | 'name' | 'via'> &
  Pick<ChangeRow, 'change_id' | 'version_to' | 'version_from' | 'from_history_id' | 'suggestion_id' | 'meaning'>

/** The events of these changes, with the names of this moment. */
async function eventsOf<Row extends LoggedEvent>(services: MakeServices, changes: Row[]): Promise<Map<Row, OutgoingEvent>> {
  if (changes.length === 0) return new Map()
  const [items, pages, catalogs] = await Promise.all([
    itemsNamed(services, [...new Set(changes.map(({ item_id }) => item_id))]),
    pagesThere(services, [...new Set(changes.map(({ page_id }) => page_id))]),
    catalogsAbove(
      services,
      changes.map(({ cat_id }) => cat_id),
    ),
  ])
  const pathOf = (cat_id: number) => {
    const path: string[] = []
    for (let at = catalogs.get(cat_id); at; at = catalogs.get(at.parent_cat_id)) path.unshift(at.cat_name)
    return path
  }
  return new Map(
    changes.map((change) => {
      const { item_id, page_id, cat_id, type, title } = change
      const item = items.get(item_id)
      const body: EventBody = {
        at: change.until_time,
        change: change.change_id,
        item: item ? { id: item_id, name: item.item_name, domain: item.item_domain } : null,
        page:
          page_id > 0
            ? {
                id: page_id,
                title,
                path: pathOf(cat_id),
                version: change.version_to,
                version_before: change.version_from,
                history: change.from_history_id,
                is_there: pages.get(page_id) === item_id,
              }
            : null,
        catalog: type.startsWith('catalog.') ? { id: cat_id, name: title } : null,
        by: { name: change.name, via: change.via },
        suggestion: change.suggestion_id,
        meaning: change.meaning ?? [],
      }
      return [change, { event_id: randomHex(16), type, title: title || (item?.item_name ?? ''), body }]
    }),
  )
}
