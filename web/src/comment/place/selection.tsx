import { MessageSquarePlus, SquarePen } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { useControlKey } from '../../lib/control-key.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { placeWords, threadWords } from '../comment.words.ts'
import type { PageOfComments } from '../thread.ts'

/** The selected part of the article, a moment after the selection has come to rest; undefined without one. */
export function useSelection(root: HTMLElement | null): Range | undefined {
  const [range, setRange] = useState<Range>()
  useEffect(() => {
    if (!root) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isPressed = false
    const read = () => {
      const selection = document.getSelection()
      const found = selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
      const isHere = found && root.contains(found.startContainer) && root.contains(found.endContainer)
      setRange(isHere && found.toString().trim() !== '' ? found.cloneRange() : undefined)
    }
    const wait = (ms: number) => {
      clearTimeout(timer)
      if (!isPressed) timer = setTimeout(read, ms)
    }
    const change = () => wait(180)
    const press = (event: PointerEvent) => {
      isPressed = event.pointerType !== 'touch' && root.contains(event.target as Node)
    }
    const release = () => {
      isPressed = false
      wait(10)
    }
    document.addEventListener('selectionchange', change)
    document.addEventListener('pointerdown', press)
    document.addEventListener('pointerup', release)
    read()
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', change)
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('pointerup', release)
    }
  }, [root])
  return range
}

interface Props {
  range: Range
  page: PageOfComments
  /** The selection gives a lost thread its new place. */
  isAttaching: boolean
  /** Why nothing can be written about this selection. */
  refused: string | undefined
  onChoose: () => void
}

const EDGE_PX = 8

/** The buttons next to the selection: above it with a mouse, below it for fingers, whose own menu is above. */
export function SelectionBar({ range, page, isAttaching, refused, onChoose }: Props) {
  const t = useWords(placeWords)
  const thread = useWords(threadWords)
  const control = useControlKey()
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const place = () => {
      const rects = [...range.getClientRects()]
      const [first, last] = [rects[0] ?? range.getBoundingClientRect(), rects.at(-1) ?? range.getBoundingClientRect()]
      const isTouch = matchMedia('(pointer: coarse)').matches
      const below = isTouch || first.top < element.offsetHeight + 70
      const { left, right } = below ? last : first
      const end = document.documentElement.clientWidth - element.offsetWidth - EDGE_PX
      const start = Math.max(EDGE_PX, Math.min((left + right - element.offsetWidth) / 2, end))
      element.style.left = `${start + scrollX}px`
      element.style.top = `${(below ? last.bottom + (isTouch ? 14 : 8) : first.top - element.offsetHeight - 8) + scrollY}px`
    }
    place()
    addEventListener('resize', place)
    return () => removeEventListener('resize', place)
  }, [range])
  return createPortal(
    <section ref={bar} className="selection-bar" aria-label={t.selection} onPointerDown={(event) => event.preventDefault()}>
      <div role="toolbar" aria-label={t.selection}>
        {refused ? (
          <span className="selection-note">{refused}</span>
        ) : (
          <button type="button" className="btn quiet small" onClick={onChoose}>
            <MessageSquarePlus className="i" aria-hidden="true" />
            {isAttaching ? thread.attachHere : t.comment}
            {!isAttaching && <span className="kbd">{`${control.trim()} Alt M`}</span>}
          </button>
        )}
        {page.suggestable && !isAttaching && (
          <Link className="btn quiet small" to={paths.suggest(page.item_id, page.page_id)}>
            <SquarePen className="i" aria-hidden="true" />
            {t.suggest}
          </Link>
        )}
      </div>
    </section>,
    document.body,
  )
}
