import type { Catalog, Menu } from './item-tree.ts'
import { idOf, isPage, type Place, ROOT, type TreeEntry } from './shape.ts'

type Level = Pick<Menu, 'pages' | 'catalogs'>

/** A list with one put before another, or as the last. */
function insert<T>(all: T[], one: T, isNext: (other: T) => boolean): T[] {
  const at = all.findIndex(isNext)
  return at < 0 ? [...all, one] : [...all.slice(0, at), one, ...all.slice(at)]
}

/** A catalog in another place: its level and those below it follow. */
const placed = (catalog: Catalog, parent_cat_id: string, level: number): Catalog => ({
  ...catalog,
  parent_cat_id,
  level: String(level),
  catalogs: catalog.catalogs.map((below) => placed(below, catalog.cat_id, level + 1)),
})

/** The menu as it is when the thing stands in its new place; what is not touched stays the same object. */
export function moveInMenu<M extends Level>(menu: M, thing: TreeEntry, { parent, before }: Place): M {
  const id = idOf(thing)
  let page: Menu['pages'][number] | undefined
  let catalog: Catalog | undefined
  const taken = <L extends Level>(level: L): L => {
    page ??= isPage(thing) ? level.pages.find((one) => one.page_id === id) : undefined
    catalog ??= isPage(thing) ? undefined : level.catalogs.find((one) => one.cat_id === id)
    if (page && level.pages.includes(page)) return { ...level, pages: level.pages.filter((one) => one !== page) }
    if (catalog && level.catalogs.includes(catalog)) return { ...level, catalogs: level.catalogs.filter((one) => one !== catalog) }
    return within(level, taken)
  }
  const put = <L extends Level>(level: L, cat_id: string, depth: number): L => {
    if (cat_id !== parent) return within(level, (below) => put(below, below.cat_id, Number(below.level)))
    if (page) return { ...level, pages: insert(level.pages, { ...page, cat_id }, (one) => one.page_id === before) }
    if (catalog) return { ...level, catalogs: insert(level.catalogs, placed(catalog, cat_id, depth + 1), (one) => one.cat_id === before) }
    return level
  }
  return put(taken(menu), ROOT, 1)
}

function within<L extends Level>(level: L, change: (below: Catalog) => Catalog): L {
  let differs = false
  const catalogs = level.catalogs.map((below) => {
    const next = change(below)
    differs ||= next !== below
    return next
  })
  return differs ? { ...level, catalogs } : level
}
