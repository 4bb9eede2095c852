import { Refusal } from '@sheaf/contract'
import type { Language } from '@sheaf/contract/languages'
import type { Rights } from '../../access/access.ts'
import type { Ctx } from '../../context.ts'
import { QueueFull } from '../../runtime/fair-queue.ts'
import { lruOf } from '../../runtime/lru.ts'
import { type Bounds, inBounds } from '../../runtime/workers.ts'
import type { Source } from '../source.store.ts'
import type { versionById } from '../source.version.store.ts'
import { changeRows } from '../source.waiting.service.ts'
import type { ReadChanges } from './changes.ts'
import type { CompareTask } from './compare.worker.ts'
import { seenBy } from './source.changes.service.ts'

/** Two descriptions of the maximum size in YAML take about two gigabytes when they are read. */
const bounds = { threads: 1, megabytes: 3072, milliseconds: 60_000, waiting: 200, waitingPerOwner: 10 } satisfies Bounds

async function inThread(task: CompareTask, owner: string): Promise<ReadChanges> {
  try {
    return await inBounds<CompareTask, ReadChanges>(import.meta.url, 'compare', task, { ...bounds, owner })
  } catch (error) {
    if (error instanceof QueueFull) throw new Refusal('tooMany')
    const { name, code } = error as Error & { code?: string }
    if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') throw new Refusal('tooLarge')
    throw error
  }
}

/** Versions never change, so two of them are compared once. */
const compared = lruOf<Promise<ReadChanges>>(16 * 1024 * 1024)

type Version = NonNullable<Awaited<ReturnType<typeof versionById>>>

function changesBetween(source: Source, from: Version, to: Version, { store }: Pick<Ctx, 'store'>): Promise<ReadChanges> {
  const kept = compared(store)
  const key = `${from.version_id} ${to.version_id}`
  const known = kept.get(key)
  if (known) return known
  const found = inThread({ before: from.bytes, after: to.bytes }, String(source.item_id))
  kept.set(key, found, 1000)
  const forget = () => kept.get(key) === found && kept.delete(key)
  found.then((changes) => kept.get(key) === found && kept.set(key, found, JSON.stringify(changes).length * 2 + 1000), forget)
  return found
}

/** What one version of a source changes since another one, as far as the reader can see the parts (S217). */
export async function compareVersions(
  source: Source,
  { visits }: Pick<Rights, 'visits'>,
  [from, to]: [Version, Version],
  language: Language,
  ctx: Ctx,
) {
  const { counts, list } = await changesBetween(source, from, to, ctx)
  const seen = (await seenBy(ctx, source, list))(visits, 0)
  const of = (one: keyof typeof counts) => seen.filter((change) => change.class === one).length
  // What was not listed has no names, so it is counted only for those who see everything that is.
  const shown =
    seen.length === list.length ? counts : { breaking: of('breaking'), risky: of('risky'), safe: of('safe'), words: of('words') }
  return { ...shown, changes: await changeRows(ctx, source, seen, language) }
}
