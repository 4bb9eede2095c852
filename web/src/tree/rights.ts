import type { Catalog, Info, Menu } from './item-tree.ts'

type Rights = Pick<Info, 'item_edit' | 'is_archived' | 'edit_cats'>

/** Whether the reader is an editor of this catalog, of an archived item too; '0' is the top level. */
export const editsIn = ({ item_edit, edit_cats }: Omit<Rights, 'is_archived'>, cat_id: string) =>
  item_edit && (edit_cats === null || edit_cats.includes(cat_id))

/** Whether they may write there. */
export const writesIn = ({ is_archived, ...rights }: Rights, cat_id: string) => is_archived !== '1' && editsIn(rights, cat_id)

/** The catalogs that somebody's limited right begins at, as branches of the tree. */
export function branchesOf(menu: Pick<Menu, 'catalogs'>, edit_cats: string[]): Catalog[] {
  return menu.catalogs.flatMap((catalog) => (edit_cats.includes(catalog.cat_id) ? [catalog] : branchesOf(catalog, edit_cats)))
}

/** Of a list of catalogs, parents first, those that the reader writes in; what was made since the right was read is inside them. */
export function writtenOf<C extends Pick<Catalog, 'cat_id' | 'parent_cat_id'>>(catalogs: C[], edit_cats: string[] | null): C[] {
  if (edit_cats === null) return catalogs
  const inside = new Set(edit_cats)
  for (const one of catalogs) if (inside.has(one.parent_cat_id)) inside.add(one.cat_id)
  return catalogs.filter((one) => inside.has(one.cat_id))
}

/** Where something new is put: in the catalog that was meant, else in the first one the reader writes in; undefined when there is none. */
export function placeFor(info: Rights & { menu: Pick<Menu, 'catalogs'> }, wanted: string): string | undefined {
  if (writesIn(info, wanted)) return wanted
  if (!writesIn({ ...info, edit_cats: null }, wanted)) return undefined
  return branchesOf(info.menu, info.edit_cats ?? [])[0]?.cat_id
}
