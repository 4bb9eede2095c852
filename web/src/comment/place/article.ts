import { makeAnchor, type ReadText } from '@sheaf/compare/anchor'
import { type ElementBlock, offsetInBlock, type PageNode, placeInElements, readingOfElements } from '@sheaf/markdown/reading-elements'
import { readBoot } from '../../lib/boot.ts'
import { diagramSource } from '../../lib/document/diagram-source.ts'
import { type Anchor, quoteText, type Thread } from '../thread.ts'

/** The reading text of the article on the screen, as the server reads it, with its blocks in the document. */
interface ArticleText extends ReadText {
  root: HTMLElement
  blocks: ElementBlock[]
}

/** The article of the page on the screen. */
export const articleRoot = () => document.querySelector<HTMLElement>('[data-article]')

export function readArticle(root: HTMLElement): ArticleText {
  const blocks = readingOfElements(root as PageNode, { base: readBoot().base, sourceOf: diagramSource })
  return { root, blocks, text: blocks.map(({ text }) => text).join('\n') }
}

/** The element of a block: of a picture or a view itself, otherwise the nearest block around its text. */
export function elementOf({ element, places }: ElementBlock): Element | undefined {
  const node = (element ?? places[0]?.place) as Node | undefined
  const start = node instanceof Element ? node : node?.parentElement
  return (
    start?.closest('p, li, dt, dd, h1, h2, h3, h4, h5, h6, tr, .fr, pre, .endpoint, summary, figure, img, video, [data-view]') ?? undefined
  )
}

const blockAt = ({ blocks }: ArticleText, at: number) => blocks.findLast(({ start }) => start <= at)

/** The part of the document with these characters; undefined if they are not in the article. */
export function rangeOf(article: ArticleText, at: number, length: number): Range | undefined {
  const [first, last] = [blockAt(article, at), blockAt(article, at + length - 1)]
  if (!first || !last || length <= 0 || at + length > article.text.length) return undefined
  const from = placeInElements(first, at - first.start, 'start')
  const to = placeInElements(last, at + length - last.start, 'end')
  if (!from || !to) return undefined
  const [start, end] = [from.node as Node, to.node as Node]
  const range = document.createRange()
  try {
    if (start.nodeType === Node.TEXT_NODE) range.setStart(start, from.offset)
    else range.setStartBefore(start)
    if (end.nodeType === Node.TEXT_NODE) range.setEnd(end, to.offset)
    else range.setEndAfter(end)
  } catch {
    return undefined
  }
  return range
}

/** Where the words of a thread are on the screen. A browser part that changed the text before them moves them; two places are none. */
export function rangeOfThread(article: ArticleText, thread: Thread): Range | undefined {
  const [at, length] = [Number(thread.place_at), Number(thread.place_length)]
  if (thread.kind === 'page' || length === 0 || thread.place === 'lost' || thread.place === 'pending') return undefined
  const quote = quoteText(thread)
  const isHere = thread.place === 'moved' || quote.length !== length || article.text.startsWith(quote, at)
  if (isHere) return rangeOf(article, at, length)
  const found = article.text.indexOf(quote)
  return found >= 0 && article.text.indexOf(quote, found + 1) < 0 ? rangeOf(article, found, length) : undefined
}

/** Text nodes and pictures that a range touches, in order, with the part of each text. */
function* partsOf(range: Range): Generator<{ node: Node; from: number; to: number }> {
  const { commonAncestorContainer: top } = range
  if (top.nodeType === Node.TEXT_NODE) return yield { node: top, from: range.startOffset, to: range.endOffset }
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!range.intersectsNode(node)) continue
    const length = node.nodeValue?.length ?? 0
    const from = node === range.startContainer ? range.startOffset : 0
    const to = node === range.endContainer ? range.endOffset : length
    if (node.nodeType === Node.ELEMENT_NODE || from < to) yield { node, from, to }
  }
}

/** The offsets in the reading text of what is selected. */
function offsetsOf(article: ArticleText, range: Range): { from: number; to: number } | undefined {
  const blocks = new Map<unknown, ElementBlock>()
  for (const block of article.blocks) {
    if (block.element) blocks.set(block.element, block)
    for (const { place } of block.places) blocks.set(place, block)
  }
  let found: { from: number; to: number } | undefined
  for (const { node, from, to } of partsOf(range)) {
    const block = blocks.get(node)
    if (!block) continue
    const isSingle = block.element !== undefined
    const offset = (at: number) => block.start + (isSingle ? 0 : (offsetInBlock(block, node as PageNode, at) ?? 0))
    const [start, end] = [offset(from), isSingle ? block.start + block.text.length : offset(to)]
    if (end > start) found = { from: found?.from ?? start, to: end }
  }
  return found
}

/** The anchor of what is selected; null if it is no text of the page, or too much. */
export function anchorOf(article: ArticleText, range: Range, version: number): Anchor | null {
  const offsets = offsetsOf(article, range)
  return offsets ? makeAnchor(article, offsets.from, offsets.to, version) : null
}

/** The block that an element of the article belongs to. */
export function blockOf(article: ArticleText, target: Element): ElementBlock | undefined {
  return article.blocks.find((block) => elementOf(block)?.contains(target))
}
