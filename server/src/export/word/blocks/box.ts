import type { Page } from '../page.ts'
import type { Element, Node, Place } from '../types.ts'
import { boxXml } from './cell.ts'
import { leadXml, paragraphXml } from './paragraph.ts'
import { isElement } from './tree.ts'

const callouts = {
  info: { line: '3B82F6', fill: 'EFF6FF', color: '1D4ED8' },
  tip: { line: '16A34A', fill: 'F0FDF4', color: '15803D' },
  warning: { line: 'F59E0B', fill: 'FFFBEB', color: 'B45309' },
}

const isTitle = (node: Node) => isElement(node) && node.attribs['class'] === 'ct'
const isSummary = (node: Node) => isElement(node) && node.name === 'summary'

/** A line at the top of a box. */
const headXml = (runs: string) => paragraphXml({ width: 0, indent: 0, lists: 0, boxes: 0 }, runs, { style: 'BoxTitle', keep: true })

export function calloutXml(page: Page, element: Element, kind: keyof typeof callouts, place: Place): string {
  const { color, ...box } = callouts[kind]
  const title = element.children.find((node) => !(typeof node === 'string' && node.trim() === ''))
  const own = title && isTitle(title) ? (title as Element) : undefined
  const words = own ? own.children : [page.book.words[kind]]
  const rest = element.children.filter((node) => node !== own)
  return boxXml(page, box, headXml(page.inline(page, words, { color, bold: true })), rest, place)
}

/** What folds on a screen is open on paper. */
export function detailsXml(page: Page, element: Element, place: Place): string {
  const summary = element.children.find(isSummary) as Element | undefined
  const head = headXml(page.inline(page, summary?.children ?? [page.book.words.details], { bold: true }))
  const rest = element.children.filter((node) => node !== summary)
  return leadXml(place) + boxXml(page, { line: '98A2B3', fill: 'F9FAFB' }, head, rest, place)
}

const isPlain = (node: Node) => (isElement(node) ? node.name === 'p' && !node.holdsBlocks : true)

/** Paragraphs that are quoted have a style; what else is quoted stands in a box. */
export function quoteXml(page: Page, element: Element, place: Place): string {
  if (!element.children.every(isPlain)) return boxXml(page, { line: 'D0D5DD', fill: 'FFFFFF' }, '', element.children, place)
  return page.blocks(page, element.children, { ...place, style: 'Quote', indent: place.indent + 240, width: place.width - 240 })
}
