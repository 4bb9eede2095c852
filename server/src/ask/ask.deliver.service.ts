import { headOf, type ItemHead, itemNamed, type PageFound, pageOf } from '../access/access.store.ts'
import { rightsOfEach } from '../access/people.ts'
import type { Services } from '../context.ts'
import { noteNews } from '../notice/news-event.store.ts'
import { notify } from '../notice/notice.store.ts'
import { repeatedly } from '../runtime/loop.ts'
import { hasAlready, readSubject } from './ask.rules.ts'
import { decidersOf, isKnownIn, newAsks, openAsk } from './ask.store.ts'

type DeliverServices = Pick<Services, 'store' | 'now' | 'log'>
type NewAsk = Awaited<ReturnType<typeof newAsks>>[number]

/** Requests of one batch. */
const BATCH = 50
const POLL_MS = 3000
const LEAST_MS = 200

const wakers = new Set<() => void>()
/** Wakes the delivery: this process has stored a request. */
export const wakeDelivery = () => {
  for (const wake of wakers) wake()
}

async function placeOf(services: DeliverServices, { subject, page_id }: NewAsk): Promise<{ item: ItemHead; page?: PageFound } | undefined> {
  const wanted = readSubject(subject)
  const named = 'item' in wanted ? await itemNamed(services, wanted.item) : undefined
  const page = await pageOf(services, 'page_id' in wanted ? wanted.page_id : page_id)
  if (named) return page?.item_id === named.item_id ? { item: named, page } : { item: named }
  const item = page && 'page_id' in wanted ? await headOf(services, page.item_id) : undefined
  return item && page && { item, page }
}

/** The item that accepts this request of this person; undefined if none does. */
async function receiverOf(services: DeliverServices, ask: NewAsk) {
  const place = await placeOf(services, ask)
  if (place?.item.ask_access !== 1 || place.item.is_archived === 1) return undefined
  const [[, rights] = []] = await rightsOfEach(services, place.item, [ask.uid])
  return rights && !hasAlready(rights, ask.wants, place.page?.cat_id) ? place : undefined
}

/**
 * Finds the item of each new request and notifies those who decide. This runs after the response: sending takes the same statements for
 * every place, so neither the response nor its time reveals anything (S155).
 */
export async function deliverAsks(services: DeliverServices, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const asks = await newAsks(services, BATCH)
    for (const ask of asks) {
      if (signal?.aborted) return
      const receiver = await receiverOf(services, ask)
      await services.store.write((trx) => deliver(trx, services.now(), ask, receiver))
    }
    if (asks.length < BATCH) return
  }
}

async function deliver(
  trx: Services['store']['db'],
  now: number,
  ask: NewAsk,
  receiver: { item: ItemHead; page?: PageFound } | undefined,
): Promise<void> {
  const { ask_id, uid, username, name, wants, note } = ask
  const known = receiver ? await isKnownIn(trx, ask, receiver.item.item_id, now) : { isOpen: false, isPaused: false }
  const item = known.isPaused ? undefined : receiver?.item
  const page_id = item ? (receiver?.page?.page_id ?? 0) : 0
  if (!(await openAsk(trx, ask_id, { item_id: item?.item_id ?? 0, page_id })) || !item || known.isOpen) return
  const { item_id, item_name } = item
  const about = { item: item_name, wants, note }
  await notify(trx, { uid, username, name }, { uids: await decidersOf(trx, item), kind: 'accessAsked', about, item_id }, now)
  // For webhooks alone: those who decide have their notice.
  await noteNews(trx, { kind: 'access.asked', item_id, page_id, comment_id: ask_id, uid, username, is_told: 1, addtime: now })
}

/** Delivers new requests from now on. Returns a function that ends it. */
export function keepDeliveringAsks(services: DeliverServices): () => Promise<void> {
  let isFresh = true
  let last = 0
  const wake = () => {
    isFresh = true
  }
  wakers.add(wake)
  const end = repeatedly(
    LEAST_MS,
    async (signal) => {
      if (!isFresh && performance.now() - last < POLL_MS) return
      isFresh = false
      last = performance.now()
      await deliverAsks(services, signal)
    },
    (error) => services.log.error({ err: error }, 'requests for access are not delivered'),
  )
  return async () => {
    wakers.delete(wake)
    await end()
  }
}
