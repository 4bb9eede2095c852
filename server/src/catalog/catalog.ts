import { type Place, Refusal, type TreeLine } from '@sheaf/contract'
import { covers, mustBeEditor, mustEdit, mustVisit, mustVisitPageUniform, type Scope, scopeOf } from '../access/access.ts'
import type { Permission } from '../access/permission.ts'
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
  lockTree,
  type PagePlace,
  placePages,
  placesIn,
  placesInside,
  removeCatalogs,
  saveCatalogs,
} from '../content/catalog.store.ts'
import { actorOf, catalogChanges, catalogDeletion, PLACED } from '../content/change.rules.ts'
import { noteChange, noteChanges } from '../content/change.store.ts'
import { deletePages, pagesIn, pagesOf } from '../content/page.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { notifyPagesDeleted } from '../notice/notice.store.ts'
import { mustHaveCatalogs } from '../page/page.rules.ts'
import { copy } from './catalog.copy.ts'

type Node = CatalogFound & { sub: Node[] }
const asNode = ({ node, below }: Branch<CatalogFound>): Node => ({ ...node, sub: below.map(asNode) })

/** The catalogs of an item that the caller can read, in order. */
async function visibleCatalogs(ctx: Ctx<'user'>, item_id: number) {
  const { visits } = await mustVisit(ctx, item_id)
  return (await catalogsOf(ctx, item_id)).filter((row) => covers(visits, row.cat_id))
}

type Lists = 'catListGroup' | 'catListName' | 'catList' | 'secondCatList' | 'childCatList' | 'getDefaultCat' | 'getPagesBycat'

const lists: Pick<AllHandlers['catalog'], Lists> = {
  catListGroup: async ({ item_id }, ctx) => branches(await visibleCatalogs(ctx, item_id)).map(asNode),
  catListName: async ({ item_id }, ctx) => withPaths(branches(await visibleCatalogs(ctx, item_id))),
  catList: async ({ item_id }, ctx) => visibleCatalogs(ctx, item_id),
  secondCatList: async ({ item_id }, ctx) => (await visibleCatalogs(ctx, item_id)).filter((row) => row.level === TOP),

  async childCatList({ cat_id }, ctx) {
    const item_id = await itemOfCatalog(ctx, cat_id)
    const all = item_id === undefined ? [] : await visibleCatalogs(ctx, item_id)
    if (!all.some((row) => row.cat_id === cat_id)) throw new Refusal('noVisit')
    return below(branches(all), cat_id).map(asNode)
  },

  async getDefaultCat({ item_id, page_id, copy_page_id }, ctx) {
    const wanted = copy_page_id || page_id
    if (wanted) return { default_cat_id: (await mustVisitPageUniform(ctx, wanted)).page.cat_id }
    const { visits, edits } = await mustVisit(ctx, item_id)
    const last = await lastPlaceOf(ctx.db, item_id, ctx.user.uid)
    if (covers(edits === 'none' ? visits : edits, last)) return { default_cat_id: last }
    // The default for a user with rights on some catalogs is the first of them.
    const first = typeof edits === 'string' ? undefined : (await catalogsOf(ctx, item_id)).find((row) => edits.has(row.cat_id))
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

type Arrange = AllHandlers['catalog']['arrange']
type Input = Parameters<Arrange>[0]

/** The error for a catalog or page that is missing or not accessible; only users with rights on the whole item learn which. */
const missing = (edits: Scope) => new Refusal(edits === 'all' ? 'notFound' : 'noPermission')

/** Refuses unless the caller can edit both catalogs, and the object is still in the catalog where the caller saw it. */
function mustBeArrangeable({ parent_cat_id, was_cat_id }: Input, from: number, edits: Scope) {
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
  const { roots, permission } = await mustEdit(ctx, item_id)
  return ctx.store.write(async (trx) => {
    const all = await lockTree(trx, permission, ctx.now())
    const locked = { permission, all, edits: scopeOf(roots, all) }
    return cat_id ? arrangeCatalog(trx, input, locked, ctx) : arrangePage(trx, input, locked, ctx)
  })
}

/** The catalogs of a locked item, and those that the user can edit. */
interface LockedTree {
  permission: Permission<'edit'>
  all: CatalogFound[]
  edits: Scope
}

async function arrangeCatalog(trx: Db, input: Input, { permission, all, edits }: LockedTree, ctx: Ctx<'user'>): Promise<Place> {
  const { cat_id, parent_cat_id, before_id } = input
  const current = all.find((row) => row.cat_id === cat_id)
  if (!current || !covers(edits, cat_id)) throw missing(edits)
  mustBeArrangeable(input, current.parent_cat_id, edits)
  const level = levelBelow(all, parent_cat_id, cat_id)
  const inside = (parent: number) => all.filter((row) => row.parent_cat_id === parent).map((row) => row.cat_id)
  const previous = { parent_cat_id: current.parent_cat_id, before_id: nextOf(inside(current.parent_cat_id), cat_id) }
  const order = placed(inside(parent_cat_id), cat_id, before_id)
  const rows = moved(all, cat_id, { parent_cat_id, level }, order)
  await saveCatalogs(trx, permission, rows)
  await noteChanges(trx, permission, actorOf(ctx), catalogChanges(all, rows), ctx.now())
  return previous
}

async function arrangePage(trx: Db, input: Input, { permission, all, edits }: LockedTree, ctx: Ctx<'user'>): Promise<Place> {
  const { item_id, page_id, parent_cat_id, before_id } = input
  const current = (await placesIn(trx, item_id, [page_id])).get(page_id)
  if (!current || !covers(edits, current.cat_id)) throw missing(edits)
  mustBeArrangeable(input, current.cat_id, edits)
  if (parent_cat_id !== 0 && !all.some((row) => row.cat_id === parent_cat_id)) throw new Refusal('notFound')
  const siblings = await placesInside(trx, item_id, current.cat_id)
  const targets = parent_cat_id === current.cat_id ? siblings : await placesInside(trx, item_id, parent_cat_id)
  const ids = (pages: PagePlace[]) => pages.map((page) => page.page_id)
  const previous = { parent_cat_id: current.cat_id, before_id: nextOf(ids(siblings), page_id) }
  const known = new Map([...targets, current].map((page) => [page.page_id, page]))
  const numbered = placed(ids(targets), page_id, before_id).map((id, n) => ({ page_id: id, cat_id: parent_cat_id, s_number: n + 1 }))
  const hasChanged = (page: PagePlace) =>
    known.get(page.page_id)?.s_number !== page.s_number || known.get(page.page_id)?.cat_id !== page.cat_id
  await placePages(trx, permission, numbered.filter(hasChanged))
  if (parent_cat_id !== current.cat_id) await notePagesMoved(trx, permission, new Map([[page_id, parent_cat_id]]), ctx)
  return previous
}

/** Notes the pages that are in another catalog now, by page id. */
async function notePagesMoved(trx: Db, permission: Permission<'edit'>, places: ReadonlyMap<number, number>, ctx: Ctx<'user'>) {
  const pages = await pagesOf(trx, permission.item_id, [...places.keys()])
  const drafts = pages.map(({ page_id, page_title: title }) => {
    return { type: 'page.moved' as const, page_id, cat_id: places.get(page_id) ?? 0, title, detail: PLACED }
  })
  await noteChanges(trx, permission, actorOf(ctx), drafts, ctx.now())
}

/** Applies the tree that an existing client sends after a drag. Each line is checked against the current tree; an invalid line rolls back all. */
const batUpdate: AllHandlers['catalog']['batUpdate'] = async ({ item_id, cats }, ctx) => {
  const { roots, permission } = await mustEdit(ctx, item_id)
  const pageLines = linesById(cats, (line) => line.page_id)
  const catalogLines = linesById(
    cats.filter((line) => line.page_id === 0),
    (line) => line.cat_id,
  )
  if (pageLines.size + catalogLines.size !== cats.length) throw new Refusal('badInput', { field: 'cats' })
  await ctx.store.db.transaction().execute(async (trx) => {
    const all = await lockTree(trx, permission, ctx.now())
    const edits = scopeOf(roots, all)
    const known = new Set([0, ...all.map((row) => row.cat_id)])
    const missing = [...catalogLines.keys()].some((cat_id) => !known.has(cat_id))
    if (missing || cats.some(({ parent_cat_id = 0 }) => !known.has(parent_cat_id))) throw new Refusal('noPermission')
    const next = levelled(
      all.map((row) => catalogAfter(row, catalogLines.get(row.cat_id), edits)),
      levelsOf(all),
    )
    const changed = next.filter((row, n) => differs(row, all[n] as CatalogFound))
    await saveCatalogs(trx, permission, changed)
    await noteChanges(trx, permission, actorOf(ctx), catalogChanges(all, changed), ctx.now())
    const places = await placesIn(trx, item_id, [...pageLines.keys()])
    if (places.size !== pageLines.size) throw new Refusal('noPermission')
    const placed = [...places.values()].map((place) => pageAfter(place, pageLines.get(place.page_id) as TreeLine, edits))
    await placePages(trx, permission, placed)
    const elsewhere = placed.filter(({ page_id, cat_id }) => places.get(page_id)?.cat_id !== cat_id)
    await notePagesMoved(trx, permission, new Map(elsewhere.map(({ page_id, cat_id }) => [page_id, cat_id])), ctx)
  })
  return []
}

/** The lines by id, without those that have none. Duplicate ids reduce the size, which the caller checks. */
const linesById = (lines: TreeLine[], idOf: (line: TreeLine) => number) =>
  new Map(lines.filter((line) => idOf(line) !== 0).map((line) => [idOf(line), line]))

/** Applies a line to a catalog. For the root of the user's scope the order number is kept, because it orders catalogs outside the scope. */
function catalogAfter(row: CatalogFound, line: TreeLine | undefined, edits: Scope): CatalogFound {
  if (!line) return row
  const { parent_cat_id = row.parent_cat_id, s_number = row.s_number, cat_name } = line
  const isMoved = parent_cat_id !== row.parent_cat_id
  const mayPlace = covers(edits, row.parent_cat_id) && covers(edits, parent_cat_id)
  if (!covers(edits, row.cat_id) || (isMoved && !mayPlace)) throw new Refusal('noPermission')
  return {
    ...row,
    parent_cat_id,
    cat_name: cat_name === undefined ? row.cat_name : nameOf(cat_name),
    s_number: mayPlace ? s_number : row.s_number,
  }
}

function pageAfter(place: PagePlace, line: TreeLine, edits: Scope): PagePlace {
  const { parent_cat_id: cat_id = place.cat_id, s_number = place.s_number } = line
  if (!covers(edits, place.cat_id) || !covers(edits, cat_id)) throw new Refusal('noPermission')
  return { page_id: place.page_id, cat_id, s_number }
}

export const catalog: AllHandlers['catalog'] = {
  ...lists,
  arrange,
  batUpdate,
  copy,

  async save({ item_id, cat_id, parent_cat_id, cat_name, s_number }, ctx) {
    const { item, roots, permission } = await mustEdit(ctx, item_id)
    if (cat_id === 0) mustHaveCatalogs(item)
    return ctx.store.db.transaction().execute(async (trx) => {
      const all = await lockTree(trx, permission, ctx.now())
      const edits = scopeOf(roots, all)
      const old = all.find((row) => row.cat_id === cat_id)
      if (cat_id !== 0 && !old) throw new Refusal('notFound')
      if (cat_id !== 0 && cat_id === parent_cat_id) throw new Refusal('catalogCycle')
      const mayPlace = covers(edits, parent_cat_id) && (!old || covers(edits, old.parent_cat_id))
      const isMoved = parent_cat_id !== (old?.parent_cat_id ?? -1)
      if ((old && !covers(edits, cat_id)) || (isMoved && !mayPlace)) throw new Refusal('noPermission')
      const level = levelBelow(all, parent_cat_id, cat_id)
      if (!old) {
        const made = await insertCatalog(trx, permission, { parent_cat_id, level, cat_name, s_number, addtime: ctx.now() })
        await noteChange(trx, permission, actorOf(ctx), { type: 'catalog.created', cat_id: made.cat_id, title: cat_name }, ctx.now())
        return made
      }
      const below = moved(all, cat_id, { parent_cat_id, level }, []).filter((row) => row.cat_id !== cat_id)
      const saved: CatalogFound = { ...old, parent_cat_id, level, cat_name, s_number: (mayPlace && s_number) || old.s_number }
      await saveCatalogs(trx, permission, [saved, ...below])
      await noteChanges(trx, permission, actorOf(ctx), catalogChanges([old], [saved]), ctx.now())
      return saved
    })
  },

  async delete({ item_id, cat_id }, ctx) {
    const { manage, item, roots, permission } = await mustEdit(ctx, item_id, cat_id)
    return ctx.store.db.transaction().execute(async (trx) => {
      const all = await lockTree(trx, permission, ctx.now())
      if (!all.some((row) => row.cat_id === cat_id) || !covers(scopeOf(roots, all), cat_id)) throw new Refusal('noPermission')
      const cat_ids = withChildren(all, cat_id)
      const pages = await pagesIn(trx, item_id, cat_ids)
      // D4: a member cannot delete pages of other authors.
      if (!manage && pages.some((page) => page.creator_uid !== ctx.user.uid)) throw new Refusal('pagesOfOthers')
      await deletePages({ permission, store: ctx.store, trx, at: ctx.now() }, pages, ctx.user)
      await notifyPagesDeleted(trx, ctx.user, item, pages, ctx.now())
      await removeCatalogs(trx, permission, cat_ids)
      await noteChange(trx, permission, actorOf(ctx), catalogDeletion(all, cat_id, cat_ids, pages.length), ctx.now())
      await writeAudit(trx, ctx, 'catalogDeleted', {
        subject: all.find((row) => row.cat_id === cat_id)?.cat_name ?? '',
        detail: item.item_name,
      })
      return true
    })
  },
}
