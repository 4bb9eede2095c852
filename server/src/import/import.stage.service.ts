import { buffer } from 'node:stream/consumers'
import type { ImportReport } from '@sheaf/contract'
import type { Permission } from '../access/permission.ts'
import { mustFitQuota } from '../attachment/attachment.rights.service.ts'
import { addressOf, cleanUpFailedWrite, deleteOrphanRecord, insertFile, linkFiles, recordOrphan } from '../attachment/attachment.store.ts'
import { extensionOf, pictures } from '../attachment/content/file-kinds.rules.ts'
import { pictureIn } from '../attachment/content/picture.rules.ts'
import { randomHex } from '../auth/secrets.ts'
import { insertCatalog } from '../content/catalog.store.ts'
import { followText, resolveOpen } from '../content/proof/proof.store.ts'
import type { Ctx } from '../context.ts'
import { inParts } from '../db/batches.ts'
import { lockUser } from '../db/lock-user.ts'
import type { Db } from '../db/schema.ts'
import { lexemesOfAll } from '../db/search/page-lexemes.ts'
import { indexAhead, showIndexed } from '../db/search/search.ts'
import type { Upload } from '../http/body/body.ts'
import type { Plan, PlanCatalog, PlanFile, PlanPage } from '../import-plan/plan.ts'
import { removeItemRow } from '../item/item.store.ts'
import { type Place, type PlacedPage, placesIn } from './import.match.rules.ts'
import { filesByNameAndSize, publishCatalogs, publishFiles, publishPages, reservePage, setContent } from './import.store.ts'
import type { ZipFiles } from './plan/plan.ts'

interface SavedFile {
  file_id: number
  sign: string
}

/** Target item for the files of an import; files that the item `known` already has are reused. */
interface FileTarget {
  item: Permission<'edit'>
  known: number
}

/** Stores the files of a plan as attachments of an item. Files that cannot be stored are added to `skipped` of the plan. */
export async function saveFiles(plan: Plan, path: string, target: FileTarget, ctx: Ctx<'user'>): Promise<Map<string, SavedFile>> {
  const saved = new Map<string, SavedFile>()
  if (plan.files.size === 0) return saved
  const all = [...plan.files.values()].reduce((sum, file) => sum + file.bytes, 0)
  if (!target.known) await mustFitQuota(ctx, all)
  const { openZipFiles } = await import('./plan/plan.ts')
  const zip = await openZipFiles(path, ctx.config.UPLOAD_MAX_MB * 1024 * 1024)
  try {
    for (const file of plan.files.values()) {
      ctx.gone?.throwIfAborted()
      const one = await saveFile(file, zip, target, ctx)
      if (one) saved.set(file.entry, one)
      else plan.skipped.push({ name: file.entry, reason: 'broken' })
    }
  } finally {
    await zip.close()
  }
  return saved
}

async function saveFile(file: PlanFile, zip: ZipFiles, { item, known }: FileTarget, ctx: Ctx<'user'>): Promise<SavedFile | undefined> {
  const bytes = await zip.read(file.entry)
  const display_name = file.name.slice(0, 255)
  const extension = extensionOf(file.name)
  const picture = extension in pictures ? pictureIn(bytes) : undefined
  if (extension in pictures && !picture) return undefined
  const same = known ? await sameFile(known, display_name, bytes, ctx) : undefined
  if (same) return same
  const [sign, path] = [randomHex(16), `${randomHex(1)}/${randomHex(20)}`]
  const files = await ctx.files.home()
  const row = {
    sign,
    uid: ctx.user.uid,
    display_name,
    file_type: picture ?? 'application/octet-stream',
    file_size: bytes.length,
    store: files.kind,
    path,
    addtime: ctx.now(),
  }
  await mustFitQuota(ctx, bytes.length)
  await recordOrphan(ctx.db, path, files.kind, ctx.now())
  try {
    await files.put(path, bytes)
    const file_id = await ctx.store.write(async (trx) => {
      // Other imports and uploads of this user wait here, so that they do not use the same rest of the quota.
      await lockUser(trx, ctx.user.uid)
      await mustFitQuota({ ...ctx, db: trx }, bytes.length)
      const { file_id } = await insertFile(trx, item, row)
      await deleteOrphanRecord(trx, path)
      return file_id
    })
    return { sign, file_id }
  } catch (error) {
    await cleanUpFailedWrite(ctx, path, error)
    throw error
  }
}

/** A file of the item with the same name and bytes. Reusing it means that texts that link to it do not change. */
async function sameFile(item_id: number, display_name: string, bytes: Buffer, ctx: Ctx<'user'>): Promise<SavedFile | undefined> {
  for (const { path, store, ...file } of await filesByNameAndSize(ctx.db, item_id, display_name, bytes.length)) {
    const files = await ctx.files.of(store)
    const stored = await files
      .read(path)
      .then(buffer)
      .catch(() => undefined)
    if (stored?.equals(bytes)) return file
  }
  return undefined
}

const BATCH_PAGES = 25
/** Characters after which a batch takes no further page. */
const BATCH_CHARS = 200_000
/** After this time, a transaction takes no further page. */
const TRANSACTION_BUDGET_MS = 5

/** A prepared import: ids of the new hidden catalogs and pages, and the new texts of existing pages. */
export interface Staged {
  catalogs: Map<Place, number>
  pages: Map<PlacedPage, number>
  changes: Change[]
}

export interface Change {
  page_id: number
  page_content: string
  page_comments: string | undefined
  file_ids: number[]
}

/** A page that is about to be written. */
interface Prepared {
  placed: PlacedPage
  page_content: string
  lexemes: string[]
}

interface StageTarget {
  /** The hidden item in which new content is created. */
  hidden: Permission<'edit'>
  /** The item to which it is moved later; equal to `hidden` for a new item. */
  item_id: number
  /** The level of the top catalogs of the plan. */
  level: number
  author: { author_uid: number | null; author_username: string }
  onProgress: (done: number, total: number) => void
}

/** Creates all new content, in small transactions to keep other requests fast. Texts are written last, when all ids are known. */
export async function stage(root: Place, files: Map<string, SavedFile>, target: StageTarget, ctx: Ctx): Promise<Staged> {
  const staged: Staged = { catalogs: new Map(), pages: new Map(), changes: [] }
  await reserve(root, target.level, staged, target, ctx)
  await fill(root, files, staged, target, ctx)
  return staged
}

async function reserve(place: Place, level: number, staged: Staged, target: StageTarget, ctx: Ctx): Promise<void> {
  const { hidden, author } = target
  const cat_id = staged.catalogs.get(place) ?? 0
  const newPages = place.pages.filter((placed) => placed.page_id === undefined)
  for (const batch of inParts(newPages, BATCH_PAGES)) {
    ctx.gone?.throwIfAborted()
    const rows = await ctx.store.write(async (trx) => {
      const reserved: [PlacedPage, number][] = []
      for (const placed of batch) {
        const { title: page_title, comments: page_comments = '' } = placed.page
        const row = { cat_id, page_title, page_comments, s_number: placed.s_number, ...author }
        reserved.push([placed, (await reservePage(trx, hidden, row, ctx.now())).page_id])
      }
      return reserved
    })
    for (const [placed, page_id] of rows) staged.pages.set(placed, page_id)
  }
  for (const below of place.places) {
    if (below.cat_id === undefined) {
      const row = {
        parent_cat_id: cat_id,
        level,
        cat_name: below.name,
        s_number: below.s_number,
        addtime: ctx.now(),
      }
      staged.catalogs.set(below, (await insertCatalog(ctx.db, hidden, row)).cat_id)
    }
    await reserve(below, level + 1, staged, target, ctx)
  }
}

async function fill(
  root: Place,
  files: Map<string, SavedFile>,
  staged: Staged,
  { hidden, item_id, author, onProgress }: StageTarget,
  ctx: Ctx,
) {
  // Loaded with the first import: the Markdown parser takes a part of the start.
  const { fillLinks } = await import('../import-plan/fill-links.ts')
  const all = placesIn(root).flatMap((place) => place.pages)
  const idOf = (placed: PlacedPage) => placed.page_id ?? staged.pages.get(placed) ?? 0
  const ids = new Map(all.map((placed) => [placed.page.entry, idOf(placed)]))
  const pageAddress = (entry: string) => `/${item_id}/${ids.get(entry) ?? ''}`
  const fileAddress = (entry: string) => addressOf('', files.get(entry)?.sign ?? '')
  let next = prepare(0)
  for (let done = 0; done < all.length; ) {
    const ready = await next
    // The next texts are cut while these are written.
    next = prepare(done + ready.length)
    next.catch(() => {})
    for (let written = 0; written < ready.length; ) {
      ctx.gone?.throwIfAborted()
      written += await ctx.store.db.transaction().execute(async (trx) => {
        const end = performance.now() + TRANSACTION_BUDGET_MS
        let taken = 0
        // Page sizes differ by a factor of a thousand, so the batch is limited by time.
        do await fillOne(trx, ready[written + taken++] as Prepared)
        while (written + taken < ready.length && performance.now() < end)
        return taken
      })
      onProgress(done + written, all.length)
      await new Promise(setImmediate)
    }
    done += ready.length
  }

  /** The next pages with their texts, and the lexemes of new ones. */
  async function prepare(from: number): Promise<Prepared[]> {
    const texts: { placed: PlacedPage; page_content: string }[] = []
    for (let chars = 0; texts.length < BATCH_PAGES && chars < BATCH_CHARS && from + texts.length < all.length; ) {
      const placed = all[from + texts.length] as PlacedPage
      const page_content = fillLinks(placed.page.content, pageAddress, fileAddress)
      texts.push({ placed, page_content })
      chars += page_content.length
    }
    const fresh = texts.filter(({ placed }) => placed.page_id === undefined)
    const cut = fresh.map(({ placed, page_content }) => ({ page_title: placed.page.title, page_content }))
    const lexemes = await lexemesOfAll(cut, `item ${item_id}`)
    return texts.map((text) => ({ ...text, lexemes: lexemes[fresh.indexOf(text)] ?? [] }))
  }

  async function fillOne(trx: Db, { placed, page_content, lexemes }: Prepared) {
    const { page } = placed
    const page_id = idOf(placed)
    const file_ids = page.files.flatMap((entry) => files.get(entry)?.file_id ?? [])
    if (placed.page_id !== undefined) {
      staged.changes.push({ page_id, page_content, page_comments: page.comments, file_ids })
      return
    }
    await setContent(trx, hidden, page_id, page_content)
    const writer = { uid: author.author_uid, username: author.author_username, isPerson: author.author_uid !== null, sees: hidden.sees }
    await followText(trx, { page_id, item_id: hidden.item_id }, page_content, { writer, at: ctx.now(), isNew: true })
    await indexAhead(ctx.store, trx, { page_id, item_id: hidden.item_id }, item_id, lexemes)
    await linkFiles(
      trx,
      hidden,
      file_ids.map((file_id) => ({ file_id, page_id, addtime: ctx.now() })),
    )
  }
}

/** Pages that are shown before other requests get a turn. */
const PUBLISHED_PER_TURN = 100

interface Publication {
  from: Permission<'edit' | 'manage'>
  to: Permission<'edit'>
}

/** Moves everything from the hidden item to this item, and deletes the hidden item. Part of the caller's transaction. */
export async function showStaged(trx: Db, root: Place, staged: Staged, items: Publication, ctx: Ctx) {
  const idOf = (place: Place) => place.cat_id ?? staged.catalogs.get(place) ?? 0
  const parents: { cat_id: number; parent_cat_id: number }[] = []
  const pageParents: { page_id: number; cat_id: number }[] = []
  for (const place of placesIn(root)) {
    for (const below of place.places) if (below.cat_id === undefined) parents.push({ cat_id: idOf(below), parent_cat_id: idOf(place) })
    for (const placed of place.pages)
      if (placed.page_id === undefined) pageParents.push({ page_id: staged.pages.get(placed) ?? 0, cat_id: idOf(place) })
  }
  for (const part of inParts(parents)) await publishCatalogs(trx, items, part)
  for (const part of inParts(pageParents, PUBLISHED_PER_TURN)) {
    await publishPages(trx, items, part)
    const page_ids = part.map((row) => row.page_id)
    await showIndexed(ctx.store, trx, page_ids, items.to.item_id)
    await new Promise(setImmediate)
  }
  await resolveOpen(trx, items.to.item_id, undefined, ctx.now())
  await publishFiles(trx, items)
  await removeItemRow(trx, items.from)
}

/** What a new item has of a plan, for its sources. */
interface NewItem {
  permission: Permission<'edit'>
  item_type: number
  catalogs: ReadonlyMap<PlanCatalog, number>
  pages: ReadonlyMap<PlanPage, number>
  /** The bytes of a file of the zip, which has fewer than `maxBytes`. */
  fileOf: (entry: string, maxBytes: number) => Promise<Buffer>
}

/** Gives a new item the sources of the plan. The module of sources has it, which uses this one. */
export type RestoreSources = (plan: Plan, made: NewItem, ctx: Ctx<'user'>) => Promise<void>

interface Followed {
  /** The name of the source, and that of its first version. */
  name: string
  label: string
  password: string
  onProgress: (done: number, total: number) => void
}

/** Creates an item whose pages follow the file as a source. The module of sources has it, which uses this one. */
export type FollowFile = (
  file: Upload,
  followed: Followed,
  ctx: Ctx<'user'>,
) => Promise<{ item_id: number; item_name: string; report: ImportReport }>
