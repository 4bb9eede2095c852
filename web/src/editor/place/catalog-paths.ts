import type { Answer } from '@sheaf/contract/client'

export type Catalogs = Answer<'catalog', 'catListName'>

/** Catalogs by their way from the root, "Orders / Lines"; on the wire the names are joined by a bare slash. */
export function readablePaths(catalogs: Catalogs): Catalogs {
  const byId = new Map(catalogs.map((catalog) => [catalog.cat_id, catalog]))
  const names = new Map<string, string>()
  const nameOf = (catalog: Catalogs[number]): string => {
    const known = names.get(catalog.cat_id)
    if (known !== undefined) return known
    const above = byId.get(catalog.parent_cat_id)
    const isBelow = above && above !== catalog && catalog.cat_name.startsWith(`${above.cat_name}/`)
    const name = isBelow ? `${nameOf(above)} / ${catalog.cat_name.slice(above.cat_name.length + 1)}` : catalog.cat_name
    names.set(catalog.cat_id, name)
    return name
  }
  return catalogs.map((catalog) => ({ ...catalog, cat_name: nameOf(catalog) }))
}
