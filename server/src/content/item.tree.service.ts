import { contract, type Menu, type MenuCatalog, type MenuPage } from '@sheaf/contract'
import type { ItemHead } from '../access/access.store.ts'
import { covers, type Scope } from '../access/access.ts'
import type { Services } from '../context.ts'
import { type Middle, packMiddle } from '../http/body/gzip.ts'
import { encoderOf } from '../http/encode.ts'
import { Lru } from '../runtime/lru.ts'
import { type Branch, branches } from './catalog.rules.ts'
import { type CatalogFound, catalogsOf } from './catalog.store.ts'

/** A finished menu: as it is, in reading order, and compressed for the wire. */
export interface Tree {
  menu: Menu
  order: MenuPage[]
  catalogs: Map<number, CatalogFound>
  packed: () => Promise<Middle>
}

type Where = Pick<Services, 'store'>

/** The newest menu of each item and scope: an item that is written to often would fill the memory with menus nobody reads any more. */
const finished = new Lru<{ version: number; tree: Promise<Tree> }>(96 * 1024 * 1024)
const encodeMenu = encoderOf(contract.item.info.output.shape.menu, 'UTC')

/** The item's menu for a scope; made once per change of the item. */
export function treeOf(where: Where, { item_id, tree_version: version }: ItemHead, scope: Scope): Promise<Tree> {
  const places = scope === 'all' ? '' : [...(scope as ReadonlySet<number>)].sort().join()
  const key = `${item_id} ${places}`
  const known = finished.get(key)
  if (known?.version === version) return known.tree
  const tree = build(where, item_id, scope)
  // Whoever began to read before the last change does not take the place of a newer one.
  if (known && known.version > version) return tree
  const keep = (bytes: number) => finished.set(key, { version, tree }, bytes)
  const isKept = () => finished.get(key)?.tree === tree
  keep(100_000)
  tree.then(
    ({ order }) => isKept() && keep(5000 + order.length * 600),
    () => isKept() && finished.delete(key),
  )
  return tree
}

const PAGES =
  "select page_id, author_uid, cat_id, page_title, addtime, nullif(method, '') as method from page where item_id = ? and is_del = 0 order by s_number, page_id"

async function build(where: Where, item_id: number, scope: Scope): Promise<Tree> {
  const [pages, all] = await Promise.all([where.store.hot<MenuPage>(PAGES, [item_id]), catalogsOf(where, item_id)])
  const inside = new Map<number, MenuPage[]>()
  for (const page of pages) {
    const beside = inside.get(page.cat_id)
    if (beside) beside.push(page)
    else inside.set(page.cat_id, [page])
  }
  const order: MenuPage[] = []
  const pagesOf = (cat_id: number) => {
    const own = covers(scope, cat_id) ? (inside.get(cat_id) ?? []) : []
    order.push(...own)
    return own
  }
  const catalog = ({ node, below }: Branch<CatalogFound>): MenuCatalog => ({
    ...node,
    pages: pagesOf(node.cat_id),
    catalogs: below.map(catalog),
  })
  const root = pagesOf(0)
  const menu: Menu = { pages: root, catalogs: branches(all.filter((one) => covers(scope, one.cat_id))).map(catalog) }
  let packed: Promise<Middle> | undefined
  return {
    menu,
    order,
    catalogs: new Map(all.map((one) => [one.cat_id, one])),
    packed: () => {
      packed ??= packMiddle(encodeMenu(menu))
      return packed
    },
  }
}

/** The catalogs above a page, from the top. */
export function ancestorsOf(tree: Tree, page_id: number): number[] {
  const way: number[] = []
  let cat_id = tree.order.find((page) => page.page_id === page_id)?.cat_id ?? 0
  for (let steps = 0; cat_id !== 0 && steps < 10; steps++) {
    way.unshift(cat_id)
    cat_id = tree.catalogs.get(cat_id)?.parent_cat_id ?? 0
  }
  return way
}

export async function adjacentPages(where: Where, item: ItemHead, scope: Scope, page_id: number) {
  const { order } = await treeOf(where, item, scope)
  const at = order.findIndex((page) => page.page_id === page_id)
  return { previous: (at > 0 && order[at - 1]) || null, next: (at >= 0 && order[at + 1]) || null }
}
