import { onChangesAnnounced } from '../../change/finding/finding.service.ts'
import { siteSettings } from '../../common/settings.store.ts'
import type { Services } from '../../context.ts'
import { onNewsNoted } from '../../notice/news-event.store.ts'
import { isBot, isKind } from '../webhook.rules.ts'
import { nextDue, type WebhookRow, webhookById } from '../webhook.store.ts'
import { attempt, type Outcome, targetOf } from './attempt.ts'
import { claim, itemIsThere, release, renewed } from './claim.store.ts'
import { dueOf, eventOf, probeOf, type WholeDelivery } from './delivery.store.ts'
import { makeDeliveries } from './events.service.ts'
import { settle } from './settle.ts'

/** Webhooks that one server delivers for at the same time, and those among them whose last attempt failed. */
const PARALLEL = 10
const PARALLEL_TROUBLED = 5
/** Deliveries per claim, after which others get their turn. */
const PER_CLAIM = 20
/** Changes that one message of a bot takes together. */
const GATHERED_MAX = 1000
/** Seconds until another look at a webhook of a deleted item, or one that another SECRET_KEY encrypted. */
const RESTING_SECONDS = 3600

type EngineServices = Pick<Services, 'store' | 'config' | 'outbound' | 'log' | 'now'>
/** Unix seconds. */
export type Clock = () => number | Promise<number>

/**
 * The clock of deliveries. Several servers share a PostgreSQL database, so its clock decides: no server retries early or loses a claim
 * because its own clock is wrong (R28).
 */
export const sharedClock =
  ({ store, now }: Pick<Services, 'store' | 'now'>): Clock =>
  async () =>
    store.kind === 'sqlite'
      ? now()
      : ((await store.hot<{ now: number }>('select floor(extract(epoch from clock_timestamp()))::bigint as now', []))[0]?.now ?? now())

const wakers = new Set<() => void>()
/** Wakes the engine of this process: a delivery may be due. */
export const wakeEngine = () => {
  for (const wakeOne of wakers) wakeOne()
}

/** Whether this server sends anything: the operator and the administrators can switch it off. */
export const isSending = async (services: Pick<Services, 'store' | 'outbound'>) =>
  services.outbound.isOn && (await siteSettings(services)).webhook_on === '1'

interface Run {
  clock?: Clock
  signal?: AbortSignal
}

/** Makes deliveries from changes and sends all that are due now. A receiver that hangs delays only its own deliveries. */
export async function deliverDue(services: EngineServices, { clock = sharedClock(services), signal }: Run = {}): Promise<void> {
  const running = new Map<number, Promise<void>>()
  const troubled = new Set<number>()
  const begin = async (isTroubled: boolean) => {
    const free = Math.min(PARALLEL - running.size, isTroubled ? PARALLEL_TROUBLED - troubled.size : PARALLEL)
    if (free <= 0 || (await nextDue(services)) > (await clock())) return
    for (const id of await claim(services, await clock(), isTroubled, free)) {
      if (isTroubled) troubled.add(id)
      const end = () => {
        running.delete(id)
        troubled.delete(id)
      }
      running.set(id, deliverFor(services, id, clock, signal).finally(end))
    }
  }
  const signs = signsOfWaking()
  try {
    for (;;) {
      const woken = signs.next()
      await makeDeliveries(services, await clock())
      if (signal?.aborted || !(await isSending(services))) break
      for (const isTroubled of [false, true]) await begin(isTroubled)
      if (running.size === 0) break
      await Promise.race([...running.values(), woken])
    }
  } finally {
    signs.end()
  }
  await Promise.all(running.values())
}

/** The calls of wakeEngine, until the end. */
function signsOfWaking() {
  let sign = () => {}
  const wakeOne = () => sign()
  wakers.add(wakeOne)
  const next = () =>
    new Promise<void>((resolve) => {
      sign = resolve
    })
  return { next, end: () => void wakers.delete(wakeOne) }
}

/** Sends the due deliveries of one claimed webhook in their order, and releases it. */
async function deliverFor(services: EngineServices, webhook_id: number, clock: Clock, signal: AbortSignal | undefined) {
  let notBefore = 0
  try {
    for (let sent = 0; sent < PER_CLAIM && !signal?.aborted; sent++) {
      const now = await clock()
      const webhook = await webhookById(services.store.db, webhook_id)
      if (!webhook || !isUsable(webhook) || webhook.quiet_until > now) break
      if (!(await itemIsThere(services, webhook.item_id))) {
        notBefore = now + RESTING_SECONDS
        break
      }
      const target = targetOf(services, webhook, now)
      if (!target) {
        notBefore = now + RESTING_SECONDS
        break
      }
      const batch = await nextBatch(services, webhook, now)
      if (batch.length === 0) break
      const outcome: Outcome = await attempt(services, target, batch.map(eventOf), now)
      notBefore = await settle(services, webhook, batch, outcome, await clock())
      if (outcome.problem !== '') break
      if (!(await renewed(services, webhook_id, await clock()))) return
    }
  } catch (error) {
    // The claim expires, and the same deliveries are sent later with the same ids.
    if (!signal?.aborted) services.log.error({ err: error, webhook_id }, 'deliveries of a webhook stopped')
    return
  }
  await release(services, webhook_id, notBefore)
}

const isUsable = ({ is_on, state }: WebhookRow) => is_on === 1 && state !== 'off'

/** One delivery, or all that a bot gathers in one message. A failing webhook gets a single probe. */
function nextBatch({ store }: EngineServices, { webhook_id, kind, state }: WebhookRow, now: number): Promise<WholeDelivery[]> {
  const gathers = isKind(kind) && isBot(kind)
  if (state === 'failing' && !gathers) return probeOf(store.db, webhook_id)
  // A message that failed is sent again with all that came since.
  return dueOf(store.db, webhook_id, state === 'failing' ? Number.MAX_SAFE_INTEGER : now, gathers ? GATHERED_MAX : 1)
}

/** Without a sign: events of other servers, and claims of servers that ended. */
const POLL_MS = 5000
const LEAST_MS = 200
/** Time for running requests at the end of the server. */
const END_MS = 3000

/** Delivers from now on. Returns a function that stops it; what is under way is sent again by the next server, with the same ids. */
export function keepDelivering(services: EngineServices): () => Promise<void> {
  const end = new AbortController()
  const clock = sharedClock(services)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWanted = false
  const start = () => {
    if (end.signal.aborted) return
    isWanted = true
    if (running) return
    clearTimeout(timer)
    running = run().finally(() => {
      running = undefined
    })
  }
  async function run() {
    let delay = POLL_MS
    try {
      while (isWanted && !end.signal.aborted) {
        isWanted = false
        await deliverDue(services, { clock, signal: end.signal })
      }
      delay = Math.min(POLL_MS, Math.max(LEAST_MS, ((await nextDue(services)) - (await clock())) * 1000))
    } catch (error) {
      if (!end.signal.aborted) services.log.error({ err: error }, 'webhooks are not delivered')
    }
    if (!end.signal.aborted) timer = setTimeout(start, delay).unref()
  }
  wakers.add(start)
  const endings = [onChangesAnnounced(start), onNewsNoted(start)]
  start()
  return async () => {
    end.abort()
    wakers.delete(start)
    for (const stop of endings) stop()
    clearTimeout(timer)
    if (running) await Promise.race([running.catch(() => {}), new Promise((resolve) => setTimeout(resolve, END_MS).unref())])
  }
}
