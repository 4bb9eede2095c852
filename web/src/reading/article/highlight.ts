import { wordsOf } from '../../items/item-search.ts'

const NAME = 'sheaf-hit'
/* A word like "a" in a large page: enough is enough. */
const HIGHLIGHT_MAX = 2000

function rangesOf(root: HTMLElement, searched: string): Range[] {
  const words = wordsOf(searched)
  const ranges: Range[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node && ranges.length < HIGHLIGHT_MAX; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase()
    if (text.length !== node.nodeValue?.length) continue
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0 && ranges.length < HIGHLIGHT_MAX; at = text.indexOf(word, at + word.length)) {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + word.length)
        ranges.push(range)
      }
    }
  }
  return ranges
}

/** For browsers without the highlight API: marks in the text, taken out again as if they had never been there. */
function mark(ranges: Range[]): () => void {
  const marks: HTMLElement[] = []
  /* From the last to the first: wrapping splits the text nodes that earlier ranges of the same node still need. */
  for (const range of ranges.toReversed()) {
    const element = document.createElement('mark')
    try {
      range.surroundContents(element)
      marks.push(element)
    } catch {
      /* Two words overlap: one mark is enough. */
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

/** Marks the words in the article and shows the first of them; the answer takes the marks away. */
export function highlight(root: HTMLElement, searched: string, show: boolean): () => void {
  const ranges = rangesOf(root, searched)
  const first = ranges[0]
  if (!first) return () => {}
  if (show) (first.startContainer.parentElement as Element).scrollIntoView({ block: 'center' })
  if (typeof Highlight === 'undefined' || !CSS.highlights) return mark(ranges)
  CSS.highlights.set(NAME, new Highlight(...ranges))
  return () => void CSS.highlights.delete(NAME)
}
