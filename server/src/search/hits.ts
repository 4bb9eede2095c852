import type { SearchHits } from '@sheaf/contract'
import type { Services } from '../context.ts'
import type { Reach } from '../db/search/candidates.ts'
import { phrases } from '../db/search/tokens.ts'
import type { Found } from './find.service.ts'
import { placesOf } from './place.ts'
import { classes, nameScore } from './rank.rules.ts'
import { itemsWithin } from './search.store.ts'
import { marked, snippetAround } from './snippet.rules.ts'

type Where = Pick<Services, 'store'>

/** Thirty hits in all. */
const ITEMS = 5
const PAGES = 17
const HEADINGS = 8
export const FOUND = PAGES + HEADINGS

/** The items that are called so, those named after the keyword first. */
export async function itemHits(where: Where, reach: Reach, keyword: string): Promise<SearchHits['items']> {
  const wanted = phrases(keyword)
  if (wanted.length === 0) return []
  return (await itemsWithin(where, reach))
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

/** Found pages as they are shown: one that is found by a heading alone leads to that heading. */
export async function pageHits(
  where: Where,
  reach: Reach,
  keyword: string,
  found: Found[],
): Promise<Pick<SearchHits, 'pages' | 'headings'>> {
  const places = await placesOf(where, reach, found)
  const pages: SearchHits['pages'] = []
  const headings: SearchHits['headings'] = []
  for (const { page_id, page_title, text, inTitle, headings: own } of found) {
    const place = places.get(page_id)
    if (!place) continue
    if (inTitle || own.length === 0)
      pages.push({ ...place, page_title: marked(page_title, keyword), snippet: snippetAround(text, keyword) })
    else for (const one of own.slice(0, 2)) headings.push({ ...place, page_title, heading: marked(one.text, keyword), anchor: one.id })
  }
  return { pages: pages.slice(0, PAGES), headings: headings.slice(0, HEADINGS) }
}
