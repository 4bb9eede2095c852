import { type Place, Refusal } from '@sheaf/contract'
import { mustEdit } from '../access/access.ts'
import { covers, type Scope, scopeOf } from '../access/scope.ts'
import { levelBelow, moved, nextOf, putBefore } from '../content/catalog.rules.ts'
import { type CatalogFound, saveCatalogs } from '../content/catalog.store.ts'
import { type PagePlace, placePages, placesIn, placesInside, takeTree } from '../content/catalog.tree.store.ts'
import type { Rooms } from '../context.ts'
import type { Db } from '../db/schema.ts'

type Arrange = Rooms['catalog']['arrange']
type Input = Parameters<Arrange>[0]

/** What was taken hold of is gone or not theirs; whoever may see all of the item is told which. */
const missing = (edits: Scope) => new Refusal(edits === 'all' ? 'notFound' : 'noPermission')

/** Both where it comes from and where it goes must be the caller's, and it must be where the caller saw it. */
function mustBeThere({ parent_cat_id, was_cat_id }: Input, from: number, edits: Scope) {
  if (!covers(edits, from) || !covers(edits, parent_cat_id)) throw new Refusal('noPermission')
  if (was_cat_id !== undefined && was_cat_id !== from) throw new Refusal('treeOutdated')
}

const placed = (ids: number[], id: number, before_id: number): number[] => {
  const order = putBefore(ids, id, before_id)
  if (!order) throw new Refusal('treeOutdated')
  return order
}

export const arrange: Arrange = async (input, ctx) => {
  const { item_id, cat_id, page_id } = input
  if ((cat_id === 0) === (page_id === 0)) throw new Refusal('badInput', { field: cat_id === 0 ? 'cat_id' : 'page_id' })
  const { roots } = await mustEdit(ctx, item_id)
  return ctx.store.write(async (trx) => {
    const all = await takeTree(trx, item_id, ctx.now())
    const edits = scopeOf(roots, all)
    return cat_id ? arrangeCatalog(trx, input, all, edits) : arrangePage(trx, input, all, edits)
  })
}

async function arrangeCatalog(trx: Db, input: Input, all: CatalogFound[], edits: Scope): Promise<Place> {
  const { item_id, cat_id, parent_cat_id, before_id } = input
  const one = all.find((catalog) => catalog.cat_id === cat_id)
  if (!one || !covers(edits, cat_id)) throw missing(edits)
  mustBeThere(input, one.parent_cat_id, edits)
  const level = levelBelow(all, parent_cat_id, cat_id)
  const inside = (parent: number) => all.filter((catalog) => catalog.parent_cat_id === parent).map((catalog) => catalog.cat_id)
  const was = { parent_cat_id: one.parent_cat_id, before_id: nextOf(inside(one.parent_cat_id), cat_id) }
  const order = placed(inside(parent_cat_id), cat_id, before_id)
  await saveCatalogs(trx, item_id, moved(all, cat_id, { parent_cat_id, level }, order))
  return was
}

async function arrangePage(trx: Db, input: Input, all: CatalogFound[], edits: Scope): Promise<Place> {
  const { item_id, page_id, parent_cat_id, before_id } = input
  const one = (await placesIn(trx, item_id, [page_id])).get(page_id)
  if (!one || !covers(edits, one.cat_id)) throw missing(edits)
  mustBeThere(input, one.cat_id, edits)
  if (parent_cat_id !== 0 && !all.some((catalog) => catalog.cat_id === parent_cat_id)) throw new Refusal('notFound')
  const beside = await placesInside(trx, item_id, one.cat_id)
  const there = parent_cat_id === one.cat_id ? beside : await placesInside(trx, item_id, parent_cat_id)
  const ids = (pages: PagePlace[]) => pages.map((page) => page.page_id)
  const was = { parent_cat_id: one.cat_id, before_id: nextOf(ids(beside), page_id) }
  const known = new Map([...there, one].map((page) => [page.page_id, page]))
  const numbered = placed(ids(there), page_id, before_id).map((id, n) => ({ page_id: id, cat_id: parent_cat_id, s_number: n + 1 }))
  const isOther = (page: PagePlace) =>
    known.get(page.page_id)?.s_number !== page.s_number || known.get(page.page_id)?.cat_id !== page.cat_id
  await placePages(trx, item_id, numbered.filter(isOther))
  return was
}
