import { partXml } from '../package/part.ts'
import type { Page } from '../page.ts'
import type { Element, Node, Place } from '../types.ts'
import { calloutXml, detailsXml, quoteXml } from './box.ts'
import { codeXml } from './code.ts'
import { styleOf } from './color.ts'
import { writeInline } from './inline.ts'
import { bookmarkXml, placeOfNode } from './links.ts'
import { listXml } from './list.ts'
import { lookOf } from './look.ts'
import { leadXml, paragraphXml } from './paragraph.ts'
import { tableXml } from './table.ts'
import { isBlock, isElement, textOf } from './tree.ts'

/** A heading in a text: below the page's own, however its author counted. One that only repeats the page's title is left out. */
function headingXml(page: Page, element: Element, place: Place): string {
  const id = element.attribs['id'] ?? ''
  if (page.anchors.get(id) === placeOfNode('page', page.page_id)) return ''
  const level = Math.min(9, page.level + 1 + Math.max(0, Number(element.name.slice(1)) - page.top))
  const runs = page.inline(page, element.children)
  const name = page.inNote ? undefined : page.anchors.get(id)
  const style = page.inNote ? undefined : `TextHeading${level}`
  return paragraphXml(place, name ? bookmarkXml(page.book, name, runs) : runs, { style })
}

const BLOCK_DEPTH_MAX = 60

const rule = '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="D0D5DD"/></w:pBdr>'

/** Words that are in none of the blocks around them. */
function loose(page: Page, nodes: Node[], place: Place): string {
  const isEmpty = nodes.every((node) => !isElement(node) && node.trim() === '')
  return isEmpty ? '' : paragraphXml(place, writeInline(page, nodes, place.look, place.width))
}

function aligned(element: Element, place: Place): Place {
  const align = element.name === 'center' ? 'center' : (styleOf(element.attribs['style'], 'text-align') ?? element.attribs['align'])
  const look = lookOf(element, place.look ?? {})
  return align || look !== place.look ? { ...place, look, ...(align ? { align: align.toLowerCase() } : undefined) } : place
}

const written: Record<string, (page: Page, element: Element, place: Place) => string> = {
  ul: listXml,
  ol: listXml,
  table: tableXml,
  blockquote: quoteXml,
  details: detailsXml,
  pre: (page, element, place) => codeXml(page, element, '', place),
  hr: (_page, _element, place) => paragraphXml(place, '', { borders: rule }),
  dd: (page, element, place) => writeBlocks(page, element.children, { ...place, indent: place.indent + 420, width: place.width - 420 }),
}
for (const level of [1, 2, 3, 4, 5, 6]) written[`h${level}`] = headingXml

function block(page: Page, element: Element, place: Place): string {
  const part = page.parts.get(element)
  if (part?.kind === 'callout') return leadXml(place) + calloutXml(page, element, part.callout, place)
  if (part) return partXml(page, element, part, place)
  const write = Object.hasOwn(written, element.name) ? written[element.name] : undefined
  if (write) return write(page, element, place)
  const inside = aligned(element, place)
  return element.holdsBlocks ? writeBlocks(page, element.children, inside) : loose(page, element.children, inside)
}

/** Writes blocks, and paragraphs for what stands between them. */
export function writeBlocks(page: Page, nodes: Node[], place: Place): string {
  if (page.depth > BLOCK_DEPTH_MAX) return loose(page, [textOf(nodes)], place)
  page.depth++
  let out = ''
  let line: Node[] = []
  for (const node of nodes) {
    if (!isBlock(node)) {
      line.push(node)
      continue
    }
    out += loose(page, line, place) + block(page, node, place)
    line = []
  }
  page.depth--
  return out + loose(page, line, place)
}
