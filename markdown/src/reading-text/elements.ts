import { BlockReader, type FoundBlock, isVoid, readAs } from './block-reader.ts'

/** What is needed of a node of a document; browsers and their test doubles have it. */
export interface PageNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly nodeValue: string | null
  readonly childNodes: { readonly length: number; readonly [index: number]: PageNode }
}

interface PageElement extends PageNode {
  getAttribute(name: string): string | null
}

/** A block of a rendered page; `places` are the text nodes that it came from. */
export type ElementBlock = FoundBlock<PageNode>

interface Options {
  /** Base path of the server, which `render` added to addresses. */
  base?: string
  /** The source of a diagram that is drawn already; undefined for one that still is its source. */
  sourceOf?: (element: PageNode) => string | undefined
}

const isElement = (node: PageNode): node is PageElement => node.nodeType === 1

/** The text of all text nodes in an element. */
function textOf(element: PageNode): string {
  let text = ''
  const waiting = [element]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeType === 3) text += node.nodeValue ?? ''
    for (let at = node.childNodes.length - 1; at >= 0; at--) waiting.push(node.childNodes[at]!)
  }
  return text
}

/** KaTeX writes a formula twice, for the eye and as MathML with its source; its source is its text. */
function formulaOf(element: PageElement): string | undefined {
  if (!/(?:^|\s)katex(?:\s|$)/.test(element.getAttribute('class') ?? '')) return undefined
  const waiting: PageNode[] = [element]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeName.toLowerCase() === 'annotation') return textOf(node)
    for (let at = node.childNodes.length - 1; at >= 0; at--) waiting.push(node.childNodes[at]!)
  }
  return undefined
}

/** The blocks of a rendered page: those of `readingOf` for its Markdown, in the same order and with the same texts. */
export function readingOfElements(root: PageNode, { base = '', sourceOf }: Options = {}): ElementBlock[] {
  const reader = new BlockReader<PageNode>(base)
  /** Nodes to read, the next one last; null ends an element. */
  const waiting: (PageNode | null)[] = []
  const addChildren = (node: PageNode) => {
    for (let at = node.childNodes.length - 1; at >= 0; at--) waiting.push(node.childNodes[at]!)
  }
  addChildren(root)
  while (waiting.length > 0) {
    const node = waiting.pop()!
    if (node === null) reader.close()
    else if (node.nodeType === 3) reader.text(node.nodeValue ?? '', node)
    else if (isElement(node)) {
      const formula = formulaOf(node)
      if (formula !== undefined) {
        reader.text(formula, node)
        continue
      }
      const tag = node.nodeName.toLowerCase()
      if (
        reader.open(
          tag,
          (name) => node.getAttribute(name),
          node,
          () => sourceOf?.(node) ?? textOf(node),
        ) ||
        isVoid(tag)
      )
        continue
      waiting.push(null)
      addChildren(node)
    }
  }
  return reader.end()
}

/**
 * Where an offset in a block's text is in the document: a text node and an offset in it, or for a picture, a diagram, a view or a formula
 * the element and 0. `side` says on which side of folded white space.
 */
export function placeInElements(
  block: ElementBlock,
  offset: number,
  side: 'start' | 'end',
): { node: PageNode; offset: number } | undefined {
  if (block.element) return { node: block.element, offset: 0 }
  const { raw, kind, places } = block
  const isAsWritten = raw.startsWith(block.text)
  const read = (length: number) => (isAsWritten ? length : readAs(raw.slice(0, length), kind, false).length)
  let [low, high] = [0, raw.length]
  while (low < high) {
    const middle = side === 'start' ? (low + high + 1) >> 1 : (low + high) >> 1
    if (side === 'start' ? read(middle) <= offset : read(middle) < offset) low = side === 'start' ? middle : middle + 1
    else high = side === 'start' ? middle - 1 : middle
  }
  const found = places.findLast(({ at }) => (side === 'start' ? at <= low : at < low || low === 0)) ?? places[0]
  if (!found) return undefined
  const length = found.place.nodeType === 3 ? (found.place.nodeValue ?? '').length : 0
  return { node: found.place, offset: Math.max(0, Math.min(low - found.at, length)) }
}

/** The offset in a block's text of a place in the document; undefined if the node is none of the block's. */
export function offsetInBlock(block: ElementBlock, node: PageNode, offset: number): number | undefined {
  const found = block.places.find(({ place }) => place === node)
  if (!found) return undefined
  const length = readAs(block.raw.slice(0, found.at + Math.max(0, offset)), block.kind, false).length
  return Math.min(length, block.text.length)
}
