interface SitePage {
  page_id: string
  page_title: string
  addtime: string
}

interface SiteCatalog {
  cat_name: string
  pages?: SitePage[]
  catalogs?: SiteCatalog[]
}

export interface SiteTree {
  pages?: SitePage[]
  catalogs?: SiteCatalog[]
}

interface LocatedPage extends SitePage {
  place: string[]
}

/** One word for a place and a title, to find pages by. */
export const keyOf = (place: string[], title: string): string => [...place, title].join('\n')

export interface PageMap {
  byPlace: Map<string, LocatedPage>
  byId: Map<string, LocatedPage>
}

/** Every page of the item by where it stands and by its id; of two at one place the first counts, as it does for the site. */
export function pageMap(tree: SiteTree): PageMap {
  const map: PageMap = { byPlace: new Map(), byId: new Map() }
  const walk = ({ pages = [], catalogs = [] }: SiteTree, place: string[]) => {
    for (const page of pages) {
      const found = { ...page, page_id: String(page.page_id), place }
      const key = keyOf(place, page.page_title)
      if (!map.byPlace.has(key)) map.byPlace.set(key, found)
      map.byId.set(found.page_id, found)
    }
    for (const catalog of catalogs) walk(catalog, [...place, catalog.cat_name])
  }
  walk(tree, [])
  return map
}
