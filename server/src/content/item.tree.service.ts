import { contract, type Menu, type MenuCatalog, type MenuPage } from '@sheaf/contract'
import type { ItemHead } from '../access/access.store.ts'
import { covers, type Scope } from '../access/access.ts'
import type { Services } from '../context.ts'
import { type Middle, packMiddle } from '../http/body/gzip.ts'
import { encoderOf } from '../http/encode.ts'
import { Lru } from '../runtime/lru.ts'
import { type Branch, branches } from './catalog.rules.ts'
import { type CatalogFound, catalogsOf } from './catalog.store.ts'

/** A menu, its pages in reading order, and the menu compressed for responses. */
export interface Tree {
  menu: Menu
  order: MenuPage[]
  catalogs: Map<number, CatalogFound>
  packed: () => Promise<Middle>
}

type StoreServices = Pick<Services, 'store'>

/** Caches only the newest menu of each item and scope: a frequently changed item would fill the memory with outdated menus. */
const cache = new Lru<{ version: number; tree: Promise<Tree> }>(96 * 1024 * 1024)
const encodeMenu = encoderOf(contract.item.info.output.shape.menu, 'UTC')

/** The menu of an item for a scope; built once per change of the item. */
export function treeOf(services: StoreServices, { item_id, tree_version: version }: ItemHead, scope: Scope): Promise<Tree> {
  const places = scope === 'all' ? '' : [...(scope as ReadonlySet<number>)].sort().join()
  const key = `${item_id} ${places}`
  const known = cache.get(key)
  if (known?.version === version) return known.tree
  const tree = build(services, item_id, scope)
  // A caller that read an older version must not replace a newer menu.
  if (known && known.version > version) return tree
  const keep = (bytes: number) => cache.set(key, { version, tree }, bytes)
  const isKept = () => cache.get(key)?.tree === tree
  keep(100_000)
  tree.then(
    ({ order }) => isKept() && keep(5000 + order.length * 600),
    () => isKept() && cache.delete(key),
  )
  return tree
}

const PAGES =
  "select page_id, author_uid, cat_id, page_title, addtime, nullif(method, '') as method from page where item_id = ? and is_del = 0 order by s_number, page_id"

async function build(services: StoreServices, item_id: number, scope: Scope): Promise<Tree> {
  const [pages, all] = await Promise.all([services.store.hot<MenuPage>(PAGES, [item_id]), catalogsOf(services, item_id)])
  const inside = new Map<number, MenuPage[]>()
  for (const page of pages) {
    const siblings = inside.get(page.cat_id)
    if (siblings) siblings.push(page)
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
  const menu: Menu = { pages: root, catalogs: branches(all.filter((node) => covers(scope, node.cat_id))).map(catalog) }
  let packed: Promise<Middle> | undefined
  return {
    menu,
    order,
    catalogs: new Map(all.map((node) => [node.cat_id, node])),
    packed: () => {
      packed ??= packMiddle(encodeMenu(menu))
      return packed
    },
  }
}

/** The catalogs above a page, from the top. */
export function ancestorsOf(tree: Tree, page_id: number): number[] {
  const path: number[] = []
  let cat_id = tree.order.find((page) => page.page_id === page_id)?.cat_id ?? 0
  for (let steps = 0; cat_id !== 0 && steps < 10; steps++) {
    path.unshift(cat_id)
    cat_id = tree.catalogs.get(cat_id)?.parent_cat_id ?? 0
  }
  return path
}

export async function adjacentPages(services: StoreServices, item: ItemHead, scope: Scope, page_id: number) {
  const { order } = await treeOf(services, item, scope)
  const at = order.findIndex((page) => page.page_id === page_id)
  return { previous: (at > 0 && order[at - 1]) || null, next: (at >= 0 && order[at + 1]) || null }
}
