import { DEFAULT_ORDER, ID_MAX, Refusal } from '@sheaf/contract'
import { heightOf, placeBelow, withChildren } from '../../content/catalog.rules.ts'
import { type CatalogFound, insertCatalog } from '../../content/catalog.store.ts'
import { actorOf, type ChangeDraft, counted } from '../../content/change.rules.ts'
import { noteChanges } from '../../content/change.store.ts'
import type { Ctx } from '../../context.ts'
import { inParts } from '../../db/batches.ts'
import type { Db } from '../../db/schema.ts'
import { copyPages } from '../page.service.ts'
import { isInside, type Move, mustEditTarget } from './move.service.ts'
import type { SelectedPage, Selection } from './selection.service.ts'

/** Pages of a copy whose texts are cut in its transaction, for which other writers wait. */
const CUT_AT_ONCE_MAX = 50

/** Pages per batch, whose texts are in memory at the same time; the event loop serves other requests between batches. */
const PAGES_PER_BATCH = 50

/** Copies the selection to the end of the target catalog; the caller runs `indexAfterCommit`. Returns the new ids of the selected catalogs. */
export async function copySelection(trx: Db, move: Move, selection: Selection, ctx: Ctx<'user'>): Promise<number[]> {
  const { source, target, to_cat_id, trees, batch_id = 0 } = move
  mustEditTarget(move)
  const isSame = source.item.item_id === target.item.item_id
  if (isSame && isInside(selection, move)) throw new Refusal('catalogCycle')
  const from = trees.get(source.item.item_id) ?? []
  const to = trees.get(target.item.item_id) ?? []
  const siblings = to.filter((row) => row.parent_cat_id === to_cat_id).map((row) => row.s_number)
  let last = siblings.length > 0 ? Math.max(DEFAULT_ORDER - 1, ...siblings) : undefined
  const drafts: ChangeDraft[] = []
  const made: number[] = []
  for (const top of selection.tops) {
    const level = placeBelow(to, to_cat_id, heightOf(from, top.cat_id))
    last = last === undefined ? top.s_number : Math.min(ID_MAX, last + 1)
    const places = await copyCatalogs(trx, move, { ...top, parent_cat_id: to_cat_id, level, s_number: last }, from, ctx.now())
    const pages = selection.below.filter((page) => places.has(page.cat_id))
    await copyInParts(trx, move, pages, places, ctx)
    const cat_id = places.get(top.cat_id) as number
    const detail = [{ kind: 'copied' as const }, ...counted({ 'pages.added': pages.length, 'catalogs.added': places.size - 1 })]
    drafts.push({ type: 'catalog.created', cat_id, title: top.cat_name, detail, batch_id })
    made.push(cat_id)
  }
  const { alone } = selection
  const copies = await copyInParts(trx, move, alone, new Map(alone.map(({ cat_id }) => [cat_id, to_cat_id])), ctx)
  for (const { page_id, page_title: title } of alone) {
    const copy = copies.get(page_id)
    if (copy) drafts.push({ type: 'page.created', page_id: copy, cat_id: to_cat_id, title, detail: [{ kind: 'copied' }], batch_id })
  }
  await noteChanges(trx, target.permission, actorOf(ctx), drafts, ctx.now())
  return made
}

/** Copies a catalog and those below it; `top` has its new parent, level and number. Returns the copies by original. */
async function copyCatalogs(trx: Db, { target }: Move, top: CatalogFound, from: CatalogFound[], addtime: number) {
  const originals = new Map(from.map((row) => [row.cat_id, row]))
  const deeper = top.level - (originals.get(top.cat_id)?.level ?? top.level)
  const places = new Map<number, number>()
  for (const cat_id of withChildren(from, top.cat_id)) {
    const row = originals.get(cat_id) as CatalogFound
    const isTop = cat_id === top.cat_id
    const made = await insertCatalog(trx, target.permission, {
      parent_cat_id: isTop ? top.parent_cat_id : (places.get(row.parent_cat_id) ?? 0),
      level: row.level + deeper,
      cat_name: row.cat_name,
      s_number: isTop ? top.s_number : row.s_number,
      addtime,
    })
    places.set(cat_id, made.cat_id)
  }
  return places
}

async function copyInParts(trx: Db, move: Move, pages: SelectedPage[], places: ReadonlyMap<number, number>, ctx: Ctx<'user'>) {
  const { source, target } = move
  const copies = new Map<number, number>()
  const page_ids = pages.map((page) => page.page_id)
  for (const part of inParts(page_ids, PAGES_PER_BATCH)) {
    const write = { permission: target.permission, store: ctx.store, trx, at: ctx.now() }
    const copied = await copyPages(write, {
      from: source.item.item_id,
      page_ids: part,
      places,
      by: ctx.user,
      isIndexedLater: pages.length > CUT_AT_ONCE_MAX,
    })
    for (const [original, copy] of copied.copies) copies.set(original, copy)
    await new Promise(setImmediate)
  }
  return copies
}
