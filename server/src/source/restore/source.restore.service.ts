import { Refusal, SOURCE_BYTES_MAX } from '@sheaf/contract'
import { partFences } from '@sheaf/description/fence'
import type { Permission } from '../../access/permission.ts'
import { versionsToKeep } from '../../common/settings.store.ts'
import { composeRestored } from '../../content/source-copy.store.ts'
import type { Ctx } from '../../context.ts'
import { inParts } from '../../db/batches.ts'
import type { RestoreSources } from '../../import/import.stage.service.ts'
import type { PlanPage, PlanSource } from '../../import-plan/plan.ts'
import type { ReadPart } from '../parts.worker.ts'
import { addSource } from '../source.add.service.ts'
import { addAliases, insertParts } from '../source.part.store.ts'
import { NOTHING } from '../source.publish.service.ts'
import { hashOf, type ReadDescription, readDescription, withFile } from '../source.read.ts'
import { entryOf, NOT_COUNTED, titleOf } from '../source.rules.ts'
import { type Source, updateSource } from '../source.store.ts'
import { applyVersion, insertVersion } from '../source.version.store.ts'

type View = NonNullable<PlanPage['view']>
type Restored = Parameters<RestoreSources>[1]

const VIEWS_PER_BATCH = 10

/**
 * Gives a new item the sources of the export that it is made from, and makes the pages that showed them views again. Parts without a page
 * stay left out, as they were. A source that cannot be read is reported; the pages that show it keep their text.
 */
export const restoreSources: RestoreSources = async (plan, restored, ctx) => {
  const names = new Set<string>()
  const owners = ownersOf(restored)
  for (const one of plan.sources ?? []) {
    ctx.gone?.throwIfAborted()
    try {
      if (names.has(one.name)) throw new Refusal('sourceName', { name: one.name })
      await restoreSource(one, owners.get(one.name) ?? new Map(), restored, ctx)
      names.add(one.name)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      plan.skipped.push({ name: one.entry, reason: 'broken' })
    }
  }
  if (names.size === 0) return
  const { permission, pages } = restored
  const views = [...pages].flatMap(([{ view }, page_id]) => (view && isWhole(view, names) ? [{ page_id, page_text: view.text }] : []))
  for (const some of inParts(views, VIEWS_PER_BATCH)) {
    await ctx.store.db.transaction().execute((trx) => composeRestored({ permission, store: ctx.store, trx, at: ctx.now() }, some, ctx.user))
    await new Promise(setImmediate)
  }
}

const isWhole = ({ text }: View, names: ReadonlySet<string>) => partFences(text).every(({ source }) => names.has(source))

/** The pages of parts, by the entry of the part, by source. */
function ownersOf({ pages }: Restored) {
  const owners = new Map<string, Map<string, number>>()
  for (const [{ view }, page_id] of pages) {
    if (!view?.own) continue
    const ofSource = owners.get(view.own.source) ?? new Map<string, number>()
    owners.set(view.own.source, ofSource.set(entryOf(view.own), page_id))
  }
  return owners
}

async function restoreSource(
  one: PlanSource,
  owners: ReadonlyMap<string, number>,
  { permission, catalogs, item_type, fileOf }: Restored,
  ctx: Ctx<'user'>,
) {
  const bytes = await fileOf(one.entry, SOURCE_BYTES_MAX + 1)
  await withFile(ctx, bytes, async (path) => {
    const sha256 = await hashOf(path)
    const empty = { known: [], before: undefined, accepted: new Set<string>(), overview: undefined }
    const read = await readDescription({ path, fileName: one.file_name }, one, empty, ctx)
    const cat_id = one.catalog ? (catalogs.get(one.catalog) ?? 0) : 0
    const { name, title, language, on_gone, views } = one
    const wanted = { cat_id, name, title, language, on_gone, views, uid: ctx.user.uid, request_id: '' }
    const { source } = await addSource({ item: { item_type }, permission }, wanted, ctx)
    await fill(source, { one, read, sha256, owners }, permission, ctx)
  })
}

interface Filling {
  one: PlanSource
  read: ReadDescription
  sha256: string
  owners: ReadonlyMap<string, number>
}

async function fill(source: Source, { one, read, sha256, owners }: Filling, permission: Permission<'edit'>, ctx: Ctx<'user'>) {
  const { source_id } = source
  const keep = await versionsToKeep(ctx)
  await ctx.store.db.transaction().execute(async (trx) => {
    const ids = await insertParts(
      trx,
      read.parts.flatMap((part) => rowOf(part, source_id, owners) ?? []),
    )
    await addAliases(
      trx,
      one.former.flatMap(([kind, part_key, key]) => {
        const part_id = ids.get(`${kind} ${key}`)
        return part_id ? [{ source_id, kind, part_key, part_id }] : []
      }),
    )
    const counts = { ...NOTHING, made: owners.size }
    const { label, branch, commit: commit_id, commit_time, file_name } = one
    const origin = { label, branch, commit_id, commit_time, file_name, uid: ctx.user.uid, username: ctx.user.username, via: '' }
    const content = { sha256, bytes: read.bytes, size: read.size, changes: '[]' }
    const report = JSON.stringify({ ...counts, problems: read.problems })
    const row = { ...origin, ...content, source_id, seq: 1, addtime: ctx.now(), state: 'applied' as const, report }
    const version_id = await insertVersion(trx, row, keep)
    await applyVersion(trx, { source_id, version_id }, { report, document: read.document })
    await updateSource(trx, permission, source_id, { version_id, kind: read.kind, check_time: ctx.now() })
  })
}

function rowOf(part: ReadPart, source_id: number, owners: ReadonlyMap<string, number>) {
  const { kind, key: part_key, name, method, path, title, seal, shape, chars, body, coverage } = part
  const page_id = owners.get(entryOf(part)) ?? 0
  const is_detached = page_id === 0 ? 1 : 0
  const content = { name, method, path, title, seal, shape, chars, ...coverage }
  return (
    body && { ...NOT_COUNTED, ...content, source_id, kind, part_key, body, page_id, is_detached, title_base: titleOf(part), since_seq: 1 }
  )
}
