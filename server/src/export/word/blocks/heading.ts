import type { Page } from '../page.ts'
import type { Element, Place } from '../types.ts'
import { bookmarkXml, placeOfNode } from './links.ts'
import { paragraphXml } from './paragraph.ts'

/** A heading in a text: below the page's own, however its author counted. One that only repeats the page's title is left out. */
export function headingXml(page: Page, element: Element, place: Place): string {
  const id = element.attribs['id'] ?? ''
  if (page.anchors.get(id) === placeOfNode('page', page.page_id)) return ''
  const level = Math.min(9, page.level + 1 + Math.max(0, Number(element.name.slice(1)) - page.top))
  const runs = page.inline(page, element.children)
  const name = page.inNote ? undefined : page.anchors.get(id)
  const style = page.inNote ? undefined : `TextHeading${level}`
  return paragraphXml(place, name ? bookmarkXml(page.book, name, runs) : runs, { style })
}
