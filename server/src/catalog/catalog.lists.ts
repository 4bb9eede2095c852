import { Refusal } from '@sheaf/contract'
import { mustBeEditor, mustVisit, mustVisitPageUnseen } from '../access/access.ts'
import { covers } from '../access/scope.ts'
import { type Branch, branches, TOP, withPaths } from '../content/catalog.rules.ts'
import { type CatalogFound, catalogsOf, itemOfCatalog, lastPlaceOf } from '../content/catalog.store.ts'
import { pagesIn } from '../content/page.store.ts'
import type { Ctx, Rooms } from '../context.ts'

type Node = CatalogFound & { sub: Node[] }
const asNode = ({ node, below }: Branch<CatalogFound>): Node => ({ ...node, sub: below.map(asNode) })

/** What the caller may see of an item's catalogs, in their order. */
async function seen(ctx: Ctx<'user'>, item_id: number) {
  const { visits } = await mustVisit(ctx, item_id)
  return (await catalogsOf(ctx, item_id)).filter((one) => covers(visits, one.cat_id))
}

type Lists = 'catListGroup' | 'catListName' | 'catList' | 'secondCatList' | 'childCatList' | 'getDefaultCat' | 'getPagesBycat'

export const lists: Pick<Rooms['catalog'], Lists> = {
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
