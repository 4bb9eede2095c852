import type { Meaning, PageState } from '@sheaf/markdown/meaning'
import { PLACED } from '../../content/change.rules.ts'
import { onChangeNoted } from '../../content/change.store.ts'
import type { Services } from '../../context.ts'
import { revisionsByIds } from '../../page/history/page.history.store.ts'
import { type Bounds, inBounds } from '../../runtime/workers.ts'
import { announce, type FoundMeaning, nextRevision, type PendingChange, pendingChanges, textNow } from './finding.store.ts'

/*
 * The meaning of a change is found after its commit, in a thread. A save never waits for it, and a server that stops leaves the rest to
 * the next one.
 */
const bounds = { threads: 1, megabytes: 256, milliseconds: 3000, waiting: 100 } satisfies Bounds
const BATCH = 20
/** Texts of a batch that are in memory at the same time, in characters. */
const BATCH_CHARS_MAX = 8_000_000

type FindingServices = Pick<Services, 'store' | 'log'>

type Announced = (page_ids: number[]) => void
const announced = new Set<Announced>()

/** Calls the listener with the changed pages after each commit that announces changes in this process; returns a function that ends this. */
export function onChangesAnnounced(listener: Announced): () => void {
  announced.add(listener)
  return () => void announced.delete(listener)
}

/** Finds the meaning of all pending changes and announces them. Several servers can run it at the same time. */
export async function findMeanings(services: FindingServices, { pause = async () => {}, signal }: Pace = {}): Promise<void> {
  for (let last = ''; ; ) {
    const pending = await pendingChanges(services, BATCH)
    // The same rows again: saves extend them faster than their meaning is found. They stay for the next run.
    const key = JSON.stringify(pending)
    if (pending.length === 0 || key === last || signal?.aborted) return
    last = key
    const begin = performance.now()
    const found: FoundMeaning[] = []
    let chars = 0
    for (const change of pending) {
      if (chars > BATCH_CHARS_MAX) break
      const one = await meaningOfChange(services, change)
      chars += one.chars
      found.push({ change, meaning: one.meaning })
    }
    await services.store.write((trx) => announce(trx, found))
    const page_ids = [...new Set(found.map(({ change }) => change.page_id))]
    for (const listener of announced) listener(page_ids)
    await pause(performance.now() - begin)
  }
}

interface Pace {
  /** Waits after a batch, by the milliseconds that it took. */
  pause?: (took: number) => Promise<void>
  signal?: AbortSignal
}

async function meaningOfChange(services: FindingServices, change: PendingChange): Promise<{ meaning: Meaning[]; chars: number }> {
  if (change.detail !== null) return { meaning: JSON.parse(change.detail) as Meaning[], chars: 0 }
  if (change.from_history_id === 0) return { meaning: [], chars: 0 }
  const next = await nextRevision(services, change)
  const revisions = await revisionsByIds(
    services.store.db,
    [change.from_history_id, next].filter((id) => id > 0),
  )
  const before = revisions.get(change.from_history_id)
  const after = next > 0 ? revisions.get(next) : await textNow(services, change.page_id)
  // The revision or the page is gone for good.
  if (!before || !after) return { meaning: [{ kind: 'text' }], chars: 0 }
  const moved = before.cat_id === change.cat_id ? [] : PLACED
  const states = { before: { title: before.title, text: before.text }, after: { title: change.title, text: after.text } }
  return { meaning: [...moved, ...(await between(services, states))], chars: before.text.length + after.text.length }
}

async function between({ log }: FindingServices, states: { before: PageState; after: PageState }): Promise<Meaning[]> {
  try {
    return await inBounds<typeof states, Meaning[]>(import.meta.url, 'meaning', states, bounds)
  } catch (error) {
    log.warn({ err: error }, 'the meaning of a change took too long')
    const { before, after } = states
    const title: Meaning[] = before.title === after.title ? [] : [{ kind: 'title', from: before.title, to: after.title }]
    return [...title, { kind: 'text' }]
  }
}

/** After a change, so that its transaction has ended and further saves can join. */
const DELAY_MS = 500
/** A long transaction, such as an import, ends later than that. */
const LATER_MS = 5000
/** Without a sign, for the changes of a server that ended. */
const IDLE_MS = 60_000
/** The work takes at most a fifth of the time of a processor. */
const REST = 4

/** Finds meanings from now on; returns a function that stops it. */
export function keepFinding(services: FindingServices): () => void {
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let due = Number.POSITIVE_INFINITY
  let isRunning = false
  const runIn = (delay: number) => {
    if (end.signal.aborted || performance.now() + delay >= due) return
    clearTimeout(timer)
    due = performance.now() + delay
    timer = setTimeout(run, delay).unref()
  }
  let isFresh = false
  const run = async () => {
    due = Number.POSITIVE_INFINITY
    if (isRunning) return
    isRunning = true
    const wasFresh = isFresh
    isFresh = false
    const pause = (took: number) => new Promise<void>((resolve) => setTimeout(resolve, took * REST).unref())
    await findMeanings(services, { pause, signal: end.signal }).catch((error: Error) => {
      if (!end.signal.aborted) services.log.error({ err: error }, 'meanings of changes not found')
    })
    isRunning = false
    runIn(isFresh ? DELAY_MS : wasFresh ? LATER_MS : IDLE_MS)
  }
  const endListening = onChangeNoted(() => {
    isFresh = true
    if (!isRunning) runIn(DELAY_MS)
  })
  runIn(DELAY_MS)
  return () => {
    end.abort()
    endListening()
    clearTimeout(timer)
  }
}
