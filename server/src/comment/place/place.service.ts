import { Refusal } from '@sheaf/contract'
import { type PageFound, pageOf } from '../../access/access.store.ts'
import { onChangesAnnounced } from '../../change/finding/finding.service.ts'
import { storedText } from '../../content/page-text.store.ts'
import type { Ctx, Services } from '../../context.ts'
import { textsSince } from '../../page/history/page.history.store.ts'
import { type Bounds, inBounds } from '../../runtime/workers.ts'
import type { PagePlace } from '../comment.access.ts'
import type { ShownPlace } from '../comment.list.service.ts'
import { hasPlaces } from '../comment.rules.ts'
import { pagesBehind, storePlaces, type Thread, threadsOfPage } from '../thread.store.ts'
import type { Anchored, GivenAnchor, Task, TaskOutput } from './place.worker.ts'

export type { GivenAnchor }

/*
 * Where the words of a thread are. The place is stored with the version that it holds for, and carried through each stored version since
 * then by a comparison in a thread: after a save, or when a reader comes earlier (W43).
 */
const bounds = { threads: 1, megabytes: 512, milliseconds: 10_000, waiting: 200, waitingPerOwner: 20 } satisfies Bounds

const run = <K extends Task['kind']>(task: Extract<Task, { kind: K }>, owner: string): Promise<TaskOutput[K]> =>
  inBounds<Task, TaskOutput[K]>(import.meta.url, 'place', task, { ...bounds, owner })

/** The columns of a thread about the whole page. */
export const WHOLE_PAGE = {
  kind: 'page',
  heading: '',
  quote: '',
  quote_length: 0,
  text_before: '',
  text_after: '',
  start_at: 0,
  place: 'fixed',
  place_at: 0,
  place_length: 0,
} as const

/** Versions from an anchor to now that are compared one after the other, and their characters together; of more, some are skipped. */
const STEPS = { steps: 22, chars: 20_000_000 }

/**
 * Looks the words of an anchor up in the version that it names, and where they are now. Nothing that the caller says about them is
 * believed (W41).
 */
export async function settle(ctx: Ctx<'user'>, { page, rights }: PagePlace, anchor: GivenAnchor) {
  if (anchor.kind === 'page') return { ...WHOLE_PAGE, version: page.version, place_version: page.version }
  const present = await storedText(ctx.db, page)
  if (!hasPlaces(rights.item, present)) throw new Refusal('commentPlace')
  const texts = await textsSince(ctx.db, page, anchor.version, STEPS)
  // The version is no longer stored, or there is no such version.
  if (!texts || texts.isCut) throw new Refusal('anchorGone')
  const settled = await run({ kind: 'settle', anchor, texts: texts.texts }, String(ctx.user.uid))
  if (!settled) throw new Refusal('anchorGone')
  return { ...columnsOf(settled), version: anchor.version, place_version: page.version }
}

const columnsOf = ({ anchor, place, at, length }: Anchored) => ({
  kind: anchor.kind,
  heading: anchor.heading,
  quote: anchor.quote,
  quote_length: anchor.length ?? anchor.quote.length,
  text_before: anchor.before,
  text_after: anchor.after,
  start_at: anchor.at,
  place,
  place_at: at,
  place_length: length,
})

/** A reader waits at most this long for places that are not known yet. */
const WAIT_MS = 20

type CarryServices = Pick<Services, 'store' | 'log'>

/** The carrying of each page that runs now: several readers of a page wait for the same one. */
const running = new Map<number, Promise<void>>()

/** The places of threads in the current version; pending ones are being found. */
export async function currentPlaces(ctx: CarryServices, page: PageFound, threads: Thread[]): Promise<(thread: Thread) => ShownPlace> {
  const isKnown = (thread: Thread) => thread.kind === 'page' || thread.place_version >= page.version
  if (threads.every(isKnown)) return (thread) => thread
  await Promise.race([carryPage(ctx, page), new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref())])
  const now = new Map((await threadsOfPage(ctx, page.page_id)).map((thread) => [thread.thread_id, thread]))
  return (thread) => {
    const current = now.get(thread.thread_id) ?? thread
    return isKnown(current) ? current : { place: 'pending', place_at: 0, place_length: 0, place_version: page.version }
  }
}

/** Carries the places of a page's threads to its current version. */
function carryPage(services: CarryServices, page: PageFound): Promise<void> {
  const known = running.get(page.page_id)
  if (known) return known
  const carried = carry(services, page)
    .catch((error: Error) => services.log.warn({ err: error, page_id: page.page_id }, 'the places of comments were not found'))
    .finally(() => running.delete(page.page_id))
  running.set(page.page_id, carried)
  return carried
}

/** A thread as the comparison takes it. */
const anchored = (thread: Thread): Anchored => ({
  anchor: {
    kind: thread.kind,
    heading: thread.heading,
    quote: thread.quote,
    ...(thread.quote_length === thread.quote.length ? {} : { length: thread.quote_length }),
    before: thread.text_before,
    after: thread.text_after,
    at: thread.start_at,
    version: thread.version,
  },
  place: thread.place,
  at: thread.place_at,
  length: thread.place_length,
})

async function carry({ store }: CarryServices, page: PageFound) {
  const threads = (await threadsOfPage({ store }, page.page_id)).filter(
    ({ kind, place_version }) => kind !== 'page' && place_version < page.version,
  )
  // Threads of one version are carried together.
  for (const [version, group] of Map.groupBy(threads, ({ place_version }) => place_version)) {
    const texts = await textsSince(store.db, page, version, STEPS)
    if (!texts) return
    const places = group.map(anchored)
    const carried = await run({ kind: 'carry', ...texts, places }, '')
    const found = carried.map(({ place, at, length }, n) => ({
      thread_id: group[n]?.thread_id ?? 0,
      place,
      place_at: at,
      place_length: length,
    }))
    await store.write((trx) => storePlaces(trx, found, page.version))
  }
}

/** Carries the places of those of the pages whose text has changed. */
async function carryPages(services: CarryServices, page_ids: number[]) {
  for (const page_id of page_ids.length > 0 ? await pagesBehind(services.store.db, page_ids) : []) {
    const page = await pageOf(services, page_id)
    if (page) await carryPage(services, page)
  }
}

/** Carries places after each save from now on; returns a function that ends this. What a server that ended has left, a reader finds. */
export const keepPlaces = (services: CarryServices): (() => void) =>
  onChangesAnnounced((page_ids) => {
    carryPages(services, page_ids).catch((error: Error) => services.log.warn({ err: error }, 'the places of comments were not found'))
  })
