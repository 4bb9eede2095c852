import { DEFAULT_ORDER, ID_MAX, Refusal } from '@sheaf/contract'
import { covers, type Granted, scopeOf } from '../../access/access.ts'
import { viaOf } from '../../auth/grant.ts'
import { heightOf, moved, placeBelow, withChildren } from '../../content/catalog.rules.ts'
import { type CatalogFound, membersLimitedTo, placePages, placesInside, saveCatalogs, transferToItem } from '../../content/catalog.store.ts'
import { ARRIVED, actorOf, type ChangeDraft, catalogChanges, LEFT, PLACED } from '../../content/change.rules.ts'
import { noteChanges } from '../../content/change.store.ts'
import type { Ctx } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { notifyCatalogsMoved, notifyPagesMoved } from '../../notice/notice.store.ts'
import { settleStewards } from '../../review/gone.service.ts'
import { pagesIn, type Selection } from './selection.service.ts'

/** From an item to a catalog (0: the root) of the same or another item; `trees` are both trees, locked until the transaction ends. */
export interface Move {
  source: Granted<'edit'>
  target: Granted<'edit'>
  to_cat_id: number
  trees: ReadonlyMap<number, CatalogFound[]>
  /** The number of the action on many pages; 0 for none. */
  batch_id?: number
}

/** The catalogs of the selection that would be below the third level of the target, which exists. */
export function tooDeep({ tops }: Pick<Selection, 'tops'>, { source, target, to_cat_id, trees }: Move) {
  const [from, to] = [trees.get(source.item.item_id) ?? [], trees.get(target.item.item_id) ?? []]
  return tops.filter(({ cat_id }) => {
    try {
      placeBelow(to, to_cat_id, heightOf(from, cat_id))
      return false
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.error === 'catalogTooDeep') return true
      throw refusal
    }
  })
}

/** Whether the target is one of the moving catalogs, or below one. */
export const isInside = ({ cat_ids }: Pick<Selection, 'cat_ids'>, { to_cat_id }: Pick<Move, 'to_cat_id'>) => cat_ids.includes(to_cat_id)

/** Refuses unless the target catalog exists and the caller can edit it. */
export function mustEditTarget({ target, to_cat_id, trees }: Move) {
  const tree = trees.get(target.item.item_id) ?? []
  if (!covers(scopeOf(target.roots, tree), to_cat_id)) throw new Refusal('noPermission')
  if (to_cat_id !== 0 && !tree.some((row) => row.cat_id === to_cat_id)) throw new Refusal('notFound')
}

/**
 * Moves the selection with all its data to the end of the target catalog, catalogs and pages each in the order of the selection. All ids
 * are kept. The caller has checked the rights on the selection. Returns how many pages the target catalog has when pages came into it.
 */
export async function moveSelection(db: Db, move: Move, selection: Selection, ctx: Ctx<'user'>) {
  const { source, target, to_cat_id } = move
  mustEditTarget(move)
  if (isInside(selection, move)) throw new Refusal('catalogCycle')
  if (tooDeep(selection, move).length > 0) throw new Refusal('catalogTooDeep')
  if (source.item.item_id !== target.item.item_id) await transfer(db, move, selection, ctx)
  const rows = await placeCatalogs(db, move, selection)
  const pages = await placeAlone(db, target, to_cat_id, selection)
  const drafts = draftsOf(move, selection, rows)
  const by = actorOf(ctx)
  await noteChanges(db, source.permission, by, drafts.source, ctx.now())
  await noteChanges(db, target.permission, by, drafts.target, ctx.now())
  // A steward without the right there does not count.
  if (source.item.item_id !== target.item.item_id) await settleStewards(db, ctx.store, target.item, ctx.now())
  return { pages }
}

/** Takes the selection to the other item and notifies the creators of its pages and the members whose rights end with a catalog. */
async function transfer(db: Db, { source, target, to_cat_id, trees }: Move, selection: Selection, ctx: Ctx<'user'>) {
  const { tops, cat_ids, alone, below } = selection
  const by = { ...ctx.user, via: viaOf(ctx) }
  const from = source.item
  const leaving: Parameters<typeof notifyCatalogsMoved>[3] = []
  for (const { cat_id, cat_name } of tops) {
    const inside = new Set(withChildren(trees.get(from.item_id) ?? [], cat_id))
    const creators = below.filter((page) => inside.has(page.cat_id)).map((page) => page.creator_uid)
    const affected = await membersLimitedTo(db, from.item_id, [...inside])
    leaving.push({ cat_name, cat_ids: [...inside], uids: [...affected, ...creators] })
  }
  await notifyCatalogsMoved(db, by, from, leaving, ctx.now())
  const page_ids = pagesIn(selection).map((page) => page.page_id)
  await transferToItem(ctx.store, db, { from: source.permission, to: target.permission }, cat_ids, page_ids, ctx.now())
  await notifyPagesMoved(db, by, { from, to: target.item, to_cat_id, pages: alone }, ctx.now())
}

/** Puts the catalogs after their new siblings. Returns the rows that have changed. */
async function placeCatalogs(db: Db, { source, target, to_cat_id, trees }: Move, { tops }: Selection): Promise<CatalogFound[]> {
  const [from, to] = [trees.get(source.item.item_id) ?? [], trees.get(target.item.item_id) ?? []]
  const moving = new Set(tops.map((row) => row.cat_id))
  const siblings = to.filter((row) => row.parent_cat_id === to_cat_id && !moving.has(row.cat_id)).map((row) => row.s_number)
  let last = siblings.length > 0 ? Math.max(DEFAULT_ORDER - 1, ...siblings) : undefined
  const changed = new Map<number, CatalogFound>()
  for (const top of tops) {
    const level = placeBelow(to, to_cat_id, heightOf(from, top.cat_id))
    for (const row of moved(from, top.cat_id, { parent_cat_id: to_cat_id, level }, [])) changed.set(row.cat_id, row)
    // The first catalog of an empty place keeps its number, and the others follow it.
    last = last === undefined ? top.s_number : Math.min(ID_MAX, last + 1)
    changed.set(top.cat_id, { ...top, parent_cat_id: to_cat_id, level, s_number: last })
  }
  const rows = [...changed.values()]
  await saveCatalogs(db, target.permission, rows)
  return rows
}

/** Numbers the pages of the target catalog from 1, with the moved ones at the end. */
async function placeAlone(db: Db, target: Granted<'edit'>, to_cat_id: number, { alone }: Selection) {
  if (alone.length === 0) return 0
  const moving = new Set(alone.map((page) => page.page_id))
  const siblings = (await placesInside(db, target.item.item_id, to_cat_id)).filter((page) => !moving.has(page.page_id))
  const numbers = new Map(siblings.map((page) => [page.page_id, page.s_number]))
  const order = [...numbers.keys(), ...moving].map((page_id, n) => ({ page_id, cat_id: to_cat_id, s_number: n + 1 }))
  await placePages(
    db,
    target.permission,
    order.filter((page) => numbers.get(page.page_id) !== page.s_number),
  )
  return order.length
}

/** For another item, pages and catalogs leave an entry in the item that they left, too. A changed order alone is no change. */
function draftsOf({ source, target, to_cat_id, batch_id = 0 }: Move, { tops, alone }: Selection, rows: CatalogFound[]) {
  const type = { page: 'page.moved', catalog: 'catalog.moved' } as const
  const drafts: Record<'source' | 'target', ChangeDraft[]> = { source: [], target: [] }
  if (source.item.item_id === target.item.item_id) {
    const placed = alone.filter(({ cat_id }) => cat_id !== to_cat_id)
    drafts.target = [
      ...catalogChanges(tops, rows),
      ...placed.map(({ page_id, page_title: title }) => ({ type: type.page, page_id, cat_id: to_cat_id, title, detail: PLACED })),
    ]
  } else {
    drafts.source = [
      ...tops.map(({ parent_cat_id: cat_id, cat_name: title }) => ({ type: type.catalog, cat_id, title, detail: LEFT })),
      ...alone.map(({ page_id, cat_id, page_title: title }) => ({ type: type.page, page_id, cat_id, title, detail: LEFT })),
    ]
    drafts.target = [
      ...tops.map(({ cat_id, cat_name: title }) => ({ type: type.catalog, cat_id, title, detail: ARRIVED })),
      ...alone.map(({ page_id, page_title: title }) => ({ type: type.page, page_id, cat_id: to_cat_id, title, detail: ARRIVED })),
    ]
  }
  const numbered = (list: ChangeDraft[]) => list.map((draft) => ({ ...draft, batch_id }))
  return { source: numbered(drafts.source), target: numbered(drafts.target) }
}
