import type { Menu } from '@sheaf/contract'
import type { ItemHead } from '../access/access.store.ts'
import type { Scope } from '../access/access.ts'
import type { Services } from '../context.ts'
import { type GzipPart, joinParts, packPart } from '../http/body/gzip.ts'
import { Lru } from '../runtime/lru.ts'
import { catalogsOf } from './catalog.store.ts'
import {
  arranged,
  type CatalogRow,
  catalogRow,
  changesBetween,
  type MenuChanges,
  type MenuRow,
  menuRow,
  segmentsOf,
  withChanges,
} from './menu.rules.ts'

/** A menu, its pages in reading order, and its JSON text, which is compressed for responses. */
export interface Tree {
  menu: Menu
  order: MenuRow[]
  catalogs: Map<number, CatalogRow>
  text: () => string
  packed: () => Promise<GzipPart>
}

interface Segment extends GzipPart {
  pieces: string[]
}

/** What the next version of a tree is made from: all pages of the item, also outside the scope, and the segments compressed last. */
interface KnownTree extends Tree {
  rows: MenuRow[]
  all: CatalogRow[]
  /** By their last piece. */
  segments: () => ReadonlyMap<string | undefined, Segment>
}

type StoreServices = Pick<Services, 'store'>

/** Caches only the newest menu of each item and scope: a frequently changed item would fill the memory with outdated menus. */
const cache = new Lru<{ version: number; tree: Promise<KnownTree> }>(96 * 1024 * 1024)

/** The menu of an item for a scope. It is built once; a change of single pages changes it in place. */
export function treeOf(services: StoreServices, item: ItemHead, scope: Scope): Promise<Tree> {
  const { item_id, tree_version: version } = item
  const places = typeof scope === 'string' ? scope : [...scope].sort().join()
  const key = `${item_id} ${places}`
  const known = cache.get(key)
  // A caller that read an older version gets the newer menu.
  if (known && known.version >= version) return known.tree
  const changes = known && changesBetween(item.tree_log, known.version, version)
  const tree = changes
    ? known.tree
        .then(
          (old) => changed(services, old, item_id, scope, changes),
          () => undefined,
        )
        .then((next) => next ?? buildTree(services, item_id, scope))
    : buildTree(services, item_id, scope)
  const keep = (bytes: number) => cache.set(key, { version, tree }, bytes)
  const isKept = () => cache.get(key)?.tree === tree
  keep(100_000)
  tree.then(
    ({ rows }) => isKept() && keep(5000 + rows.length * 800),
    () => isKept() && cache.delete(key),
  )
  return tree
}

const PAGES = `select page_id, author_uid, cat_id, page_title, addtime, nullif(method, '') as method, s_number from page where`
/**
 * The ids come from the index page_latest, which has all columns of this query. The plus sign keeps both databases from reading the newer
 * pages of all other items.
 */
export const NEW_IDS = 'select q.page_id from page q where q.item_id = ? and q.is_del = 0 and +q.page_id > ?'
type Row = Omit<MenuRow, 'text'>

/** The menu from the database alone. */
export async function buildTree({ store }: StoreServices, item_id: number, scope: Scope): Promise<KnownTree> {
  const [pages, all] = await Promise.all([
    store.hot<Row>(`${PAGES} item_id = ? and is_del = 0 order by s_number, page_id`, [item_id]),
    catalogsOf({ store }, item_id),
  ])
  return treeFrom(pages.map(menuRow), all.map(catalogRow), scope, new Map())
}

/** The tree after changes of single pages, whose rows are read again. Undefined when a page is in a catalog that the tree does not have. */
async function changed(
  { store }: StoreServices,
  { rows, all, catalogs, segments }: KnownTree,
  item_id: number,
  scope: Scope,
  changes: MenuChanges,
) {
  const { page_ids, added } = changes
  const newest = rows.reduce((most, row) => Math.max(most, row.page_id), 0)
  // The plus sign keeps both databases from reading all pages of the item by its index.
  const found = await Promise.all([
    ...page_ids.map((page_id) => store.hot<Row>(`${PAGES} page_id = ? and +item_id = ? and is_del = 0`, [page_id, item_id])),
    ...(added ? [store.hot<Row>(`${PAGES} page_id in (${NEW_IDS})`, [item_id, newest])] : []),
  ])
  const current = new Map(found.flat().map((row) => [row.page_id, menuRow(row)]))
  for (const { cat_id } of current.values()) if (cat_id !== 0 && !catalogs.has(cat_id)) return undefined
  return treeFrom(withChanges(rows, page_ids, [...current.values()]), all, scope, segments())
}

function treeFrom(rows: MenuRow[], all: CatalogRow[], scope: Scope, known: ReadonlyMap<string | undefined, Segment>): KnownTree {
  const { menu, order } = arranged(rows, all, scope)
  let segments = known
  let packed: Promise<GzipPart> | undefined
  async function packSegment(pieces: string[]): Promise<Segment> {
    const same = known.get(pieces.at(-1))
    if (same?.pieces.length === pieces.length && same.pieces.every((piece, n) => piece === pieces[n])) return same
    return { pieces, ...(await packPart(pieces.join(''))) }
  }
  async function pack() {
    const made = await Promise.all(segmentsOf(menu).map(packSegment))
    segments = new Map(made.map((segment) => [segment.pieces.at(-1), segment]))
    return joinParts(made)
  }
  return {
    menu,
    order,
    rows,
    all,
    catalogs: new Map(all.map((node) => [node.cat_id, node])),
    text: () => segmentsOf(menu).flat().join(''),
    packed: () => {
      packed ??= pack()
      return packed
    },
    segments: () => segments,
  }
}

/** A catalog and those above it, from the top. */
export function catalogsAbove(tree: Pick<Tree, 'catalogs'>, cat_id: number): CatalogRow[] {
  const path: CatalogRow[] = []
  // The number of steps ends a cycle.
  for (let at = tree.catalogs.get(cat_id); at && path.length < 10; at = tree.catalogs.get(at.parent_cat_id)) path.unshift(at)
  return path
}

/** The catalogs above a page, from the top. */
export const ancestorsOf = (tree: Tree, page_id: number): number[] =>
  catalogsAbove(tree, tree.order.find((page) => page.page_id === page_id)?.cat_id ?? 0).map(({ cat_id }) => cat_id)

export async function adjacentPages(services: StoreServices, item: ItemHead, scope: Scope, page_id: number) {
  const { order } = await treeOf(services, item, scope)
  const at = order.findIndex((page) => page.page_id === page_id)
  return { previous: (at > 0 && order[at - 1]) || null, next: (at >= 0 && order[at + 1]) || null }
}
