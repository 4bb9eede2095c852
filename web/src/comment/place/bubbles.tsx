import { MessageSquarePlus, MessageSquareText } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useWords } from '../../lib/words.ts'
import { textScale } from '../../ui/text/scale.ts'
import { placeWords } from '../comment.words.ts'
import { countOf, quoteText, type Thread } from '../thread.ts'

interface Placed {
  thread: Thread
  range: Range
}

interface Bubble {
  key: string
  top: number
  threads: Thread[]
}

const bubbleHeight = () => 28 * textScale()
/** The top of a bubble within `box`, in the middle of the first line of a block. */
const topOf = ({ top, height }: DOMRect, box: DOMRect) =>
  Math.round(top - box.top + (Math.min(height, 32 * textScale()) - 24 * textScale()) / 2)

/** The top of each block with comments, and how far the text reaches to the right. Bubbles that are too close move down. */
function measure(places: Placed[], middle: HTMLElement, root: HTMLElement): { left: number; bubbles: Bubble[] } {
  const box = middle.getBoundingClientRect()
  const bubbles: Bubble[] = []
  for (const { thread, range } of places) {
    const words = range.getBoundingClientRect()
    if (words.width === 0 && words.height === 0) continue
    const first = range.getClientRects()[0] ?? words
    const top = topOf(first, box)
    const near = bubbles.find((one) => Math.abs(one.top - top) < 6)
    if (near) near.threads.push(thread)
    else bubbles.push({ key: thread.thread_id, top, threads: [thread] })
  }
  bubbles.sort((a, b) => a.top - b.top)
  for (const [at, bubble] of bubbles.entries()) {
    const above = bubbles[at - 1]
    if (above) bubble.top = Math.max(bubble.top, above.top + bubbleHeight())
  }
  return { left: Math.round(root.getBoundingClientRect().right - box.left + 5), bubbles }
}

interface Props {
  root: HTMLElement
  places: Placed[]
  active: string | undefined
  onOpen: (thread_id: string) => void
  /** The block below the pointer that can be commented as a whole: its top in the window. */
  hovered: DOMRect | undefined
  onHovered: () => void
}

/** Bubbles with counts in the margin, next to the words; wide windows only. The text does not move for them. */
export function Bubbles({ root, places, active, onOpen, hovered, onHovered }: Props) {
  const t = useWords(placeWords)
  const middle = root.closest<HTMLElement>('.mid')
  const [at, setAt] = useState<ReturnType<typeof measure>>()
  useLayoutEffect(() => {
    if (!middle) return
    const update = () => setAt(measure(places, middle, root))
    update()
    const sizes = new ResizeObserver(update)
    sizes.observe(root)
    sizes.observe(middle)
    root.addEventListener('toggle', update, true)
    root.addEventListener('change', update)
    return () => {
      sizes.disconnect()
      root.removeEventListener('toggle', update, true)
      root.removeEventListener('change', update)
    }
  }, [places, middle, root])
  if (!middle || !at) return null
  const hoveredTop = hovered && topOf(hovered, middle.getBoundingClientRect())
  const isFree = hoveredTop !== undefined && at.bubbles.every(({ top }) => Math.abs(top - hoveredTop) >= bubbleHeight())
  return createPortal(
    <div className="bubbles" style={{ left: at.left }}>
      {at.bubbles.map(({ key, top, threads: [first, ...others] }) => {
        if (!first) return null
        const threads = [first, ...others]
        const count = threads.reduce((sum, thread) => sum + countOf(thread), 0)
        const isOn = threads.some(({ thread_id }) => thread_id === active)
        return (
          <button
            key={key}
            type="button"
            className={isOn ? 'bubble on' : 'bubble'}
            style={{ top }}
            aria-label={t.bubble(count, quoteText(first).slice(0, 80))}
            onClick={() => {
              const next = threads.findIndex(({ thread_id }) => thread_id === active) + 1
              onOpen((threads[next] ?? first).thread_id)
            }}
          >
            <MessageSquareText className="i" aria-hidden="true" />
            {count}
          </button>
        )
      })}
      {isFree && (
        <button
          type="button"
          className="bubble empty-bubble"
          style={{ top: hoveredTop }}
          aria-label={t.commentBlock}
          data-tip={t.commentBlock}
          tabIndex={-1}
          onClick={onHovered}
        >
          <MessageSquarePlus className="i" aria-hidden="true" />
        </button>
      )}
    </div>,
    middle,
  )
}
