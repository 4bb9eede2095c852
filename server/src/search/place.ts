import type { Services } from '../context.ts'
import type { Reach } from '../db/search/candidates.ts'
import { catalogsAbove, itemsWithin, type PageRow } from './search.store.ts'

type Page = Pick<PageRow, 'page_id' | 'item_id' | 'cat_id' | 'method'>

export interface Place {
  page_id: number
  item_id: number
  item_name: string
  item_domain: string
  path: string[]
  method: string
}

/** Where pages are, in words. Of a catalog that lies above somebody's scope they learn nothing. */
export async function placesOf(where: Pick<Services, 'store'>, reach: Reach, pages: Page[]): Promise<Map<number, Place>> {
  const items = [...new Set(pages.map((page) => page.item_id))]
  const [names, catalogs] = await Promise.all([
    itemsWithin(where, { items, scoped: [], cats: [] }),
    catalogsAbove(
      where,
      pages.map((page) => page.cat_id),
    ),
  ])
  const pathOf = ({ item_id, cat_id }: Page) => {
    const path: string[] = []
    for (let at = catalogs.get(cat_id); at && path.length < 10; at = catalogs.get(at.parent_cat_id))
      if (reach === 'all' || reach.items.includes(item_id) || reach.cats.includes(at.cat_id)) path.unshift(at.cat_name)
    return path
  }
  const known = new Map(names.map((item) => [item.item_id, item]))
  return new Map(
    pages.flatMap((page) => {
      const item = known.get(page.item_id)
      if (!item) return []
      const { item_id, item_name, item_domain } = item
      return [[page.page_id, { page_id: page.page_id, item_id, item_name, item_domain, path: pathOf(page), method: page.method ?? '' }]]
    }),
  )
}
