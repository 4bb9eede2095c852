import { Refusal } from '@sheaf/contract'
import { covers, type Granted, mustEdit, scopeOf } from '../access/access.ts'
import { levelled } from '../content/catalog.rules.ts'
import {
  type CatalogFound,
  catalogsIn,
  lockTree,
  lockTrees,
  placePages,
  placesIn,
  restoreCatalogs,
  saveCatalogs,
  transferToItem,
} from '../content/catalog.store.ts'
import { ARRIVED, actorOf, type ChangeDraft, LEFT, PLACED } from '../content/change.rules.ts'
import { noteChanges } from '../content/change.store.ts'
import { pagesOf, restorePages } from '../content/page.store.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { indexAfterCommit } from '../db/search/backlog.ts'
import { pagesOfOthers, selectionOf } from '../page/selection/selection.service.ts'
import { takeAllFromBin } from '../recycle/recycle.store.ts'
import { settleStewards } from '../review/gone.service.ts'
import { type Batch, batchOf, pagesInBin, takeBatch } from './batch.store.ts'

const UNDO_SECONDS = 3600

const over = () => new Refusal('batchOver')

const isRecent = ({ addtime }: Batch, ctx: Ctx<'user'>) => addtime > ctx.now() - UNDO_SECONDS

/** Takes back a move or a deletion in one transaction, after which the words of many pages follow in short ones. Of two concurrent calls one finds the batch. */
export async function undoBatch(batch_id: number, ctx: Ctx<'user'>) {
  const batch = await batchOf(ctx.db, batch_id)
  // A batch of another person is not distinguishable from one that does not exist.
  if (!batch || batch.kind === 'copy') throw over()
  const source = await mustEdit(ctx, batch.item_id).catch(() => Promise.reject(over()))
  const isOwn = batch.uid === ctx.user.uid && isRecent(batch, ctx)
  if (!isOwn && !(batch.kind === 'delete' && source.manage)) throw over()
  const target = batch.kind === 'move' && batch.to_item_id !== batch.item_id ? await mustEdit(ctx, batch.to_item_id) : source
  await ctx.store.write(async (trx) => {
    await (batch.kind === 'move' ? moveBack(trx, batch, source, target, ctx) : recover(trx, batch, source, ctx))
    if (!(await takeBatch(trx, batch_id))) throw over()
  })
  await indexAfterCommit(ctx)
}

/** Refuses unless everything is still where the move has put it, and the former parents are there. */
async function moveBack(trx: Db, batch: Batch, source: Granted<'edit'>, target: Granted<'edit'>, ctx: Ctx<'user'>) {
  const { catalogs, pages } = batch.places
  const trees = await lockTrees(trx, [source.permission, target.permission], ctx.now())
  const [home, away] = [trees.get(batch.item_id) ?? [], trees.get(batch.to_item_id) ?? []]
  const there = new Map(away.map((row) => [row.cat_id, row]))
  const known = new Set([0, ...home.map((row) => row.cat_id)])
  const found = await placesIn(
    trx,
    batch.to_item_id,
    pages.map((page) => page.page_id),
  )
  const isThere =
    catalogs.every((row) => there.get(row.cat_id)?.parent_cat_id === batch.to_cat_id && known.has(row.parent_cat_id)) &&
    pages.every((page) => found.get(page.page_id)?.cat_id === batch.to_cat_id && known.has(page.cat_id))
  if (!isThere) throw over()
  const [edits, editsThere] = [scopeOf(source.roots, home), scopeOf(target.roots, away)]
  const former = [...catalogs.map((row) => row.parent_cat_id), ...pages.map((page) => page.cat_id)]
  if (!covers(editsThere, batch.to_cat_id) || !former.every((cat_id) => covers(edits, cat_id))) throw new Refusal('noPermission')
  const lines = [...catalogs.map(({ cat_id }) => ({ cat_id, page_id: 0 })), ...pages.map(({ page_id }) => ({ cat_id: 0, page_id }))]
  const selection = await selectionOf(trx, target, away, lines, true)
  const isElsewhere = batch.to_item_id !== batch.item_id
  // The move needed the rights on pages of others in the first item, and so does its undo.
  if (isElsewhere && pagesOfOthers(selection, source, ctx).length > 0) throw new Refusal('noPermission')
  if (isElsewhere) {
    const page_ids = [...selection.alone, ...selection.below].map((page) => page.page_id)
    await transferToItem(ctx.store, trx, { from: target.permission, to: source.permission }, selection.cat_ids, page_ids, ctx.now())
  }
  await placeBack(trx, source, catalogs)
  await placePages(trx, source.permission, pages)
  await noteReturn(trx, batch, { source, target, selection }, ctx)
  if (isElsewhere) await settleStewards(trx, ctx.store, source.item, ctx.now())
}

/**
 * Gives catalogs the parents and numbers from before, and all below them the levels that follow from these. Refuses a fourth level, which
 * catalogs can have that were made below them since.
 */
async function placeBack(trx: Db, { permission }: Granted<'edit'>, catalogs: CatalogFound[]) {
  const before = new Map(catalogs.map((row) => [row.cat_id, row]))
  const now = await catalogsIn(trx, permission.item_id)
  const next = now.map((row) => {
    const { parent_cat_id, s_number } = before.get(row.cat_id) ?? row
    return { ...row, parent_cat_id, s_number }
  })
  const rows = levelled(next, levelsIn(now))
  const old = new Map(now.map((row) => [row.cat_id, row]))
  await saveCatalogs(
    trx,
    permission,
    rows.filter((row) => before.has(row.cat_id) || old.get(row.cat_id)?.level !== row.level),
  )
}

const levelsIn = (rows: CatalogFound[]) => new Map(rows.map((row) => [row.cat_id, row.level]))

interface Returned {
  source: Granted<'edit'>
  target: Granted<'edit'>
  selection: Awaited<ReturnType<typeof selectionOf>>
}

async function noteReturn(trx: Db, batch: Batch, { source, target, selection }: Returned, ctx: Ctx<'user'>) {
  const isElsewhere = batch.to_item_id !== batch.item_id
  const home = new Map(batch.places.pages.map((page) => [page.page_id, page.cat_id]))
  const drafts = (detail: ChangeDraft['detail'], isHome: boolean): ChangeDraft[] => [
    ...selection.tops.map(({ cat_id, cat_name: title }) => {
      return { type: 'catalog.moved' as const, cat_id: isHome ? cat_id : batch.to_cat_id, title, detail: detail ?? [] }
    }),
    ...selection.alone.map(({ page_id, page_title: title }) => {
      const cat_id = isHome ? (home.get(page_id) ?? 0) : batch.to_cat_id
      return { type: 'page.moved' as const, page_id, cat_id, title, detail: detail ?? [] }
    }),
  ]
  const numbered = (list: ChangeDraft[]) => list.map((draft) => ({ ...draft, batch_id: batch.batch_id }))
  const by = actorOf(ctx)
  if (isElsewhere) await noteChanges(trx, target.permission, by, numbered(drafts(LEFT, false)), ctx.now())
  await noteChanges(trx, source.permission, by, numbered(drafts(isElsewhere ? ARRIVED : PLACED, true)), ctx.now())
}

/** Recovers what is still in the bin, with its catalogs. What has lost its parent goes to the root. */
async function recover(trx: Db, batch: Batch, source: Granted<'edit'>, ctx: Ctx<'user'>) {
  const { item_id } = batch
  const { permission } = source
  const tree = await lockTree(trx, permission, ctx.now())
  const inBin = new Set(await pagesInBin(trx, item_id, batch.batch_id))
  const { catalogs, pages } = batch.places
  const lost = catalogs.filter((row) => !tree.some((known) => known.cat_id === row.cat_id))
  const back = pages.filter((page) => inBin.has(page.page_id))
  if (lost.length === 0 && back.length === 0) throw over()
  const known = new Set([0, ...tree.map((row) => row.cat_id), ...lost.map((row) => row.cat_id)])
  const parentOf = (cat_id: number) => (known.has(cat_id) ? cat_id : 0)
  const rows = lost.map((row) => ({ ...row, item_id, parent_cat_id: parentOf(row.parent_cat_id) }))
  // The parent can be deeper than before.
  const restored = levelled([...tree, ...rows], levelsIn([...tree, ...rows])).slice(tree.length)
  const edits = scopeOf(source.roots, [...tree, ...restored])
  const places = back.map((page) => ({ ...page, cat_id: parentOf(page.cat_id) }))
  if (![...restored, ...places].every((row) => covers(edits, row.cat_id))) throw new Refusal('noPermission')
  await restoreCatalogs(trx, permission, restored)
  const page_ids = places.map(({ page_id }) => page_id)
  await restorePages({ permission, trx }, await takeAllFromBin(trx, item_id, page_ids))
  await placePages(trx, permission, places)
  await noteRecovery(trx, batch, source, restored, places, ctx)
}

async function noteRecovery(
  trx: Db,
  { batch_id, item_id }: Batch,
  { permission }: Granted<'edit'>,
  catalogs: CatalogFound[],
  places: { page_id: number; cat_id: number }[],
  ctx: Ctx<'user'>,
) {
  const titles = await pagesOf(
    trx,
    item_id,
    places.map((page) => page.page_id),
  )
  const drafts: ChangeDraft[] = [
    ...catalogs.map(({ cat_id, cat_name: title }) => ({ type: 'catalog.created' as const, cat_id, title, batch_id })),
    ...titles.map(({ page_id, cat_id, page_title: title }) => ({ type: 'page.recovered' as const, page_id, cat_id, title, batch_id })),
  ]
  await noteChanges(trx, permission, actorOf(ctx), drafts, ctx.now())
}
