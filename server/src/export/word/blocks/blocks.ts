import { mathBlock } from '../math/math.ts'
import { INDENT } from '../package/numbering.ts'
import type { Page } from '../page.ts'
import type { BlockContext, Element, ListMarker, Node, TextStyle } from '../types.ts'
import type { Part } from './html.ts'
import { drawingXml, writeInline } from './inline.ts'
import { bookmarkXml, linkTo, placeOfNode } from './links.ts'
import { calloutXml, detailsXml, gap, leadXml, paragraphXml, quoteXml } from './paragraph.ts'
import { tableXml } from './table.ts'
import { runXml, styleOf, textStyleOf } from './text-style.ts'
import { isBlock, isElement, textOf } from './tree.ts'

const numbering = (level: number, id: number) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`

/** A list marker that is written as text. */
const asText = (text: string) => ({ numbering: '', hanging: true, runs: `<w:r><w:t>${text}</w:t></w:r><w:r><w:tab/></w:r>` })

/** Whether an item begins with a checkbox, which then replaces the bullet. */
function isTask(item: Element): boolean {
  const first = item.children.find((node) => isElement(node) || node.trim() !== '')
  if (!first || !isElement(first)) return false
  return first.name === 'input' || (first.name === 'p' && isTask(first))
}

function startOf(list: Element): number {
  const start = Number(list.attribs['start'] ?? 1)
  return Number.isInteger(start) && start >= 0 && start < 1_000_000_000 ? start : 1
}

/** Returns a function that gives the marker of each list item. */
function leads(page: Page, list: Element, level: number): (item: Element, n: number) => Omit<ListMarker, 'used'> {
  const start = startOf(list)
  const ordered = list.name === 'ol'
  const id = ordered ? page.book.numbering.ordered(start, level) : 2
  return (item, n) => {
    if (isTask(item)) return { numbering: '', hanging: true, runs: '' }
    return id === undefined ? asText(`${start + n}.`) : { numbering: numbering(level, id), hanging: true, runs: '' }
  }
}

/** A list. Items can contain any blocks and are indented one step further than the list. */
function listXml(page: Page, list: Element, place: BlockContext): string {
  const level = Math.min(place.listDepth, 8)
  const leadOf = leads(page, list, level)
  const step = place.listDepth < 9 && place.width > 3000 ? INDENT : 0
  const { lead: _outer, ...around } = place
  const inside = { ...around, listDepth: place.listDepth + 1, indent: place.indent + step, width: place.width - step }
  let out = leadXml(place)
  let n = 0
  for (const item of list.children) {
    if (isElement(item) && item.name === 'li') {
      const lead: ListMarker = { ...leadOf(item, n++), used: false }
      const at = { ...inside, lead }
      out += page.blocks(page, item.children, at) + leadXml(at)
    } else out += page.blocks(page, [item] as Node[], inside)
  }
  return out
}

const MARKED = 'FFF2A8'
const CODE_DEPTH_MAX = 40

const highlightGroups: [TextStyle, string][] = [
  [{ color: '6A737D', italic: true }, 'comment quote'],
  [{ color: 'B3261E' }, 'keyword selector-tag doctag template-tag'],
  [{ color: '0A5C36' }, 'string regexp addition selector-attr selector-pseudo'],
  [{ color: '0550AE' }, 'number literal attr attribute variable template-variable symbol bullet link params-name property'],
  [{ color: '6F42C1' }, 'title section function_ class_'],
  [{ color: '8A4B08' }, 'built_in type meta meta-string selector-class selector-id operator-name'],
  [{ color: '116329' }, 'name tag'],
  [{ color: '82071E' }, 'deletion'],
  [{ italic: true }, 'emphasis'],
  [{ bold: true }, 'strong'],
]
const highlightLooks = new Map<string, TextStyle>(
  highlightGroups.flatMap(([look, names]) => names.split(' ').map((name) => [`hljs-${name}`, look] as const)),
)

function lookOfSpan({ attribs }: Element, around: TextStyle): TextStyle {
  const [name = ''] = (attribs['class'] ?? '').split(' ')
  if (name === 'ln') return { ...around, fill: MARKED }
  const look = highlightLooks.get(name)
  return look ? { ...around, ...look } : around
}

function runs(nodes: Node[], look: TextStyle, depth = 0): string {
  if (depth > CODE_DEPTH_MAX) return runXml(textOf(nodes, 1e6), look)
  return nodes
    .map((node) => (isElement(node) ? runs(node.children, lookOfSpan(node, look), depth + 1) : runXml(node.replaceAll('\r', ''), look)))
    .join('')
}

/** Code as one shaded paragraph with line breaks, so that it can be copied as a unit. */
function codeXml(page: Page, element: Element, label: string, place: BlockContext): string {
  const { align: _align, ...straight } = place
  const indent = place.tableDepth > 0 ? place.indent + 60 : place.indent + 100
  const at = { ...straight, indent, width: place.width - 200 }
  const marker = leadXml(place)
  const head = label ? paragraphXml(at, runXml(label), { style: 'CodeLabel', keep: true }) : ''
  return marker + head + paragraphXml(at, runs(element.children, {}), { style: page.inNote ? 'FootnoteText' : 'Code' })
}

const methodColors: Record<string, string> = { GET: '1A7F4B', POST: '1D5FD1', PUT: 'B45309', DELETE: 'B42318', PATCH: '6F42C1' }

/** An endpoint: HTTP method and URL. */
function endpointXml(line: string, place: BlockContext): string {
  const [, method = '', address = ''] = /^(?:([A-Z]{2,10})(?=\s|$))?\s*(.*)$/.exec(line.trim())!
  const badge = method ? runXml(` ${method} `, { bold: true, color: 'FFFFFF', fill: methodColors[method] ?? '475467' }) + runXml('  ') : ''
  return paragraphXml(place, badge + runXml(address, { code: true }), { style: 'Endpoint' })
}

function tocXml(page: Page, place: BlockContext): string {
  const lines = page.headings.filter(({ id }) => page.anchors.has(id))
  const writers = lines
    .map(({ id, text, level }) => {
      const indent = place.indent + (level - page.top) * 300
      return paragraphXml({ ...place, indent: Math.max(place.indent, indent) }, linkTo(page.anchors.get(id)!, text), {
        style: 'PageContents',
      })
    })
    .join('')
  return writers && writers + gap
}

/** Block parts that HTML has no element for. */
function partXml(page: Page, element: Element, part: Part, place: BlockContext): string {
  switch (part.kind) {
    case 'code':
      return codeXml(page, element, part.label, place)
    case 'diagram': {
      const picture = page.inNote ? undefined : page.pictures.get(element)
      if (!picture) return codeXml(page, element, '', place)
      return (
        leadXml(place) +
        paragraphXml({ ...place, align: 'center' }, drawingXml(page, picture, { alt: part.source.slice(0, 200) }, place.width))
      )
    }
    case 'math':
      return leadXml(place) + mathBlock(page, part.tex, place)
    case 'endpoint':
      return leadXml(place) + part.lines.map((line) => endpointXml(line, place)).join('')
    case 'toc':
      return leadXml(place) + tocXml(page, place)
    default:
      // Footnotes are written at their first reference.
      return ''
  }
}

/** A heading in a text, always below the level of the page. A heading that repeats the page title is left out. */
function headingXml(page: Page, element: Element, place: BlockContext): string {
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

/** A paragraph for inline content between blocks. */
function loose(page: Page, nodes: Node[], place: BlockContext): string {
  const isEmpty = nodes.every((node) => !isElement(node) && node.trim() === '')
  return isEmpty ? '' : paragraphXml(place, writeInline(page, nodes, place.look, place.width))
}

function aligned(element: Element, place: BlockContext): BlockContext {
  const align = element.name === 'center' ? 'center' : (styleOf(element.attribs['style'], 'text-align') ?? element.attribs['align'])
  const look = textStyleOf(element, place.look ?? {})
  return align || look !== place.look ? { ...place, look, ...(align ? { align: align.toLowerCase() } : undefined) } : place
}

const writers: Record<string, (page: Page, element: Element, place: BlockContext) => string> = {
  ul: listXml,
  ol: listXml,
  table: tableXml,
  blockquote: quoteXml,
  details: detailsXml,
  pre: (page, element, place) => codeXml(page, element, '', place),
  hr: (_page, _element, place) => paragraphXml(place, '', { borders: rule }),
  dd: (page, element, place) => writeBlocks(page, element.children, { ...place, indent: place.indent + 420, width: place.width - 420 }),
}
for (const level of [1, 2, 3, 4, 5, 6]) writers[`h${level}`] = headingXml

function block(page: Page, element: Element, place: BlockContext): string {
  const part = page.parts.get(element)
  if (part?.kind === 'callout') return leadXml(place) + calloutXml(page, element, part.callout, place)
  if (part) return partXml(page, element, part, place)
  const write = Object.hasOwn(writers, element.name) ? writers[element.name] : undefined
  if (write) return write(page, element, place)
  const inside = aligned(element, place)
  return element.holdsBlocks ? writeBlocks(page, element.children, inside) : loose(page, element.children, inside)
}

/** Writes blocks, and paragraphs for the inline content between them. */
export function writeBlocks(page: Page, nodes: Node[], place: BlockContext): string {
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
