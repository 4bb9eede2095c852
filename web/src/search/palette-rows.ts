import type { Answer } from '@sheaf/contract/client'
import { paths } from '../lib/paths.ts'

type Hits = Answer<'search', 'all'>
type Place = Answer<'search', 'pages'>[number]
export type Marked = Hits['pages'][number]['snippet']

export interface Row {
  key: string
  kind: 'item' | 'page' | 'heading' | 'recent'
  title: Marked
  /** A second line. */
  below?: Marked
  /** Where it is, at the row's end. */
  end: string
  method: string
  isPrivate: boolean
  path: string
  anchor: string
}

type SectionName = 'items' | 'pages' | 'headings' | 'inThisItem' | 'otherPages' | 'recent'
export interface Section {
  name: SectionName
  rows: Row[]
}

const plain = (text: string): Marked => ({ text, marks: [] })
const none = { method: '', isPrivate: false, anchor: '' }

const whereOf = ({ item_name, path }: Pick<Place, 'item_name' | 'path'>, withItem: boolean) =>
  [...(withItem ? [item_name] : []), ...path].join(' / ')

const pageRow = (hit: Hits['pages'][number], withItem: boolean): Row => ({
  ...none,
  key: `page ${hit.page_id}`,
  kind: 'page',
  title: hit.page_title,
  below: hit.snippet,
  end: whereOf(hit, withItem),
  method: hit.method,
  path: paths.page(hit, hit.page_id),
})

const headingRow = (hit: Hits['headings'][number], withItem: boolean): Row => ({
  ...none,
  key: `heading ${hit.page_id} ${hit.anchor}`,
  kind: 'heading',
  title: hit.heading,
  below: plain(hit.page_title),
  end: whereOf(hit, withItem),
  path: paths.page(hit, hit.page_id),
  anchor: hit.anchor,
})

const itemRow = (hit: Hits['items'][number]): Row => ({
  ...none,
  key: `item ${hit.item_id}`,
  kind: 'item',
  title: hit.item_name,
  end: '',
  isPrivate: hit.is_private === 1,
  path: paths.item(hit),
})

export const recentRow = (page: Place): Row => ({
  ...none,
  key: `recent ${page.page_id}`,
  kind: 'recent',
  title: plain(page.page_title),
  end: whereOf(page, true),
  method: page.method,
  path: paths.page(page, page.page_id),
})

const filled = (sections: Section[]) => sections.filter((section) => section.rows.length > 0)

/** The hits in one item. */
export const sectionsHere = ({ pages, headings }: Hits) =>
  filled([
    { name: 'pages', rows: pages.map((hit) => pageRow(hit, false)) },
    { name: 'headings', rows: headings.map((hit) => headingRow(hit, false)) },
  ])

/** The hits of all items; those of the item one is in come first. */
export function sectionsOfAll({ items, pages, headings }: Hits, here: string | undefined): Section[] {
  const isHere = (hit: { item_id: string; item_domain: string }) =>
    here !== undefined && (hit.item_id === here || (hit.item_domain !== '' && hit.item_domain.toLowerCase() === here.toLowerCase()))
  const own = pages.filter(isHere)
  return filled([
    { name: 'inThisItem', rows: own.map((hit) => pageRow(hit, false)) },
    { name: 'items', rows: items.map(itemRow) },
    { name: own.length ? 'otherPages' : 'pages', rows: pages.filter((hit) => !isHere(hit)).map((hit) => pageRow(hit, true)) },
    { name: 'headings', rows: headings.map((hit) => headingRow(hit, true)) },
  ])
}
