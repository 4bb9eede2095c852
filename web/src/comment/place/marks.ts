import { type RefObject, useEffect } from 'react'

/** Names of highlights in comment.css. */
const NAMES = { all: 'sheaf-comment', active: 'sheaf-comment-on', target: 'sheaf-comment-new' } as const

export interface Marked {
  all: Range[]
  active: Range | undefined
  target: Range | undefined
}

const hasHighlights = () => typeof Highlight !== 'undefined' && 'highlights' in CSS

/** For browsers without highlights: the blocks with comments get an outline. */
function outline(ranges: Range[]): () => void {
  const elements = ranges.flatMap(({ startContainer }) => {
    const element = startContainer instanceof Element ? startContainer : startContainer.parentElement
    return element ? [element] : []
  })
  for (const element of elements) element.setAttribute('data-commented', '')
  return () => {
    for (const element of elements) element.removeAttribute('data-commented')
  }
}

/** Underlines the words with comments, and marks those of the active thread and of the new one. The text of the article stays as it is. */
export function useMarks({ all, active, target }: Marked) {
  useEffect(() => {
    if (!hasHighlights()) return outline([...all, ...(target ? [target] : [])])
    CSS.highlights.set(NAMES.all, new Highlight(...all))
    CSS.highlights.set(NAMES.active, new Highlight(...(active ? [active] : [])))
    CSS.highlights.set(NAMES.target, new Highlight(...(target ? [target] : [])))
    return () => {
      for (const name of Object.values(NAMES)) CSS.highlights.delete(name)
    }
  }, [all, active, target])
}

interface Caret {
  offsetNode: Node
  offset: number
}

function caretAt(x: number, y: number): Caret | undefined {
  const page = document as Document & { caretPositionFromPoint?: (x: number, y: number) => Caret | null }
  const position = page.caretPositionFromPoint?.(x, y)
  if (position) return position
  const range = document.caretRangeFromPoint?.(x, y)
  return range ? { offsetNode: range.startContainer, offset: range.startOffset } : undefined
}

/** A click on commented words opens their thread, unless it selects text or follows a link. */
export function useClicks(root: HTMLElement | null, ranges: RefObject<ReadonlyMap<string, Range>>, onOpen: (thread_id: string) => void) {
  useEffect(() => {
    if (!root) return
    const click = (event: MouseEvent) => {
      const target = event.target as Element
      if (event.defaultPrevented || event.button !== 0 || target.closest('a, button, input, summary, [role=button]')) return
      if (!document.getSelection()?.isCollapsed) return
      const caret = caretAt(event.clientX, event.clientY)
      if (!caret) return
      const found = [...ranges.current].find(([, range]) => range.isPointInRange(caret.offsetNode, caret.offset))
      if (found) onOpen(found[0])
    }
    root.addEventListener('click', click)
    return () => root.removeEventListener('click', click)
  }, [root, ranges, onOpen])
}
