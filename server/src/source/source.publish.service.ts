import { Refusal, type SourceReport } from '@sheaf/contract'
import { bareFence } from '@sheaf/description/fence'
import type { Granted } from '../access/access.ts'
import { hasCatalog } from '../content/catalog.store.ts'
import { type ChangeActor, counted } from '../content/change.rules.ts'
import { noteChange } from '../content/change.store.ts'
import { deletePages, restorePage } from '../content/page.store.ts'
import { followSource } from '../content/proof/proof.store.ts'
import { noteSource, schemaWordsOf } from '../content/schema-words.store.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { type Place, placesIn } from '../import/import.match.rules.ts'
import type { Staged } from '../import/import.stage.service.ts'
import { PAGE } from '../import-plan/plan.ts'
import { takeFromBin } from '../recycle/recycle.store.ts'
import { forgetCheck } from './match/source.decision.store.ts'
import { suggestMatches } from './match/source.match.store.ts'
import type { ReadPart } from './parts.worker.ts'
import { notifyApplied } from './source.notice.service.ts'
import { pagesShowing, placePage, storeTexts, touchedPages } from './source.page.store.ts'
import { addAlias, insertParts, type KnownPart, leave, updatePart } from './source.part.store.ts'
import type { ReadDescription } from './source.read.ts'
import { type NewTitle, renewPages, YIELD_EVERY } from './source.renew.service.ts'
import { entryOf, NOT_COUNTED, type SyncPlan, titleOf } from './source.rules.ts'
import { type Source, updateSource } from './source.store.ts'
import { applyVersion, insertVersion, lastSeq, takeHeld } from './source.version.store.ts'

const GONE_TITLES_MAX = 100

/** The first titles of parts. */
export const titlesOf = (parts: KnownPart[]) => parts.slice(0, GONE_TITLES_MAX).map((part) => part.title)

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
  /** Tables and columns that have another name: the name before, by the name now. */
  renames?: Map<string, string>
  /** Apply it although much would go; the held version that it is. */
  released?: { version_id: number; seq: number }
}

/** Who brings a source up to date: a person, or a program with the keys of the item. */
export interface SyncActor extends ChangeActor {
  /** Checks the right to edit the catalog of the source: at the start, and again before pages change. */
  mustEdit: () => Promise<SyncRights>
}

type SyncRights = Pick<Granted<'edit'>, 'item' | 'roots' | 'permission'>

/** A version that is about to be written. */
export interface Work {
  source: Source
  read: ReadDescription
  /** Of the file, in hex. */
  sha256: string
  plan: SyncPlan
  incoming: Incoming
  actor: ChangeActor
  granted: SyncRights
  /** Seals of changes that a manager has accepted. */
  accepted: Set<string>
  /** How many versions of the source are kept. */
  keep: number
  base: Omit<SourceReport, keyof Counts | 'version_id' | 'seq' | 'state'>
}

export const NOTHING: Counts = { made: 0, changed: 0, binned: 0, kept: 0, gone: 0, gone_titles: [] }

export type Counts = Pick<SourceReport, 'made' | 'changed' | 'binned' | 'kept' | 'gone' | 'gone_titles'>

const storedReport = (counts: Counts, { problems, changes }: ReadDescription) => JSON.stringify({ ...counts, ...changes.counts, problems })

export const versionRow = (
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
  // Without sentences, because these are in the language of each reader.
  changes: JSON.stringify(read.changes.list),
})

/** Writes the parts and the version, and brings the pages up to date that show changed parts. Part of the caller's transaction. */
export async function publish(trx: Db, work: Work, { placed, staged }: { placed: Place; staged: Staged }, ctx: Ctx): Promise<SourceReport> {
  const { source, plan, incoming, actor, granted, base, read } = work
  const at = ctx.now()
  if (incoming.released && !(await takeHeld(trx, incoming.released.version_id))) throw new Refusal('notFound')
  const seq = incoming.released?.seq ?? (await lastSeq(trx, source.source_id)) + 1
  // The note of a part that is gone names the version.
  const version_id = incoming.released?.version_id ?? (await insertVersion(trx, versionRow(work, seq, 'applied', NOTHING, at), work.keep))
  const made = await addParts(trx, work, newPages(placed, staged), seq)
  for (const [n, { read: part, known }] of plan.changed.entries()) {
    await changePart(trx, source, part, known)
    if (n % YIELD_EVERY === 0) await new Promise(setImmediate)
  }
  for (const [n, { read: part, known }] of plan.reshaped.entries()) {
    await updatePart(trx, known.part_id, { shape: part.shape, chars: part.chars, ...part.coverage })
    if (n % YIELD_EVERY === 0) await new Promise(setImmediate)
  }
  const { binned, kept } = await leaveParts(trx, work, seq, ctx)
  for (const { known } of plan.back) await recover(trx, work, known, ctx)
  const shown = [...plan.changed.map(({ known }) => known.part_id), ...made]
  const renamed = plan.changed.map(({ read: part, known }): [number, NewTitle] => [
    known.page_id,
    { part_id: known.part_id, base: known.title_base, title: titleOf(part) },
  ])
  const pages = pagesShowing(trx, source.item_id, [...shown, ...kept.map((part) => part.part_id)])
  const { changed, moved } = await renewPages(trx, source.item_id, pages, new Map(renamed), ctx)
  await suggestMatches(trx, source, version_id, read.changes.renamings)
  const counts = {
    made: plan.made.length + plan.back.length,
    changed,
    binned: binned.length,
    kept: kept.length,
    gone: plan.gone.length,
    gone_titles: titlesOf(plan.gone),
  }
  await applyVersion(trx, { source_id: source.source_id, version_id }, { report: storedReport(counts, read), document: read.document })
  await updateSource(trx, granted.permission, source.source_id, {
    version_id,
    kind: read.kind,
    check_time: at,
    ...(source.title === '' ? { title: read.title.slice(0, 255) || source.name } : {}),
  })
  await followSource(trx, source, at)
  const detail = counted({ 'pages.added': counts.made, 'pages.changed': changed, 'pages.deleted': counts.binned })
  if (detail.length > 0)
    await noteChange(trx, granted.permission, actor, { type: 'item.imported', cat_id: source.cat_id, title: source.title, detail }, at)
  await forgetCheck(trx, source.source_id, incoming.branch)
  await notifyApplied(trx, work, moved, at)
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
    const { key, name: operation, method, path, title, seal, shape, chars, coverage } = read
    const content = { name: operation, method, path, title, seal, shape, chars, ...coverage }
    if (known) {
      const body = read.body ? { body: read.body } : {}
      await updatePart(trx, known.part_id, { ...content, ...body, page_id, title_base: titleOf(read), gone_seq: 0, part_key: key })
      if (page_id) texts.push({ page_id, part_id: known.part_id, page_text: bareFence({ kind: read.kind, source: name, key }) })
      again.add(page_id)
    } else if (read.body)
      rows.push({
        ...NOT_COUNTED,
        ...content,
        source_id,
        kind: read.kind,
        part_key: key,
        body: read.body,
        page_id,
        title_base: titleOf(read),
        since_seq: seq,
      })
  }
  const ids = await insertParts(trx, rows)
  for (const { page_id, kind, part_key: key } of rows) {
    const part_id = ids.get(`${kind} ${key}`)
    if (page_id && part_id) texts.push({ page_id, part_id, page_text: bareFence({ kind: kind as ReadPart['kind'], source: name, key }) })
  }
  await storeTexts(trx, item_id, texts)
  if (texts.length > 0 && (await schemaWordsOf(trx, source_id)).size > 0) await noteSource(trx, source_id)
  // Links to pages that existed before were not known when the text was made.
  if (plan.pages.size > 0) for (const { read } of plan.made) if (read.markdown?.includes(PAGE)) again.add(pages.get(entryOf(read)) ?? 0)
  return texts.filter(({ page_id }) => again.has(page_id)).map(({ part_id }) => part_id)
}

async function changePart(trx: Db, { source_id }: Source, read: ReadPart, known: KnownPart) {
  const { part_id, kind, part_key } = known
  const body = read.body ? { body: read.body } : {}
  const { key, name, method, path, title, seal, shape, chars } = read
  if (key !== part_key) {
    await addAlias(trx, { source_id, kind, part_key, part_id })
    if (kind === 'schema') await noteSource(trx, source_id)
  }
  await updatePart(trx, part_id, { part_key: key, name, method, path, title, seal, shape, chars, gone_seq: 0, ...read.coverage, ...body })
}

/** Parts that are gone: a page without additions goes to the recycle bin, others stay with a note. */
async function leaveParts(trx: Db, { source, plan, actor, granted }: Work, seq: number, ctx: Ctx) {
  const live = plan.gone.filter((part) => part.page_id > 0 && part.is_del === 0 && part.is_detached === 0)
  const touched = source.on_gone === 'bin' ? await touchedPages(trx, source, live) : new Set(live.map((part) => part.page_id))
  const binned = live.filter((part) => !touched.has(part.page_id))
  await leave(trx, plan.gone, seq)
  if (binned.length > 0) {
    const pages = binned.map(({ page_id, page_title }) => ({ page_id, page_title: page_title ?? '' }))
    const by = { uid: actor.uid ?? granted.item.uid, username: actor.username }
    await deletePages({ permission: granted.permission, store: ctx.store, trx, at: ctx.now() }, pages, by)
  }
  return { binned, kept: live.filter((part) => touched.has(part.page_id)) }
}

/** The page of a part that is back leaves the recycle bin, to its catalog if that still exists. */
async function recover(trx: Db, { source, granted }: Work, { page_id, cat_id }: KnownPart, ctx: Ctx) {
  await restorePage({ permission: granted.permission, store: ctx.store, trx }, page_id)
  await takeFromBin(trx, source.item_id, page_id)
  if (cat_id && (await hasCatalog(trx, source.item_id, cat_id))) await placePage(trx, source.item_id, page_id, cat_id)
}
