import type { Menu, MenuCatalog } from '@sheaf/contract'

/** Menus up to this many pages come whole with the page. */
const WHOLE = 150

/**
 * The part of a menu that is open when a page is read: the top level and the branches on the way. Closed catalogs come without
 * what is in them, and `partial` says so; the browser asks for the rest when it has time.
 */
export function partialMenu(menu: Menu, way: number[], pages: number): { menu: Menu; partial?: true } {
  if (pages <= WHOLE) return { menu }
  const cut = (catalog: MenuCatalog): MenuCatalog =>
    way.includes(catalog.cat_id) ? { ...catalog, catalogs: catalog.catalogs.map(cut) } : { ...catalog, pages: [], catalogs: [] }
  return { menu: { pages: menu.pages, catalogs: menu.catalogs.map(cut) }, partial: true }
}
