import { Refusal, type SourceReport } from '@sheaf/contract'
import { changeText } from '@sheaf/description/change-text'
import { covers, scopeOf } from '../access/access.ts'
import { versionsToKeep } from '../common/settings.store.ts'
import { roomBelow } from '../content/catalog.rules.ts'
import { catalogsIn } from '../content/catalog.store.ts'
import { insertItem, touchItem } from '../content/item.store.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { isSame } from '../import/import.match.rules.ts'
import { showStaged, stage } from '../import/import.stage.service.ts'
import { fitLevels, type PlanCatalog } from '../import-plan/plan.ts'
import { removeItem } from '../item/item.service.ts'
import { compareInstances } from './instance/source.instance.service.ts'
import { acceptedOf, noteCheck } from './match/source.decision.store.ts'
import { notifyHeld } from './source.notice.service.ts'
import { pagesInItem } from './source.page.store.ts'
import { partNamed, partsOf } from './source.part.store.ts'
import { type Counts, type Incoming, NOTHING, publish, type SyncActor, titlesOf, versionRow, type Work } from './source.publish.service.ts'
import { hashOf, readDescription } from './source.read.ts'
import { entryOf, placeParts, planSync, type SyncPlan, titleOf } from './source.rules.ts'
import { lockSource, type Source, updateSource } from './source.store.ts'
import { currentVersion, heldVersion, insertVersion, lastSeq } from './source.version.store.ts'

/** Sentences of changes in an answer. */
const TEXTS_MAX = 100

const NO_CHANGES = {
  parts: 0,
  problems: [],
  changes: [],
  breaking: 0,
  risky: 0,
  safe: 0,
  words: 0,
  breaking_accepted: 0,
  risky_accepted: 0,
}

/** Number of attempts; an attempt fails when the tree of the item or the source changes during it. */
const TRIES = 3

/**
 * Brings the pages of a source up to date with a new version. Everything new is made in a hidden item and shown in one transaction. The
 * stored texts of pages are never written: what people wrote cannot be lost.
 */
export async function syncSource(
  source: Source,
  incoming: Incoming,
  actor: SyncActor,
  ctx: Ctx,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<SourceReport> {
  for (let attempts = TRIES; attempts > 0; attempts--) {
    const report = await attempt(source.source_id, incoming, actor, ctx, onProgress)
    if (report?.state === 'applied') await compareInstances(source.source_id, ctx)
    if (report) return report
  }
  throw new Refusal('sourceBusy')
}

async function attempt(
  source_id: number,
  incoming: Incoming,
  actor: SyncActor,
  ctx: Ctx,
  onProgress: (done: number, total: number) => void,
) {
  const source = await ctx.db.selectFrom('source').selectAll().where('source_id', '=', source_id).executeTakeFirst()
  if (!source) throw new Refusal('notFound')
  const granted = await actor.mustEdit()
  const current = await currentVersion(ctx.db, source)
  const sha256 = await hashOf(incoming.path)
  if (current?.sha256 === sha256) {
    if (!incoming.isCheck) await updateSource(ctx.db, granted.permission, source_id, { check_time: ctx.now() })
    const { version_id, seq } = current
    return { ...NOTHING, ...NO_CHANGES, source_id, version_id, seq, state: 'same' as const }
  }
  const known = await partsOf(ctx.db, source)
  const accepted = new Set((await acceptedOf(ctx.db, source_id)).keys())
  const overview = (await partNamed(ctx.db, source_id, 'overview', ''))?.body
  const read = await readDescription(incoming, source, { known, before: current?.before, accepted, overview }, ctx)
  const plan = planSync(read.parts, known)
  const texts = read.changes.list.slice(0, TEXTS_MAX).map((change) => ({
    class: change.class,
    text: changeText(change, ctx.language),
    is_accepted: accepted.has(change.seal) ? 1 : 0,
  }))
  const { counts: classes, accepted: ofThem, list } = read.changes
  const acceptedCounts = { breaking_accepted: ofThem.breaking, risky_accepted: ofThem.risky }
  const base = { source_id, parts: read.parts.length, problems: read.problems, ...classes, ...acceptedCounts, changes: texts }
  if (current && !incoming.force && incoming.commit_time > 0 && incoming.commit_time < current.commit_time)
    return { ...base, ...NOTHING, version_id: current.version_id, seq: current.seq, state: 'older' as const }
  const gone = { gone: plan.gone.length, gone_titles: titlesOf(plan.gone) }
  const counts = { ...NOTHING, made: plan.made.length, changed: plan.changed.length, ...gone }
  if (incoming.isCheck) {
    await ctx.store.write((trx) => noteCheck(trx, source_id, { ...incoming, list, at: ctx.now() }))
    return { ...base, ...counts, version_id: 0, seq: current?.seq ?? 0, state: plan.isHeld ? ('held' as const) : ('checked' as const) }
  }
  const work = { source, read, sha256, plan, incoming, actor, granted, base, accepted, keep: await versionsToKeep(ctx) }
  if (plan.isHeld && !incoming.released) return hold(work, counts, ctx)
  return apply(work, actor, ctx, onProgress)
}

/** Stores the version for a manager to decide; nothing else changes. The same file again is the version that is held already. */
async function hold(work: Work, counts: Counts, ctx: Ctx): Promise<SourceReport | undefined> {
  const { source, sha256, base } = work
  return ctx.store.write(async (trx) => {
    const locked = await lockSource(trx, source.source_id)
    if (locked?.version_id !== source.version_id) return undefined
    const known = await heldVersion(trx, source.source_id)
    if (known?.sha256 === sha256) return { ...base, ...counts, version_id: known.version_id, seq: known.seq, state: 'held' as const }
    const seq = (await lastSeq(trx, source.source_id)) + 1
    const version_id = await insertVersion(trx, versionRow(work, seq, 'held', counts, ctx.now()), work.keep)
    await notifyHeld(trx, work, ctx.now())
    return { ...base, ...counts, version_id, seq, state: 'held' as const }
  })
}

async function treeOf(db: Db, item_id: number) {
  return { catalogs: await catalogsIn(db, item_id), pages: await pagesInItem(db, item_id) }
}

/** The plan with the texts of new pages only. */
function withTexts(root: PlanCatalog, { made, pages }: SyncPlan): PlanCatalog {
  const texts = new Map(made.map(({ read }) => [entryOf(read), read]))
  const keep = (catalog: PlanCatalog): PlanCatalog => ({
    ...catalog,
    pages: catalog.pages.flatMap((page) => {
      const read = texts.get(page.entry)
      if (read) return [{ ...page, title: titleOf(read), content: `${read.markdown?.trim() ?? ''}\n` }]
      return pages.has(page.entry) ? [page] : []
    }),
    catalogs: catalog.catalogs.map(keep),
  })
  return keep(root)
}

async function apply(
  work: Work,
  actor: SyncActor,
  ctx: Ctx,
  onProgress: (done: number, total: number) => void,
): Promise<SourceReport | undefined> {
  const { source, plan, read } = work
  const { item_id } = source
  const tree = await treeOf(ctx.db, item_id)
  const cat_id = tree.catalogs.some((catalog) => catalog.cat_id === source.cat_id) ? source.cat_id : 0
  const { level, levels } = roomBelow(tree.catalogs, cat_id)
  const root = fitLevels(withTexts(read.root, plan), levels, [])
  const placed = placeParts(root, tree, cat_id, plan.pages)
  const draft = { item_name: source.title, item_description: '', item_domain: '', item_type: 1, password_hash: '', password_stamp: '' }
  const hidden = await insertItem(ctx.db, { ...draft, uid: work.granted.item.uid }, ctx.now(), 2)
  try {
    const author = { author_uid: actor.uid, author_username: actor.username }
    const staged = await stage(placed, new Map(), { hidden, item_id, level, author, onProgress }, ctx)
    // The rights can have changed while the description was read.
    const granted = await actor.mustEdit()
    const { permission } = granted
    const done = await ctx.store.db.transaction().execute(async (trx) => {
      await touchItem(trx, permission, ctx.now())
      const locked = await lockSource(trx, source.source_id)
      const now = await treeOf(trx, item_id)
      if (!covers(scopeOf(granted.roots, now.catalogs), cat_id)) throw new Refusal('noPermission')
      if (locked?.version_id !== source.version_id || !isSame(placed, placeParts(root, now, cat_id, plan.pages))) return undefined
      await showStaged(trx, placed, staged, { from: hidden, to: permission }, ctx)
      return publish(trx, { ...work, granted }, { placed, staged }, ctx)
    })
    if (!done) await removeItem(ctx, hidden)
    return done
  } catch (error) {
    await removeItem(ctx, hidden)
    throw error
  }
}
