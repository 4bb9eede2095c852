import type { Page } from '../page.ts'
import type { BlockContext, Element, Node } from '../types.ts'
import { isElement } from './tree.ts'

interface Extra {
  style?: string | undefined
  /** Keeps the paragraph on the same page as the next one. */
  keep?: boolean
  borders?: string
  fill?: string
  spacing?: string
  hanging?: number
}

/** The alignment in Word by that in HTML, in which a text can write any word. */
const justify = new Map([
  ['center', 'center'],
  ['middle', 'center'],
  ['right', 'right'],
  ['end', 'right'],
  ['justify', 'both'],
])

/** A paragraph. The first paragraph of a list item gets the marker of the item. */
export function paragraphXml(place: BlockContext, runs: string, extra: Extra = {}): string {
  const { lead } = place
  const first = lead && !lead.used
  if (first) lead.used = true
  const style = extra.style ?? place.style ?? (place.listDepth > 0 ? 'ListParagraph' : undefined)
  const hanging = first && lead.hanging ? 360 : (extra.hanging ?? 0)
  const align = justify.get(place.align ?? '')
  const properties =
    (style ? `<w:pStyle w:val="${style}"/>` : '') +
    (extra.keep ? '<w:keepNext/>' : '') +
    (first ? lead.numbering : '') +
    (extra.borders ?? '') +
    (extra.fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${extra.fill}"/>` : '') +
    (extra.spacing ?? '') +
    (place.indent > 0 || hanging > 0 ? `<w:ind w:left="${place.indent}"${hanging ? ` w:hanging="${hanging}"` : ''}/>` : '') +
    (align ? `<w:jc w:val="${align}"/>` : '')
  return `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${first ? lead.runs : ''}${runs}</w:p>`
}

/** The pending marker of a list item as a separate line, for use before a block that is not a paragraph. */
export const leadXml = (place: BlockContext) => (place.lead && !place.lead.used ? paragraphXml(place, '', { keep: true }) : '')

/** An empty paragraph after a table. Word merges adjacent tables, and a cell must end with a paragraph. */
export const gap = '<w:p><w:pPr><w:pStyle w:val="Gap"/></w:pPr></w:p>'

/** The content of a cell, which must end with a paragraph. */
export function writeCell(page: Page, nodes: Node[], place: BlockContext): string {
  const xml = page.blocks(page, nodes, place)
  return xml.endsWith('</w:p>') ? xml : `${xml}<w:p>${place.style ? `<w:pPr><w:pStyle w:val="${place.style}"/></w:pPr>` : ''}</w:p>`
}

interface Box {
  /** Colour of the line at the left. */
  line: string
  fill: string
}

const BOX_DEPTH_MAX = 5
/** In twips. Word refuses a table without a width; a narrow cell of another table has no space left for one. */
const WIDTH_MIN = 200
export const atLeast = (width: number) => Math.max(width, WIDTH_MIN)

/** Blocks in a shaded box. The box is a table of one cell, because a cell can contain lists, code and tables. */
function boxXml(page: Page, { line, fill }: Box, head: string, nodes: Node[], place: BlockContext): string {
  if (place.tableDepth >= BOX_DEPTH_MAX || page.inNote) return head + page.blocks(page, nodes, place)
  const width = atLeast(place.width)
  const { lead: _lead, align: _align, style: _style, ...around } = place
  const inside = { ...around, indent: 0, listDepth: 0, tableDepth: place.tableDepth + 1, width: width - 400 }
  const isEmpty = nodes.every((node) => !isElement(node) && node.trim() === '')
  const side = (name: string) => `<w:${name} w:val="nil"/>`
  const borders = `${side('top')}<w:left w:val="single" w:sz="24" w:space="0" w:color="${line}"/>${side('bottom')}${side('right')}`
  return (
    leadXml(place) +
    `<w:tbl><w:tblPr><w:tblW w:w="${width}" w:type="dxa"/><w:tblInd w:w="${place.indent}" w:type="dxa"/>` +
    `<w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:top w:w="100" w:type="dxa"/>` +
    '<w:left w:w="200" w:type="dxa"/><w:bottom w:w="60" w:type="dxa"/><w:right w:w="200" w:type="dxa"/></w:tblCellMar></w:tblPr>' +
    `<w:tblGrid><w:gridCol w:w="${width}"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>` +
    `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/></w:tcPr>${head}` +
    `${isEmpty && head ? '' : writeCell(page, nodes, inside)}</w:tc></w:tr></w:tbl>${gap}`
  )
}

const callouts = {
  info: { line: '3B82F6', fill: 'EFF6FF', color: '1D4ED8' },
  tip: { line: '16A34A', fill: 'F0FDF4', color: '15803D' },
  warning: { line: 'F59E0B', fill: 'FFFBEB', color: 'B45309' },
}

const isTitle = (node: Node) => isElement(node) && node.attribs['class'] === 'ct'
const isSummary = (node: Node) => isElement(node) && node.name === 'summary'

/** The title line of a box. */
const headXml = (runs: string) =>
  paragraphXml({ width: 0, indent: 0, listDepth: 0, tableDepth: 0 }, runs, { style: 'BoxTitle', keep: true })

export function calloutXml(page: Page, element: Element, kind: keyof typeof callouts, place: BlockContext): string {
  const { color, ...box } = callouts[kind]
  const title = element.children.find((node) => !(typeof node === 'string' && node.trim() === ''))
  const own = title && isTitle(title) ? (title as Element) : undefined
  const words = own ? own.children : [page.book.words[kind]]
  const rest = element.children.filter((node) => node !== own)
  return boxXml(page, box, headXml(page.inline(page, words, { color, bold: true })), rest, place)
}

/** A collapsible block, which is always expanded in a document. */
export function detailsXml(page: Page, element: Element, place: BlockContext): string {
  const summary = element.children.find(isSummary) as Element | undefined
  const head = headXml(page.inline(page, summary?.children ?? [page.book.words.details], { bold: true }))
  const rest = element.children.filter((node) => node !== summary)
  return leadXml(place) + boxXml(page, { line: '98A2B3', fill: 'F9FAFB' }, head, rest, place)
}

const isPlain = (node: Node) => (isElement(node) ? node.name === 'p' && !node.holdsBlocks : true)

/** A quote. Plain paragraphs get the Quote style; other content gets a box. */
export function quoteXml(page: Page, element: Element, place: BlockContext): string {
  if (!element.children.every(isPlain)) return boxXml(page, { line: 'D0D5DD', fill: 'FFFFFF' }, '', element.children, place)
  return page.blocks(page, element.children, { ...place, style: 'Quote', indent: place.indent + 240, width: place.width - 240 })
}
