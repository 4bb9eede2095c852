import { Refusal, type SourceReport } from '@sheaf/contract'
import { differenceText } from '@sheaf/description/table-difference'
import type { Ctx } from '../../context.ts'
import { QueueFull } from '../../runtime/fair-queue.ts'
import { type Bounds, inBounds } from '../../runtime/workers.ts'
import { type Incoming, NOTHING, type SyncActor } from '../source.publish.service.ts'
import { hashOf } from '../source.read.ts'
import { sourceName } from '../source.rules.ts'
import { lockSource, type Source, sourceById } from '../source.store.ts'
import { currentVersion } from '../source.version.store.ts'
import type { InstanceRead, InstanceTask } from './instance.worker.ts'
import { type Differences, instanceNamed, instancesOf, noteInstance, putDrift, putInstance } from './source.instance.store.ts'

/*
 * Further instances of a database (T31). They change no page: their differences from the main one are stored next to it, and pages show them.
 */

/** Instances of a source apart from the main one. */
const INSTANCES_MAX = 9
const TEXTS_MAX = 100

/** Two structures of the maximum size are read. */
const bounds = { threads: 1, megabytes: 2048, milliseconds: 60_000, waiting: 100, waitingPerOwner: 20 } satisfies Bounds

async function inThread(task: InstanceTask, item_id: number): Promise<NonNullable<InstanceRead['read']>> {
  try {
    const { read } = await inBounds<InstanceTask, InstanceRead>(import.meta.url, 'instance', task, { ...bounds, owner: String(item_id) })
    if (!read) throw new Refusal('sourceKind')
    return read
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof QueueFull) throw new Refusal('tooMany')
    const { name, code } = error as Error & { code?: string }
    if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') throw new Refusal('tooLarge')
    throw error
  }
}

function reportOf(ctx: Ctx, instance: string, differences: Differences): Pick<SourceReport, 'changes' | 'breaking' | 'risky' | 'safe'> {
  const count = (of: string) => differences.filter((one) => one.class === of).length
  const changes = differences.slice(0, TEXTS_MAX).map(({ class: of, label, rule, path, before, after }) => ({
    class: of,
    text: `${label === '' ? '' : `${label}: `}${differenceText({ instance, rule, path, before, after }, ctx.language)}`,
    is_accepted: 0,
  }))
  return { changes, breaking: count('breaking'), risky: count('risky'), safe: count('safe') }
}

/** Compares an instance with the version that pages show, and keeps it unless it is only to be compared. */
export async function pushInstance(source: Source, name: string, incoming: Incoming, actor: SyncActor, ctx: Ctx): Promise<SourceReport> {
  const { source_id, item_id } = source
  if (source.kind !== 'database') throw new Refusal('sourceInstanceKind')
  const instance = sourceName(name)
  const current = await currentVersion(ctx.db, source)
  if (!current) throw new Refusal('notFound')
  const { version_id, seq } = current
  const sha256 = await hashOf(incoming.path)
  const { differences, tables, bytes } = await inThread({ file: { path: incoming.path }, main: current.before }, item_id)
  const known = await instanceNamed(ctx.db, source_id, instance)
  const isSame = known?.sha256 === sha256 && known.version_id === version_id
  const base = {
    ...{ ...NOTHING, source_id, version_id, seq, parts: tables, problems: [], words: 0, breaking_accepted: 0, risky_accepted: 0 },
    ...reportOf(ctx, instance, differences),
  }
  if (incoming.isCheck) return { ...base, state: 'checked' }
  // The rights can have changed while the file was read.
  await actor.mustEdit()
  await ctx.store.write(async (trx) => {
    const locked = await lockSource(trx, source_id)
    if (locked?.version_id !== version_id) throw new Refusal('sourceBusy')
    const all = await instancesOf(trx, source_id)
    if (all.length >= INSTANCES_MAX && !all.some((one) => one.name === instance))
      throw new Refusal('sourceInstances', { max: String(INSTANCES_MAX) })
    const at = ctx.now()
    const row = { source_id, name: instance, file_name: incoming.fileName.slice(0, 255), sha256, bytes, label: incoming.label }
    await putInstance(trx, { ...row, addtime: at, check_time: at, version_id })
    await putDrift(trx, source_id, instance, differences, at)
  })
  return { ...base, state: isSame ? 'same' : 'applied' }
}

/**
 * Compares all instances with a new version. One that cannot be compared stays without differences, and its source says that it is not
 * compared; its next push compares it.
 */
export async function compareInstances(source_id: number, ctx: Ctx): Promise<void> {
  const source = await sourceById(ctx, source_id)
  const current = source && (await currentVersion(ctx.db, source))
  if (!current) return
  for (const { name, version_id } of await instancesOf(ctx.db, source_id)) {
    if (version_id === current.version_id) continue
    const one = await instanceNamed(ctx.db, source_id, name)
    if (!one) continue
    const read = await inThread({ file: { bytes: one.bytes }, main: current.before }, source.item_id).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    if (!read) continue
    await ctx.store.write(async (trx) => {
      const locked = await lockSource(trx, source_id)
      const now = await instanceNamed(trx, source_id, name)
      if (locked?.version_id !== current.version_id || now?.sha256 !== one.sha256) return
      await putDrift(trx, source_id, name, read.differences, ctx.now())
      await noteInstance(trx, source_id, name, { version_id: current.version_id })
    })
  }
}
