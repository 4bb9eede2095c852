import type { Answer } from '@sheaf/contract/client'

type Rights = Pick<Info, 'item_edit' | 'is_archived' | 'edit_cats'>

/** Whether the reader is an editor of this catalog, even if the item is archived; '0' is the top level. */
export const hasEditRight = ({ item_edit, edit_cats }: Omit<Rights, 'is_archived'>, cat_id: string) =>
  item_edit && (edit_cats === null || edit_cats.includes(cat_id))

/** Whether the reader can edit in this catalog now: never in an archived item. */
export const canEditCatalog = ({ is_archived, ...rights }: Rights, cat_id: string) => is_archived !== '1' && hasEditRight(rights, cat_id)

/** The topmost catalogs that a member with limited rights can edit. */
export function editableRoots(menu: Pick<Menu, 'catalogs'>, edit_cats: string[]): Catalog[] {
  return menu.catalogs.flatMap((catalog) => (edit_cats.includes(catalog.cat_id) ? [catalog] : editableRoots(catalog, edit_cats)))
}

/** Filters a list of catalogs (parents first) to those the reader can edit, including subcatalogs created after the rights were read. */
export function editableCatalogs<C extends Pick<Catalog, 'cat_id' | 'parent_cat_id'>>(catalogs: C[], edit_cats: string[] | null): C[] {
  if (edit_cats === null) return catalogs
  const inside = new Set(edit_cats)
  for (const one of catalogs) if (inside.has(one.parent_cat_id)) inside.add(one.cat_id)
  return catalogs.filter((one) => inside.has(one.cat_id))
}

/** The catalog for a new entry: the wanted one, or else the first that the reader can edit; undefined if there is none. */
export function catalogForNewEntry(info: Rights & { menu: Pick<Menu, 'catalogs'> }, wanted: string): string | undefined {
  if (canEditCatalog(info, wanted)) return wanted
  if (!canEditCatalog({ ...info, edit_cats: null }, wanted)) return undefined
  return editableRoots(info.menu, info.edit_cats ?? [])[0]?.cat_id
}

export type Info = Answer<'item', 'info'> & { partial?: true }
export type Menu = Info['menu']
export type Catalog = Menu['catalogs'][number]

/** One visible row of the tree; it is number `at` (from 1) of `of` siblings. */
export interface Row {
  key: string
  depth: number
  name: string
  at: number
  of: number
  page_id?: string
  /** HTTP method, for a page that documents one call. */
  method?: string
  cat_id?: string
  /** Folders only. */
  open?: boolean
  /** Folders only: the first page inside, so that the row is a real link; unknown while the menu is partial. */
  first?: string
  /** Folders only: the menu has nothing inside. */
  empty?: true
}

/** The page that an item opens with: the first in the root, or else the first below it in reading order. */
export function firstPage(menu: Pick<Menu, 'pages' | 'catalogs'>): string | undefined {
  const own = menu.pages[0]
  if (own) return own.page_id
  for (const catalog of menu.catalogs) {
    const below = firstPage(catalog)
    if (below) return below
  }
  return undefined
}

/** The catalogs from the root down to the page; empty for a root page, undefined if the page is not in the menu. */
export function pathTo(menu: Pick<Menu, 'pages' | 'catalogs'>, page_id: string): Catalog[] | undefined {
  if (menu.pages.some((page) => page.page_id === page_id)) return []
  for (const catalog of menu.catalogs) {
    const below = pathTo(catalog, page_id)
    if (below) return [catalog, ...below]
  }
  return undefined
}

/** The menu entry of a page; a partial menu can lack it. */
export function pageIn(menu: Pick<Menu, 'pages' | 'catalogs'>, page_id: string): Menu['pages'][number] | undefined {
  const inside = pathTo(menu, page_id)?.at(-1) ?? menu
  return inside.pages.find((page) => page.page_id === page_id)
}

/** Whether the item has this catalog; '0', the top level, always exists. */
export const hasCatalog = (menu: Pick<Menu, 'catalogs'>, cat_id: string): boolean =>
  cat_id === '0' || menu.catalogs.some((one) => one.cat_id === cat_id || hasCatalog(one, cat_id))

/** The visible rows. Only open folders are traversed, so the cost depends on the visible rows alone. */
export function rowsOf(menu: Pick<Menu, 'pages' | 'catalogs'>, isOpen: (cat_id: string) => boolean): Row[] {
  const rows: Row[] = []
  const walk = (level: Pick<Menu, 'pages' | 'catalogs'>, depth: number) => {
    const of = level.pages.length + level.catalogs.length
    let at = 0
    for (const { page_id, page_title, method } of level.pages)
      rows.push({ key: page_id, depth, name: page_title, at: ++at, of, page_id, ...(method && { method }) })
    for (const catalog of level.catalogs) {
      const { cat_id, cat_name } = catalog
      const open = isOpen(cat_id)
      const first = firstPage(catalog) ?? catalog.first_page_id
      const empty = catalog.pages.length + catalog.catalogs.length === 0
      const more = { ...(first && { first }), ...(empty && { empty }) }
      rows.push({ key: `c${cat_id}`, depth, name: cat_name, at: ++at, of, cat_id, open, ...more })
      if (open) walk(catalog, depth + 1)
    }
  }
  walk(menu, 0)
  return rows
}

const holds = (name: string, words: string[]) => {
  const text = name.normalize('NFKC').toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Keeps the pages whose title contains all words; a catalog whose name matches keeps all its content. */
export function filterMenu<M extends Pick<Menu, 'pages' | 'catalogs'>>(menu: M, words: string[]): M {
  const catalogs: Catalog[] = []
  for (const catalog of menu.catalogs) {
    if (holds(catalog.cat_name, words)) catalogs.push(catalog)
    else {
      const left = filterMenu(catalog, words)
      if (left.pages.length || left.catalogs.length) catalogs.push(left)
    }
  }
  return { ...menu, pages: menu.pages.filter((page) => holds(page.page_title, words)), catalogs }
}

/** Index of the row of the parent folder, -1 at the root. */
export function parentOf(rows: Row[], index: number): number {
  const depth = rows[index]?.depth ?? 0
  for (let at = index - 1; at >= 0; at--) if (rows[at]!.depth < depth) return at
  return -1
}
