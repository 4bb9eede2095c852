import { Refusal } from '@sheaf/contract'
import { covers, scopeOf } from '../access/scope.ts'
import { keptStates } from '../common/common.store.ts'
import { catalogsIn } from '../content/catalog.store.ts'
import { touchItem } from '../content/item.store.ts'
import type { Ctx } from '../context.ts'
import { caseById, inParts } from '../db/many-rows.ts'
import type { Db } from '../db/schema.ts'
import { showIndexed } from '../db/search/search.ts'
import type { PlanCatalog } from '../import-plan/types.ts'
import { removeItemRow } from '../item/item.remove.store.ts'
import { notifyPagesChanged } from '../notice/notice.store.ts'
import { changePage, packPrevious } from '../page/page.service.ts'
import { isSame, match, type Place, placesIn } from './import.match.ts'
import { mustImport } from './import.rights.ts'
import type { Change, Staged } from './import.stage.ts'
import { currentPage, moveFiles, pageRows } from './import.store.ts'

interface PublishTarget {
  item_id: number
  cat_id: number
  hidden: number
}

interface MatchedPlan {
  root: PlanCatalog
  place: Place
}

/** Pages changed one after another, between two of which others are answered. */
const YIELD_EVERY_PAGES = 20

/** Shows what was staged, all at once; undefined when the item's tree is no longer the one that the plan was laid over. */
export async function publishStaged(laid: MatchedPlan, staged: Staged, way: PublishTarget, ctx: Ctx<'user'>) {
  const { item, roots } = await mustImport(way, ctx)
  const keep = await keptStates(ctx)
  return ctx.store.db.transaction().execute(async (trx) => {
    await touchItem(trx, way.item_id, ctx.now())
    const catalogs = await catalogsIn(trx, way.item_id)
    if (!covers(scopeOf(roots, catalogs), way.cat_id)) throw new Refusal('noPermission')
    const now = match(laid.root, { catalogs, pages: await pageRows(trx, way.item_id) }, way.cat_id)
    if (!isSame(laid.place, now)) return undefined
    await showNew(trx, laid.place, staged, way, ctx)
    const changed = []
    for (const [n, change] of staged.changes.entries()) {
      const page = await changeText(trx, change, way.item_id, keep, ctx)
      if (page) changed.push(page)
      if (n % YIELD_EVERY_PAGES === 0) await new Promise(setImmediate)
    }
    await notifyPagesChanged(trx, ctx.user, item, changed, ctx.now())
    return { updated: changed.length, unchanged: staged.changes.length - changed.length }
  })
}

/** Everything that was made in the hidden item becomes this item's, and the hidden one is gone. */
async function showNew(trx: Db, root: Place, staged: Staged, { item_id, hidden }: PublishTarget, ctx: Ctx<'user'>) {
  const idOf = (place: Place) => place.cat_id ?? staged.catalogs.get(place) ?? 0
  const parents: { cat_id: number; parent_cat_id: number }[] = []
  const homes: { page_id: number; cat_id: number }[] = []
  for (const place of placesIn(root)) {
    for (const below of place.places) if (below.cat_id === undefined) parents.push({ cat_id: idOf(below), parent_cat_id: idOf(place) })
    for (const placed of place.pages)
      if (placed.page_id === undefined) homes.push({ page_id: staged.pages.get(placed) ?? 0, cat_id: idOf(place) })
  }
  for (const part of inParts(parents)) {
    const ids = part.map((row) => row.cat_id)
    const parent_cat_id = caseById(
      'cat_id',
      part,
      (row) => row.cat_id,
      (row) => row.parent_cat_id,
    )
    await trx.updateTable('catalog').set({ item_id, parent_cat_id }).where('item_id', '=', hidden).where('cat_id', 'in', ids).execute()
  }
  for (const part of inParts(homes)) {
    const ids = part.map((row) => row.page_id)
    const cat_id = caseById(
      'page_id',
      part,
      (row) => row.page_id,
      (row) => row.cat_id,
    )
    await trx.updateTable('page').set({ item_id, cat_id }).where('item_id', '=', hidden).where('page_id', 'in', ids).execute()
    await showIndexed(ctx.store, trx, ids, item_id)
    await new Promise(setImmediate)
  }
  await moveFiles(trx, hidden, item_id)
  await removeItemRow(trx, hidden)
}

/** A page whose text differs gets the new one, as if its importer had saved it: history, index, files. */
async function changeText(trx: Db, change: Change, item_id: number, keep: number, ctx: Ctx<'user'>) {
  const page = await currentPage(trx, change.page_id)
  const { page_content, page_comments = page?.page_comments ?? '' } = change
  if (!page || (page.page_content === page_content && page.page_comments === page_comments)) return undefined
  const { cat_id, page_title, s_number } = page
  const author = { author_uid: ctx.user.uid, author_username: ctx.user.username }
  const next = { item_id, cat_id, page_title, s_number, page_content, page_comments, ...author }
  const packed = await packPrevious(trx, page)
  const into = { store: ctx.store, trx, at: ctx.now() }
  return (await changePage(into, { page, next, packed, keep, file_ids: change.file_ids })) && page
}
