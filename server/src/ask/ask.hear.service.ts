import { headOf, type ItemHead, itemNamed, type PageFound, pageOf } from '../access/access.store.ts'
import { rightsOfEach } from '../access/people.ts'
import type { Services } from '../context.ts'
import { noteNews } from '../notice/news-event.store.ts'
import { notify } from '../notice/notice.store.ts'
import { repeatedly } from '../runtime/loop.ts'
import { hasAlready, readSubject } from './ask.rules.ts'
import { decidersOf, isKnownIn, newAsks, openAsk } from './ask.store.ts'

type HearServices = Pick<Services, 'store' | 'now' | 'log'>
type NewAsk = Awaited<ReturnType<typeof newAsks>>[number]

/** Requests that are looked at together. */
const BATCH = 50
const POLL_MS = 3000
const LEAST_MS = 200

const wakers = new Set<() => void>()
/** A request of this process waits. */
export const wakeHearing = () => {
  for (const wake of wakers) wake()
}

async function placeOf(services: HearServices, { subject, page_id }: NewAsk): Promise<{ item: ItemHead; page?: PageFound } | undefined> {
  const wanted = readSubject(subject)
  const named = 'item' in wanted ? await itemNamed(services, wanted.item) : undefined
  const page = await pageOf(services, 'page_id' in wanted ? wanted.page_id : page_id)
  if (named) return page?.item_id === named.item_id ? { item: named, page } : { item: named }
  const item = page && 'page_id' in wanted ? await headOf(services, page.item_id) : undefined
  return item && page && { item, page }
}

/** The item that takes this request from this person; undefined if none does. */
async function takerOf(services: HearServices, ask: NewAsk) {
  const place = await placeOf(services, ask)
  if (place?.item.ask_access !== 1 || place.item.is_archived === 1) return undefined
  const [[, rights] = []] = await rightsOfEach(services, place.item, [ask.uid])
  return rights && !hasAlready(rights, ask.wants, place.page?.cat_id) ? place : undefined
}

/**
 * Finds out what new requests are about, and informs those who decide. This happens after the answer: sending takes the same statements for
 * every place, so neither the answer nor its time says anything about it (S155).
 */
export async function hearAsks(services: HearServices, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const asks = await newAsks(services, BATCH)
    for (const ask of asks) {
      if (signal?.aborted) return
      const taker = await takerOf(services, ask)
      await services.store.write((trx) => hear(trx, services.now(), ask, taker))
    }
    if (asks.length < BATCH) return
  }
}

async function hear(
  trx: Services['store']['db'],
  now: number,
  ask: NewAsk,
  taker: { item: ItemHead; page?: PageFound } | undefined,
): Promise<void> {
  const { ask_id, uid, username, name, wants, note } = ask
  const known = taker ? await isKnownIn(trx, ask, taker.item.item_id, now) : { isOpen: false, isPaused: false }
  const item = known.isPaused ? undefined : taker?.item
  const page_id = item ? (taker?.page?.page_id ?? 0) : 0
  if (!(await openAsk(trx, ask_id, { item_id: item?.item_id ?? 0, page_id })) || !item || known.isOpen) return
  const { item_id, item_name } = item
  const about = { item: item_name, wants, note }
  await notify(trx, { uid, username, name }, { uids: await decidersOf(trx, item), kind: 'accessAsked', about, item_id }, now)
  // For webhooks alone: those who decide have their notice.
  await noteNews(trx, { kind: 'access.asked', item_id, page_id, comment_id: ask_id, uid, username, is_told: 1, addtime: now })
}

/** Looks at new requests from now on. Returns a function that ends it. */
export function keepHearing(services: HearServices): () => Promise<void> {
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
      await hearAsks(services, signal)
    },
    (error) => services.log.error({ err: error }, 'requests for access are not looked at'),
  )
  return async () => {
    wakers.delete(wake)
    await end()
  }
}
