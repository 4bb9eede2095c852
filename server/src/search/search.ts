import { Refusal, type SearchHits } from '@sheaf/contract'
import { itemNamed } from '../access/access.store.ts'
import { mustVisit, mustVisitPageUniform } from '../access/access.ts'
import type { AllHandlers, Ctx, Services } from '../context.ts'
import type { Reach } from '../db/search/candidates.ts'
import { phrases } from '../db/search/lexemes.ts'
import { type Found, findPages } from './find.service.ts'
import { otherForms } from './other-forms.rules.ts'
import { classes, marked, nameScore, snippetAround } from './search.rules.ts'
import { catalogsAbove, itemsWithin, type PageRow, pagesOf, reachIn, reachOf } from './search.store.ts'

type Page = Pick<PageRow, 'page_id' | 'item_id' | 'cat_id' | 'method'>

interface Place {
  page_id: number
  item_id: number
  item_name: string
  item_domain: string
  path: string[]
  method: string
}

/** The item and catalog path of pages. The names of catalogs above the user's scope are left out. */
export async function placesOf(services: Pick<Services, 'store'>, reach: Reach, pages: Page[]): Promise<Map<number, Place>> {
  const items = [...new Set(pages.map((page) => page.item_id))]
  const [names, catalogs] = await Promise.all([
    itemsWithin(services, { items, scoped: [], cats: [] }),
    catalogsAbove(
      services,
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

type SearchServices = Pick<Services, 'store'>

/** Maximum number of hits: thirty in all. */
const ITEMS = 5
const PAGES = 17
const HEADINGS = 8
const FOUND = PAGES + HEADINGS

/** Items with a matching name, the best match first. */
async function itemHits(services: SearchServices, reach: Reach, keyword: string): Promise<SearchHits['items']> {
  const wanted = phrases(keyword)
  if (wanted.length === 0) return []
  return (await itemsWithin(services, reach))
    .map((item) => ({ item, score: nameScore(item.item_name, keyword, wanted) }))
    .filter(({ score }) => score >= classes.title)
    .sort((a, b) => b.score - a.score || b.item.last_update_time - a.item.last_update_time)
    .slice(0, ITEMS)
    .map(({ item: { item_id, item_name, item_domain, item_type, is_private } }) => ({
      item_id,
      item_name: marked(item_name, keyword),
      item_domain,
      item_type,
      is_private,
    }))
}

/** Converts found pages to hits: a page that matches only in a heading becomes a hit for that heading. */
async function pageHits(
  services: SearchServices,
  reach: Reach,
  keyword: string,
  found: Found[],
): Promise<Pick<SearchHits, 'pages' | 'headings'>> {
  const places = await placesOf(services, reach, found)
  const pages: SearchHits['pages'] = []
  const headings: SearchHits['headings'] = []
  for (const { page_id, page_title, text, inTitle, headings: own } of found) {
    const place = places.get(page_id)
    if (!place) continue
    if (inTitle || own.length === 0)
      pages.push({ ...place, page_title: marked(page_title, keyword), snippet: snippetAround(text, keyword) })
    else
      for (const heading of own.slice(0, 2))
        headings.push({ ...place, page_title, heading: marked(heading.text, keyword), anchor: heading.id })
  }
  return { pages: pages.slice(0, PAGES), headings: headings.slice(0, HEADINGS) }
}

/** Across all texts, prefixes of one or two letters would match too many words; they match only in titles and headings. */
const WIDE = { limit: FOUND, most: 120, from: 3 }
const INSIDE = { ...WIDE, from: 1 }

/** The hits for a keyword, or else for other forms of its words. */
async function withOtherForms(given: string, search: (keyword: string) => Promise<Omit<SearchHits, 'instead'>>): Promise<SearchHits> {
  const found = await search(given)
  if (hasHits(found)) return { ...found, instead: '' }
  for (const instead of otherForms(given)) {
    const similar = await search(instead)
    if (hasHits(similar)) return { ...similar, instead }
  }
  return { ...found, instead: '' }
}

const hasHits = ({ items, pages, headings }: Omit<SearchHits, 'instead'>) => items.length + pages.length + headings.length > 0

export const search: AllHandlers['search'] = {
  async all({ keyword: given }, ctx) {
    const reach = await reachOf(ctx)
    return withOtherForms(given, async (keyword) => {
      const items = await itemHits(ctx, reach, keyword)
      return { items, ...(await pageHits(ctx, reach, keyword, await findPages(ctx, reach, keyword, WIDE))) }
    })
  },

  async item({ item_id, keyword: given }, ctx) {
    const item = await itemNamed(ctx, item_id)
    if (!item) throw new Refusal('noVisit')
    const reach = reachIn(item.item_id, (await mustVisit(ctx, item.item_id)).visits)
    return withOtherForms(given, async (keyword) => {
      return { items: [], ...(await pageHits(ctx, reach, keyword, await findPages(ctx, reach, keyword, INSIDE))) }
    })
  },

  async pages({ page_ids }, ctx) {
    const places = await Promise.all(page_ids.map((page_id) => placeOf(ctx, page_id)))
    return places.flatMap((place) => place ?? [])
  },
}

/** The current place of a page that the user can read; undefined for others. */
async function placeOf(ctx: Ctx, page_id: number) {
  const found = await mustVisitPageUniform(ctx, page_id).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  if (!found) return undefined
  const reach = reachIn(found.item.item_id, found.visits)
  const rows = await pagesOf(ctx, reach, [found.page])
  const place = (await placesOf(ctx, reach, rows)).get(page_id)
  return place && { ...place, page_title: found.page.page_title }
}
