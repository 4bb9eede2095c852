import { wordsOf } from '../../items/item-search.ts'
import { reveal } from './links.ts'

const NAME = 'sheaf-hit'
/* Limits the work for a short word such as "a" in a large page. */
const HIGHLIGHT_MAX = 2000

/** Whether a path continues here: its words are found as if the places where it can be wrapped were not there. */
const isAfterBreak = ({ previousSibling }: Node) => previousSibling?.nodeName === 'WBR' && previousSibling.previousSibling?.nodeType === 3

/**
 * Finds the nodes with offsets in the text of all, each not smaller than the one before: a path can have thousands of nodes. At the
 * end of a node it is that node with 1, the next one with 0.
 */
function placesIn(nodes: Text[]) {
  let index = 0
  let start = 0
  return (offset: number, atEnd: 0 | 1): [Text, number] => {
    for (let { length } = nodes[index] as Text; offset - start >= length + atEnd; { length } = nodes[index] as Text) {
      start += length
      index++
    }
    return [nodes[index] as Text, offset - start]
  }
}

function rangesOf(root: HTMLElement, searched: string): Range[] {
  const words = wordsOf(searched)
  const ranges: Range[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node && ranges.length < HIGHLIGHT_MAX; ) {
    const nodes = [node as Text]
    for (node = walker.nextNode(); node && isAfterBreak(node); node = walker.nextNode()) nodes.push(node as Text)
    const written = nodes.map(({ data }) => data).join('')
    const text = written.toLowerCase()
    if (text.length !== written.length) continue
    for (const word of words) {
      const placeOf = placesIn(nodes)
      for (let at = text.indexOf(word); at >= 0 && ranges.length < HIGHLIGHT_MAX; at = text.indexOf(word, at + word.length)) {
        const range = document.createRange()
        range.setStart(...placeOf(at, 0))
        range.setEnd(...placeOf(at + word.length, 1))
        ranges.push(range)
      }
    }
  }
  return ranges
}

/** For browsers without the highlight API: wraps the ranges in mark elements. The returned function restores the text nodes. */
function mark(ranges: Range[]): () => void {
  const marks: HTMLElement[] = []
  /* Last range first: wrapping splits the text node, and earlier ranges of the same node stay valid. */
  for (const range of ranges.toReversed()) {
    const element = document.createElement('mark')
    try {
      range.surroundContents(element)
      marks.push(element)
    } catch {
      /* The range overlaps an existing mark. */
    }
  }
  return () => {
    for (const element of marks) {
      const parent = element.parentNode
      element.replaceWith(...element.childNodes)
      parent?.normalize()
    }
  }
}

/** Makes a match visible and scrolls to it. */
function showRange({ startContainer }: Range): void {
  const element = startContainer.parentElement as Element
  reveal(element)
  element.scrollIntoView({ block: 'center' })
}

/** Marks the search words in the article. With `show` it scrolls to the first one outside code samples. The returned function removes the marks. */
export function highlight(root: HTMLElement, searched: string, show: boolean): () => void {
  const ranges = rangesOf(root, searched)
  const first = ranges.find(({ startContainer }) => !startContainer.parentElement?.closest('.call-side')) ?? ranges[0]
  if (!first) return () => {}
  if (show) showRange(first)
  if (typeof Highlight === 'undefined' || !CSS.highlights) return mark(ranges)
  CSS.highlights.set(NAME, new Highlight(...ranges))
  return () => void CSS.highlights.delete(NAME)
}
