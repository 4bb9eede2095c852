import { type ImportReport, Refusal, SINGLE_PAGE, SPREADSHEET_ITEM } from '@sheaf/contract'
import { covers, type Granted, mustEdit, type Rights, scopeOf } from '../access/access.ts'
import { asOfNow } from '../access/as-of-now.ts'
import type { Permission } from '../access/permission.ts'
import { viaOf } from '../auth/grant.ts'
import { visitPassword } from '../auth/password.ts'
import { revisionsToKeep } from '../common/settings.store.ts'
import { roomBelow, TOP } from '../content/catalog.rules.ts'
import { catalogsIn } from '../content/catalog.store.ts'
import { actorOf, type ChangeDraft, counted } from '../content/change.rules.ts'
import { noteChange } from '../content/change.store.ts'
import { insertItem, showItem, touchItem } from '../content/item.store.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { fitLevels, type Plan, type PlanCatalog } from '../import-plan/plan.ts'
import { removeItem } from '../item/item.service.ts'
import { notifyPagesChanged } from '../notice/notice.store.ts'
import { packPrevious } from '../page/history/page.history.store.ts'
import { changePage } from '../page/page.service.ts'
import { catalogFor, countEntries, isSame, match, type Place } from './import.match.rules.ts'
import { type Change, type RestoreSources, type Staged, saveFiles, showStaged, stage } from './import.stage.service.ts'
import { currentPage, pageRows } from './import.store.ts'

interface ImportTarget {
  item_id: number
  cat_id: number
}

/** Requires the right to edit the target catalog, or the root of the item; the import changes only content below it. */
export async function mustImport({ item_id, cat_id }: ImportTarget, ctx: Ctx<'user'>): Promise<Granted<'edit'>> {
  const rights = await mustEdit(ctx, item_id, cat_id)
  if ([SINGLE_PAGE, SPREADSHEET_ITEM].includes(rights.item.item_type)) throw new Refusal('itemOfOnePage')
  return rights
}

/**
 * Checks the rights before the first byte of the file is stored (S60), if the request has named the item by then. Every user can create
 * an item.
 */
export const checkImportTarget = async (target: ImportTarget, ctx: Ctx<'user'>) => target.item_id && mustImport(target, ctx)

interface PublishTarget {
  item_id: number
  cat_id: number
  hidden: Permission<'edit' | 'manage'>
}

interface MatchedPlan {
  root: PlanCatalog
  place: Place
}

/** Number of changed pages after which other requests get a turn. */
const YIELD_EVERY_PAGES = 20

/** Publishes the staged import in one transaction; undefined if the item's tree has changed since the plan was matched. */
async function publishStaged(matched: MatchedPlan, staged: Staged, target: PublishTarget, ctx: Ctx<'user'>) {
  const { item, roots, permission } = await mustImport(target, await asOfNow(ctx))
  const keep = await revisionsToKeep(ctx)
  return ctx.store.db.transaction().execute(async (trx) => {
    await touchItem(trx, permission, ctx.now())
    const catalogs = await catalogsIn(trx, target.item_id)
    if (!covers(scopeOf(roots, catalogs), target.cat_id)) throw new Refusal('noPermission')
    const tree = { catalogs, pages: await pageRows(trx, target.item_id) }
    const now = match(matched.root, tree, catalogFor(matched.root, tree, target.cat_id), target.cat_id)
    if (!isSame(matched.place, now)) return undefined
    await showStaged(trx, matched.place, staged, { from: target.hidden, to: permission }, ctx)
    const changed = []
    for (const [n, change] of staged.changes.entries()) {
      const page = await changeText(trx, change, permission, keep, ctx)
      if (page) changed.push(page)
      if (n % YIELD_EVERY_PAGES === 0) await new Promise(setImmediate)
    }
    await notifyPagesChanged(trx, ctx.user, item, changed, ctx.now())
    const made = countEntries(matched.place)
    const detail = counted({ 'pages.added': made.pages, 'pages.changed': changed.length, 'catalogs.added': made.catalogs })
    if (detail.length > 0) await noteImport(trx, permission, { cat_id: target.cat_id, title: item.item_name, detail }, ctx)
    return { updated: changed.length, unchanged: staged.changes.length - changed.length }
  })
}

/** An import is one change with figures. */
const noteImport = (trx: Db, permission: Permission<'edit'>, draft: Omit<ChangeDraft, 'type'>, ctx: Ctx<'user'>) =>
  noteChange(trx, permission, actorOf(ctx), { ...draft, type: 'item.imported' }, ctx.now())

/** Saves a changed text like an edit by the importing user, with history, index and files; undefined if nothing changed. */
async function changeText(trx: Db, change: Change, permission: Permission<'edit'>, keep: number, ctx: Ctx<'user'>) {
  const page = await currentPage(trx, change.page_id)
  const { page_content, page_comments = page?.page_comments ?? '' } = change
  if (!page || (page.page_content === page_content && page.page_comments === page_comments)) return undefined
  const { cat_id, page_title, s_number } = page
  const author = { author_uid: ctx.user.uid, author_username: ctx.user.username, via: viaOf(ctx) }
  const next = { cat_id, page_title, s_number, page_content, page_comments, ...author }
  const packed = await packPrevious(trx, page)
  const into = { permission, store: ctx.store, trx, at: ctx.now() }
  return (await changePage(into, { page, next, packed, keep, file_ids: change.file_ids, notedByCaller: 'all' })) && page
}

const authorOf = ({ user }: Ctx<'user'>) => ({ author_uid: user.uid, author_username: user.username })

interface SaveTarget {
  item_id: number
  cat_id: number
  onProgress: (done: number, total: number) => void
}

/** Number of attempts; an attempt fails when the tree of the item changes during the import. */
const TRIES = 3

/** Matches the plan with the item; catalogs that would be too deep are joined. */
export async function matchPlan(plan: Plan, { item_id, cat_id }: Pick<SaveTarget, 'item_id' | 'cat_id'>, ctx: Ctx<'user'>) {
  const tree = { catalogs: await catalogsIn(ctx.db, item_id), pages: await pageRows(ctx.db, item_id) }
  const into = catalogFor(plan.root, tree, cat_id)
  const { level, levels } = roomBelow(tree.catalogs, into)
  const root = fitLevels(plan.root, levels, plan.skipped)
  return { root, level, place: match(root, tree, into, cat_id) }
}

/**
 * Imports a plan into an item. A page with the same catalog and title gets the new text and keeps the old one in its history; other pages
 * are added. Everything is prepared in a hidden item and published in one transaction, so no partial import is visible. Refuses with
 * importOvertaken if the item changes too often.
 */
export async function saveInto(plan: Plan, path: string, target: SaveTarget, ctx: Ctx<'user'>): Promise<ImportReport> {
  for (let attempts = TRIES; attempts > 0; attempts--) {
    const report = await attempt(plan, path, target, await mustImport(target, ctx), ctx)
    if (report) return report
  }
  throw new Refusal('importOvertaken')
}

async function attempt(
  plan: Plan,
  path: string,
  target: SaveTarget,
  { item }: Rights,
  ctx: Ctx<'user'>,
): Promise<ImportReport | undefined> {
  const { item_id, onProgress } = target
  const skipped = [...plan.skipped]
  const matched = await matchPlan({ ...plan, skipped }, target, ctx)
  const { item_name, item_type } = item
  const draft = { item_name, item_description: '', item_domain: '', item_type, uid: ctx.user.uid, password_hash: '', password_stamp: '' }
  const hidden = await insertItem(ctx.db, draft, ctx.now(), 2)
  try {
    const files = await saveFiles({ ...plan, skipped }, path, { item: hidden, known: item_id }, ctx)
    const staged = await stage(matched.place, files, { hidden, item_id, level: matched.level, author: authorOf(ctx), onProgress }, ctx)
    const done = await publishStaged(matched, staged, { ...target, hidden }, ctx)
    if (!done) {
      await removeItem(ctx, hidden)
      return undefined
    }
    const { catalogs, pages } = countEntries(matched.place)
    return { catalogs, pages, ...done, files: files.size, skipped }
  } catch (error) {
    await removeItem(ctx, hidden)
    throw error
  }
}

/** Catalogs of a new item by those of the plan. */
function madeCatalogs({ root }: Plan, top: Place, { catalogs }: Staged): Map<PlanCatalog, number> {
  const made = new Map<PlanCatalog, number>()
  const walk = (catalog: PlanCatalog, place: Place) => {
    for (const [n, below] of catalog.catalogs.entries()) {
      const at = place.places[n]
      if (!at) continue
      made.set(below, catalogs.get(at) ?? 0)
      walk(below, at)
    }
  }
  walk(root, top)
  return made
}

/**
 * Creates an item from a plan. The item is hidden until it is complete. It is removed again after an error or if the client disconnects.
 * Small transactions keep other requests fast.
 */
export async function savePlan(
  plan: Plan,
  path: string,
  { onProgress, password, restore }: Pick<SaveTarget, 'onProgress'> & { password: string; restore: RestoreSources },
  ctx: Ctx<'user'>,
): Promise<{ item_id: number; report: ImportReport }> {
  const { item_name, item_description, item_type, global_param = '' } = plan
  const about = { item_name, item_description, item_domain: '', item_type, global_param }
  const item = { ...about, uid: ctx.user.uid, ...(await visitPassword(password)) }
  const permission = await insertItem(ctx.db, item, ctx.now(), 2)
  const { item_id } = permission
  try {
    const files = await saveFiles(plan, path, { item: permission, known: 0 }, ctx)
    const root = match(plan.root, { catalogs: [], pages: [] }, 0)
    const staged = await stage(root, files, { hidden: permission, item_id, level: TOP, author: authorOf(ctx), onProgress }, ctx)
    const { catalogs, pages } = countEntries(root)
    if (plan.sources?.length) {
      const { openZipEntry } = await import('./plan/plan.ts')
      const made = {
        permission,
        item_type,
        catalogs: madeCatalogs(plan, root, staged),
        pages: new Map([...staged.pages].map(([placed, page_id]) => [placed.page, page_id])),
        fileOf: (entry: string, maxBytes: number) => openZipEntry(path, entry, maxBytes),
      }
      await restore(plan, made, ctx)
    }
    await ctx.store.write(async (trx) => {
      await showItem(trx, permission, ctx.user.uid)
      await asOfNow({ ...ctx, db: trx })
      await noteImport(trx, permission, { title: item_name, detail: counted({ 'pages.added': pages, 'catalogs.added': catalogs }) }, ctx)
    })
    return { item_id, report: { catalogs, pages, updated: 0, unchanged: 0, files: files.size, skipped: plan.skipped } }
  } catch (error) {
    await removeItem(ctx, permission)
    throw error
  }
}
