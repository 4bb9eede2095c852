import { type Place, Refusal, type TreeLine } from '@sheaf/contract'
import { covers, mustBeEditor, mustEdit, mustVisit, mustVisitPageUnseen, type Scope, scopeOf } from '../access/access.ts'
import { writeAudit } from '../auth/audit.ts'
import {
  type Branch,
  branches,
  differs,
  levelBelow,
  levelled,
  levelsOf,
  moved,
  nameOf,
  nextOf,
  putBefore,
  TOP,
  withChildren,
  withPaths,
} from '../content/catalog.rules.ts'
import {
  type CatalogFound,
  catalogsOf,
  insertCatalog,
  itemOfCatalog,
  lastPlaceOf,
  type PagePlace,
  placePages,
  placesIn,
  placesInside,
  removeCatalogs,
  saveCatalogs,
  takeTree,
} from '../content/catalog.store.ts'
import { deletePages, pagesIn } from '../content/page.store.ts'
import type { Ctx, Rooms } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { notifyPagesDeleted } from '../notice/notice.store.ts'
import { copy } from './catalog.copy.ts'

type Node = CatalogFound & { sub: Node[] }
const asNode = ({ node, below }: Branch<CatalogFound>): Node => ({ ...node, sub: below.map(asNode) })

/** What the caller may see of an item's catalogs, in their order. */
async function seen(ctx: Ctx<'user'>, item_id: number) {
  const { visits } = await mustVisit(ctx, item_id)
  return (await catalogsOf(ctx, item_id)).filter((one) => covers(visits, one.cat_id))
}

type Lists = 'catListGroup' | 'catListName' | 'catList' | 'secondCatList' | 'childCatList' | 'getDefaultCat' | 'getPagesBycat'

const lists: Pick<Rooms['catalog'], Lists> = {
  catListGroup: async ({ item_id }, ctx) => branches(await seen(ctx, item_id)).map(asNode),
  catListName: async ({ item_id }, ctx) => withPaths(branches(await seen(ctx, item_id))),
  catList: async ({ item_id }, ctx) => seen(ctx, item_id),
  secondCatList: async ({ item_id }, ctx) => (await seen(ctx, item_id)).filter((one) => one.level === TOP),

  async childCatList({ cat_id }, ctx) {
    const item_id = await itemOfCatalog(ctx, cat_id)
    const all = item_id === undefined ? [] : await seen(ctx, item_id)
    if (!all.some((one) => one.cat_id === cat_id)) throw new Refusal('noVisit')
    return below(branches(all), cat_id).map(asNode)
  },

  async getDefaultCat({ item_id, page_id, copy_page_id }, ctx) {
    const wanted = copy_page_id || page_id
    if (wanted) return { default_cat_id: (await mustVisitPageUnseen(ctx, wanted)).page.cat_id }
    const { visits, edits } = await mustVisit(ctx, item_id)
    const last = await lastPlaceOf(ctx.db, item_id, ctx.user.uid)
    if (covers(edits === 'none' ? visits : edits, last)) return { default_cat_id: last }
    // Who may write in some catalogs alone begins in the first of them.
    const first = typeof edits === 'string' ? undefined : (await catalogsOf(ctx, item_id)).find((one) => edits.has(one.cat_id))
    return { default_cat_id: first?.cat_id ?? 0 }
  },

  async getPagesBycat({ item_id, cat_id }, ctx) {
    await mustBeEditor(ctx, item_id, cat_id)
    return pagesIn(ctx.db, item_id, [cat_id])
  },
}

function below(tree: Branch<CatalogFound>[], cat_id: number): Branch<CatalogFound>[] {
  for (const branch of tree) {
    if (branch.node.cat_id === cat_id) return branch.below
    const found = below(branch.below, cat_id)
    if (found.length) return found
  }
  return []
}

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

const arrange: Arrange = async (input, ctx) => {
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

/** The tree that an existing client sends after a drag. Every line is checked against what is there by then; one that fails undoes all. */
const batUpdate: Rooms['catalog']['batUpdate'] = async ({ item_id, cats }, ctx) => {
  const { roots } = await mustEdit(ctx, item_id)
  const pageLines = once(cats, (line) => line.page_id)
  const catalogLines = once(
    cats.filter((line) => line.page_id === 0),
    (line) => line.cat_id,
  )
  if (pageLines.size + catalogLines.size !== cats.length) throw new Refusal('badInput', { field: 'cats' })
  await ctx.store.db.transaction().execute(async (trx) => {
    const all = await takeTree(trx, item_id, ctx.now())
    const edits = scopeOf(roots, all)
    const known = new Set([0, ...all.map((one) => one.cat_id)])
    const missing = [...catalogLines.keys()].some((cat_id) => !known.has(cat_id))
    if (missing || cats.some(({ parent_cat_id = 0 }) => !known.has(parent_cat_id))) throw new Refusal('noPermission')
    const after = levelled(
      all.map((one) => catalogAfter(one, catalogLines.get(one.cat_id), edits)),
      levelsOf(all),
    )
    await saveCatalogs(
      trx,
      item_id,
      after.filter((one, n) => differs(one, all[n] as CatalogFound)),
    )
    const places = await placesIn(trx, item_id, [...pageLines.keys()])
    if (places.size !== pageLines.size) throw new Refusal('noPermission')
    await placePages(
      trx,
      item_id,
      [...places.values()].map((place) => pageAfter(place, pageLines.get(place.page_id) as TreeLine, edits)),
    )
  })
  return []
}

/** The lines by id, those without one left out; twice the same leaves the count short. */
const once = (lines: TreeLine[], idOf: (line: TreeLine) => number) =>
  new Map(lines.filter((line) => idOf(line) !== 0).map((line) => [idOf(line), line]))

/** In a catalog somebody's scope begins at, its own number is not theirs to give: it orders what they do not see. The number is kept. */
function catalogAfter(one: CatalogFound, line: TreeLine | undefined, edits: Scope): CatalogFound {
  if (!line) return one
  const { parent_cat_id = one.parent_cat_id, s_number = one.s_number, cat_name } = line
  const isMoved = parent_cat_id !== one.parent_cat_id
  const mayPlace = covers(edits, one.parent_cat_id) && covers(edits, parent_cat_id)
  if (!covers(edits, one.cat_id) || (isMoved && !mayPlace)) throw new Refusal('noPermission')
  return {
    ...one,
    parent_cat_id,
    cat_name: cat_name === undefined ? one.cat_name : nameOf(cat_name),
    s_number: mayPlace ? s_number : one.s_number,
  }
}

function pageAfter(place: PagePlace, line: TreeLine, edits: Scope): PagePlace {
  const { parent_cat_id: cat_id = place.cat_id, s_number = place.s_number } = line
  if (!covers(edits, place.cat_id) || !covers(edits, cat_id)) throw new Refusal('noPermission')
  return { page_id: place.page_id, cat_id, s_number }
}

export const catalog: Rooms['catalog'] = {
  ...lists,
  arrange,
  batUpdate,
  copy,

  async save({ item_id, cat_id, parent_cat_id, cat_name, s_number }, ctx) {
    const { roots } = await mustEdit(ctx, item_id)
    return ctx.store.db.transaction().execute(async (trx) => {
      const all = await takeTree(trx, item_id, ctx.now())
      const edits = scopeOf(roots, all)
      const old = all.find((one) => one.cat_id === cat_id)
      if (cat_id !== 0 && !old) throw new Refusal('notFound')
      if (cat_id !== 0 && cat_id === parent_cat_id) throw new Refusal('catalogCycle')
      const mayPlace = covers(edits, parent_cat_id) && (!old || covers(edits, old.parent_cat_id))
      const isMoved = parent_cat_id !== (old?.parent_cat_id ?? -1)
      if ((old && !covers(edits, cat_id)) || (isMoved && !mayPlace)) throw new Refusal('noPermission')
      const level = levelBelow(all, parent_cat_id, cat_id)
      if (!old) return insertCatalog(trx, { item_id, parent_cat_id, level, cat_name, s_number, addtime: ctx.now() })
      const below = moved(all, cat_id, { parent_cat_id, level }, []).filter((one) => one.cat_id !== cat_id)
      const saved: CatalogFound = { ...old, parent_cat_id, level, cat_name, s_number: (mayPlace && s_number) || old.s_number }
      await saveCatalogs(trx, item_id, [saved, ...below])
      return saved
    })
  },

  async delete({ item_id, cat_id }, ctx) {
    const { manage, item, roots } = await mustEdit(ctx, item_id, cat_id)
    return ctx.store.db.transaction().execute(async (trx) => {
      const all = await takeTree(trx, item_id, ctx.now())
      if (!all.some((one) => one.cat_id === cat_id) || !covers(scopeOf(roots, all), cat_id)) throw new Refusal('noPermission')
      const cat_ids = withChildren(all, cat_id)
      const pages = await pagesIn(trx, item_id, cat_ids)
      // D4: a member's right to delete ends at pages that others made.
      if (!manage && pages.some((page) => page.creator_uid !== ctx.user.uid)) throw new Refusal('pagesOfOthers')
      await deletePages(ctx.store, trx, item_id, pages, ctx.user, ctx.now())
      await notifyPagesDeleted(trx, ctx.user, item, pages, ctx.now())
      await removeCatalogs(trx, item_id, cat_ids)
      await writeAudit(trx, ctx, 'catalogDeleted', {
        subject: all.find((one) => one.cat_id === cat_id)?.cat_name ?? '',
        detail: item.item_name,
      })
      return true
    })
  },
}
