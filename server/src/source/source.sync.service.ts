import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Refusal, type SourceReport } from '@sheaf/contract'
import { isLanguage } from '@sheaf/contract/languages'
import { changeText } from '@sheaf/description/change-text'
import { bareFence } from '@sheaf/description/fence'
import { methodOf } from '@sheaf/markdown/method'
import { covers, type Rights, scopeOf } from '../access/access.ts'
import type { Permission } from '../access/permission.ts'
import { roomBelow } from '../content/catalog.rules.ts'
import { catalogsIn, hasCatalog } from '../content/catalog.store.ts'
import { type ChangeActor, counted } from '../content/change.rules.ts'
import { noteChange } from '../content/change.store.ts'
import { insertItem, touchItem } from '../content/item.store.ts'
import { deletePages, restorePage } from '../content/page.store.ts'
import { compose, storeWords } from '../content/page-text.store.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { indexPage } from '../db/search/search.ts'
import { isSame, type Place, placesIn } from '../import/import.match.rules.ts'
import { type Staged, showStaged, stage } from '../import/import.stage.service.ts'
import { fitLevels, PAGE, type PlanCatalog } from '../import-plan/plan.ts'
import { removeItem } from '../item/item.service.ts'
import { takeFromBin } from '../recycle/recycle.store.ts'
import { workerStream } from '../runtime/worker-stream.ts'
import type partsTask from './parts.worker.ts'
import type { ReadChanges, ReadPart } from './parts.worker.ts'
import { entryOf, entryOfKnown, placeParts, planSync, type SyncPlan, titleOf, VERSIONS_KEPT } from './source.rules.ts'
import {
  addAlias,
  currentVersion,
  insertParts,
  insertVersion,
  type KnownPart,
  lastSeq,
  lockSource,
  pagesInItem,
  pagesShowing,
  partsOf,
  placePage,
  type Source,
  setVersionState,
  storeTexts,
  touchedPages,
  updatePage,
  updatePart,
  updateSource,
} from './source.store.ts'

/** The file of a version, and where it comes from. */
export interface Incoming {
  path: string
  fileName: string
  label: string
  commit: string
  branch: string
  commit_time: number
  /** Accept it although the present version is newer. */
  force: boolean
  /** Compare only. */
  isCheck: boolean
  /** Apply it although much would go; the held version that it is. */
  released?: { version_id: number; seq: number }
}

/** Who brings a source up to date: a person, or a program with the keys of the item. */
export interface SyncActor extends ChangeActor {
  rights: Pick<Rights, 'item' | 'roots'>
  permission: Permission<'edit'>
}

interface ReadDescription {
  title: string
  root: PlanCatalog
  parts: ReadPart[]
  problems: { name: string; reason: string }[]
  size: number
  bytes: Buffer
  changes: ReadChanges
}

const PROBLEMS_MAX = 100
/** Sentences of changes in an answer. */
const TEXTS_MAX = 100
const GONE_TITLES_MAX = 100

/** Reads a description in a worker thread. Parts with a known seal come without their content. */
async function readDescription(
  { path, fileName }: Pick<Incoming, 'path' | 'fileName'>,
  { language, views }: Pick<Source, 'language' | 'views'>,
  { known, before }: { known: KnownPart[]; before: Buffer | undefined },
  ctx: Ctx,
): Promise<ReadDescription> {
  const seals = new Map(known.map((part) => [entryOfKnown(part), part.seal]))
  const task = {
    path,
    fileName,
    language: isLanguage(language) ? language : ('en' as const),
    hasSchemas: views === 'all',
    known: seals,
    before,
  }
  const stream = workerStream<typeof partsTask>(import.meta.url, 'parts', task, { signal: ctx.gone, calls: {}, ahead: 2 })
  const parts: ReadPart[] = []
  for (;;) {
    const next = await stream.next()
    if (!next.done) {
      parts.push(...next.value)
      continue
    }
    const { root, skipped, ...read } = next.value
    return { ...read, root: planOf(root), parts, problems: skipped.slice(0, PROBLEMS_MAX) }
  }
}

const planOf = (
  tree: Omit<PlanCatalog, 'pages' | 'catalogs'> & { pages: Omit<PlanCatalog['pages'][number], 'files'>[]; catalogs: unknown[] },
): PlanCatalog => ({
  name: tree.name,
  order: tree.order,
  pages: tree.pages.map((page) => ({ ...page, files: [] })),
  catalogs: (tree.catalogs as Parameters<typeof planOf>[0][]).map(planOf),
})

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
    if (report) return report
  }
  throw new Refusal('sourceBusy')
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
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
  const current = await currentVersion(ctx.db, source)
  const sha256 = await hashOf(incoming.path)
  if (current?.sha256 === sha256) {
    if (!incoming.isCheck) await updateSource(ctx.db, actor.permission, source_id, { check_time: ctx.now() })
    const { version_id, seq } = current
    return { ...NOTHING, ...NO_CHANGES, source_id, version_id, seq, state: 'same' as const }
  }
  const known = await partsOf(ctx.db, source)
  const read = await readDescription(incoming, source, { known, before: current?.bytes }, ctx)
  const plan = planSync(read.parts, known)
  const texts = read.changes.list.slice(0, TEXTS_MAX).map((change) => ({ class: change.class, text: changeText(change, ctx.language) }))
  const base = { source_id, parts: read.parts.length, problems: read.problems, ...read.changes.counts, changes: texts }
  if (current && !incoming.force && incoming.commit_time > 0 && incoming.commit_time < current.commit_time)
    return { ...base, ...NOTHING, version_id: current.version_id, seq: current.seq, state: 'older' as const }
  const gone = { gone: plan.gone.length, gone_titles: plan.gone.slice(0, GONE_TITLES_MAX).map((part) => part.title) }
  const counts = { ...NOTHING, made: plan.made.length, changed: plan.changed.length, ...gone }
  if (incoming.isCheck)
    return { ...base, ...counts, version_id: 0, seq: current?.seq ?? 0, state: plan.isHeld ? ('held' as const) : ('checked' as const) }
  const work = { source, current, read, sha256, plan, incoming, actor, base }
  if (plan.isHeld && !incoming.released) return hold(work, counts, ctx)
  return apply(work, ctx, onProgress)
}

interface Work {
  source: Source
  current: Awaited<ReturnType<typeof currentVersion>>
  read: ReadDescription
  /** Of the file, in hex. */
  sha256: string
  plan: SyncPlan
  incoming: Incoming
  actor: SyncActor
  base: Omit<SourceReport, keyof Counts | 'version_id' | 'seq' | 'state'>
}

const NO_CHANGES = { parts: 0, problems: [], changes: [], breaking: 0, risky: 0, safe: 0, words: 0 }

const NOTHING: Counts = { made: 0, changed: 0, binned: 0, kept: 0, gone: 0, gone_titles: [] }

type Counts = Pick<SourceReport, 'made' | 'changed' | 'binned' | 'kept' | 'gone' | 'gone_titles'>

/** The report of a version as it is stored: its changes have their sentences in the language of each reader. */
const storedReport = (counts: Counts, { problems, changes }: ReadDescription) =>
  JSON.stringify({ ...counts, ...changes.counts, problems, changes: changes.list })

const versionRow = (
  { source, read, sha256, incoming, actor }: Work,
  seq: number,
  state: 'applied' | 'held',
  counts: Counts,
  at: number,
) => ({
  source_id: source.source_id,
  seq,
  sha256,
  bytes: read.bytes,
  size: read.size,
  file_name: incoming.fileName.slice(0, 255),
  label: incoming.label,
  commit_id: incoming.commit,
  branch: incoming.branch,
  commit_time: incoming.commit_time,
  uid: actor.uid,
  username: actor.username,
  via: actor.via ?? '',
  addtime: at,
  state,
  report: storedReport(counts, read),
})

/** Stores the version for a manager to decide; nothing else changes. */
async function hold(work: Work, counts: Counts, ctx: Ctx): Promise<SourceReport | undefined> {
  const { source, base } = work
  return ctx.store.write(async (trx) => {
    const locked = await lockSource(trx, source.source_id)
    if (locked?.version_id !== source.version_id) return undefined
    const seq = (await lastSeq(trx, source.source_id)) + 1
    const version_id = await insertVersion(trx, versionRow(work, seq, 'held', counts, ctx.now()), VERSIONS_KEPT)
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

async function apply(work: Work, ctx: Ctx, onProgress: (done: number, total: number) => void): Promise<SourceReport | undefined> {
  const { source, plan, actor, read } = work
  const { item_id } = source
  const tree = await treeOf(ctx.db, item_id)
  const cat_id = tree.catalogs.some((catalog) => catalog.cat_id === source.cat_id) ? source.cat_id : 0
  const { level, levels } = roomBelow(tree.catalogs, cat_id)
  const root = fitLevels(withTexts(read.root, plan), levels, [])
  const placed = placeParts(root, tree, cat_id, plan.pages)
  const draft = { item_name: source.title, item_description: '', item_domain: '', item_type: 1, password_hash: '', password_stamp: '' }
  const hidden = await insertItem(ctx.db, { ...draft, uid: actor.rights.item.uid }, ctx.now(), 2)
  try {
    const author = { author_uid: actor.uid, author_username: actor.username }
    const staged = await stage(placed, new Map(), { hidden, item_id, level, author, onProgress }, ctx)
    const done = await ctx.store.db.transaction().execute(async (trx) => {
      await touchItem(trx, actor.permission, ctx.now())
      const locked = await lockSource(trx, source.source_id)
      const now = await treeOf(trx, item_id)
      if (!covers(scopeOf(actor.rights.roots, now.catalogs), cat_id)) throw new Refusal('noPermission')
      if (locked?.version_id !== source.version_id || !isSame(placed, placeParts(root, now, cat_id, plan.pages))) return undefined
      await showStaged(trx, placed, staged, { from: hidden, to: actor.permission }, ctx)
      return publish(trx, work, { placed, staged }, ctx)
    })
    if (!done) await removeItem(ctx, hidden)
    return done
  } catch (error) {
    await removeItem(ctx, hidden)
    throw error
  }
}

/** Writes the parts and the version, and brings the pages up to date that show changed parts. */
async function publish(trx: Db, work: Work, { placed, staged }: { placed: Place; staged: Staged }, ctx: Ctx): Promise<SourceReport> {
  const { source, plan, incoming, actor, base, read } = work
  const at = ctx.now()
  const seq = incoming.released?.seq ?? (await lastSeq(trx, source.source_id)) + 1
  // The note of a part that is gone names the version.
  const version_id =
    incoming.released?.version_id ?? (await insertVersion(trx, versionRow(work, seq, 'applied', NOTHING, at), VERSIONS_KEPT))
  const made = await addParts(trx, work, newPages(placed, staged), seq)
  for (const { read: part, known } of plan.changed) await changePart(trx, source, part, known)
  const { binned, kept } = await leaveParts(trx, work, seq, ctx)
  for (const { known } of plan.back) await recover(trx, work, known, ctx)
  const shown = [...plan.changed.map(({ known }) => known.part_id), ...made]
  const changed = await renewPages(trx, work, [...shown, ...kept.map((part) => part.part_id)], ctx)
  const counts = {
    made: plan.made.length + plan.back.length,
    changed,
    binned: binned.length,
    kept: kept.length,
    gone: plan.gone.length,
    gone_titles: plan.gone.slice(0, GONE_TITLES_MAX).map((part) => part.title),
  }
  await setVersionState(trx, version_id, { state: 'applied', report: storedReport(counts, read) })
  await updateSource(trx, actor.permission, source.source_id, {
    version_id,
    check_time: at,
    ...(source.title === '' ? { title: read.title.slice(0, 255) || source.name } : {}),
  })
  const detail = counted({ 'pages.added': counts.made, 'pages.changed': changed, 'pages.deleted': counts.binned })
  if (detail.length > 0)
    await noteChange(trx, actor.permission, actor, { type: 'item.imported', cat_id: source.cat_id, title: source.title, detail }, at)
  return { ...base, ...counts, version_id, seq, state: 'applied' }
}

/** The new pages by the entry of their part. */
function newPages(placed: Place, staged: Staged): Map<string, number> {
  const pages = new Map<string, number>()
  for (const place of placesIn(placed))
    for (const one of place.pages) {
      const page_id = staged.pages.get(one)
      if (page_id) pages.set(one.page.entry, page_id)
    }
  return pages
}

/** Creates the rows of new parts and gives their pages their stored texts. Returns the parts whose pages need their text again. */
async function addParts(trx: Db, { source, plan }: Work, pages: Map<string, number>, seq: number): Promise<number[]> {
  const { source_id, item_id, name } = source
  const rows: Parameters<typeof insertParts>[1] = []
  const texts: Parameters<typeof storeTexts>[2] = []
  const again = new Set<number>()
  for (const { read, known } of plan.made) {
    const page_id = pages.get(entryOf(read)) ?? 0
    const content = { name: read.name, method: read.method, path: read.path, title: read.title, seal: read.seal }
    if (known) {
      const body = read.body ? { body: read.body } : {}
      await updatePart(trx, known.part_id, { ...content, ...body, page_id, title_base: titleOf(read), gone_seq: 0, part_key: read.key })
      if (page_id) texts.push({ page_id, part_id: known.part_id, page_text: bareFence({ kind: read.kind, source: name, key: read.key }) })
      again.add(page_id)
    } else if (read.body)
      rows.push({
        ...content,
        source_id,
        kind: read.kind,
        part_key: read.key,
        body: read.body,
        page_id,
        title_base: titleOf(read),
        since_seq: seq,
      })
  }
  const ids = await insertParts(trx, rows)
  for (const { page_id, kind, part_key: key } of rows) {
    const part_id = ids.get(page_id)
    if (page_id && part_id) texts.push({ page_id, part_id, page_text: bareFence({ kind: kind as ReadPart['kind'], source: name, key }) })
  }
  await storeTexts(trx, item_id, texts)
  // Links to pages that existed before were not known when the text was made.
  if (plan.pages.size > 0) for (const { read } of plan.made) if (read.markdown?.includes(PAGE)) again.add(pages.get(entryOf(read)) ?? 0)
  return texts.filter(({ page_id }) => again.has(page_id)).map(({ part_id }) => part_id)
}

async function changePart(trx: Db, { source_id }: Source, read: ReadPart, known: KnownPart) {
  const { part_id, kind, part_key } = known
  const body = read.body ? { body: read.body } : {}
  const { key, name, method, path, title, seal } = read
  if (key !== part_key) await addAlias(trx, { source_id, kind, part_key, part_id })
  await updatePart(trx, part_id, { part_key: key, name, method, path, title, seal, gone_seq: 0, ...body })
}

/** Parts that are gone: a page without additions goes to the recycle bin, others stay with a note. */
async function leaveParts(trx: Db, { source, plan, actor }: Work, seq: number, ctx: Ctx) {
  const live = plan.gone.filter((part) => part.page_id > 0 && part.is_del === 0 && part.is_detached === 0)
  const touched = source.on_gone === 'bin' ? await touchedPages(trx, source, live) : new Set(live.map((part) => part.page_id))
  const binned = live.filter((part) => !touched.has(part.page_id))
  for (const part of plan.gone) {
    // A page that a person deleted before stays deleted when the part comes back.
    const left = part.is_del === 1 ? { is_detached: 1 } : {}
    await updatePart(trx, part.part_id, { gone_seq: seq, ...left })
  }
  if (binned.length > 0) {
    const pages = binned.map(({ page_id, page_title }) => ({ page_id, page_title: page_title ?? '' }))
    const by = { uid: actor.uid ?? actor.rights.item.uid, username: actor.username }
    await deletePages({ permission: actor.permission, store: ctx.store, trx, at: ctx.now() }, pages, by)
  }
  return { binned, kept: live.filter((part) => touched.has(part.page_id)) }
}

/** The page of a part that is back leaves the recycle bin, to its catalog if that still exists. */
async function recover(trx: Db, { source, actor }: Work, { page_id, cat_id }: KnownPart, ctx: Ctx) {
  await restorePage({ permission: actor.permission, store: ctx.store, trx }, page_id)
  await takeFromBin(trx, source.item_id, page_id)
  if (cat_id && (await hasCatalog(trx, source.item_id, cat_id))) await placePage(trx, source.item_id, page_id, cat_id)
}

/** Number of pages after which other requests get a turn. */
const YIELD_EVERY_PAGES = 20

/** Composes the pages again that show some of the parts; titles that people did not change follow the source. */
async function renewPages(trx: Db, { source, plan }: Work, part_ids: number[], ctx: Ctx): Promise<number> {
  const { item_id } = source
  const titles = new Map(plan.changed.map(({ read, known }) => [known.page_id, { known, title: titleOf(read) }]))
  let changed = 0
  for (const [n, page] of (await pagesShowing(trx, item_id, part_ids)).entries()) {
    const composed = await compose(trx, { item_id, page_id: page.page_id }, page.page_text)
    if (composed) await storeWords(trx, page.page_id, composed.words)
    const page_content = composed?.page_content ?? page.page_content
    const renamed = titles.get(page.page_id)
    const follows = renamed && renamed.known.title_base === page.page_title && renamed.title !== page.page_title
    const page_title = follows ? renamed.title : page.page_title
    if (renamed && renamed.title !== renamed.known.title_base) await updatePart(trx, renamed.known.part_id, { title_base: renamed.title })
    if (n % YIELD_EVERY_PAGES === 0) await new Promise(setImmediate)
    if (page_content === page.page_content && page_title === page.page_title) continue
    changed++
    await updatePage(trx, item_id, page.page_id, { page_content, page_title, method: methodOf(page_content), addtime: ctx.now() })
    if (page.is_del === 0) await indexPage(ctx.store, trx, { page_id: page.page_id, item_id, page_title, page_content })
  }
  return changed
}
