import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useWords } from '../../lib/words.ts'
import { dragWords } from './drag.words.ts'
import { holdTouches } from './hold-touches.ts'
import { useAnnouncer, useKeyDrag } from './keys.tsx'
import { type Drag, followPointer, scrollBoxOf } from './pointer.ts'
import { isGrid, moved, nearestSlot, type Shift, type Slot, shiftsFor, slotInNextRow } from './slots.ts'

const SETTLE = 'transform 200ms ease'
const SETTLE_MS = 200

/** The elements of a list while the one at `from` is dragged. Only styles change, so that nothing renders before the drop. */
function liftElement(elements: HTMLElement[], from: number) {
  const element = elements[from] as HTMLElement
  const measure = (): Slot[] =>
    elements.map((one) => ({ left: one.offsetLeft, top: one.offsetTop, width: one.offsetWidth, height: one.offsetHeight }))
  let slots = measure()
  let to = from
  const move = (one: HTMLElement, { x, y }: Shift, transition: string) => {
    one.style.transition = transition
    one.style.transform = x || y ? `translate3d(${x}px, ${y}px, 0)` : ''
  }
  /** The dragged element is at the pointer or at `next`, where the others make room. */
  const show = (next: number, own?: Shift) => {
    to = next
    const shifts = shiftsFor(slots, from, to)
    for (const [index, one] of elements.entries())
      if (index === from) move(one, own ?? (shifts[index] as Shift), '')
      else move(one, shifts[index] as Shift, SETTLE)
  }
  element.setAttribute('data-moving', '')
  return {
    element,
    show,
    /** Rows that scroll into view can get another height than the estimated one. */
    remeasure() {
      slots = measure()
      show(to)
    },
    /** The pointer has moved the element by this distance. Returns the index of the closest place. */
    follow(own: Shift) {
      const start = slots[from] as Slot
      const next = nearestSlot(slots, { ...start, left: start.left + own.x, top: start.top + own.y })
      if (next === to) move(element, own, '')
      else show(next, own)
      return to
    },
    isInGrid: isGrid(slots),
    /** The place that an arrow key leads to in a grid. */
    inNextRow: (at: number, direction: 1 | -1) => slotInNextRow(slots, at, direction),
    /** Back to the previous place. */
    putBack() {
      element.removeAttribute('data-moving')
      for (const one of elements) move(one, { x: 0, y: 0 }, SETTLE)
      setTimeout(() => {
        for (const one of elements) one.style.transition = ''
      }, SETTLE_MS)
    },
    /** Returns what to call when the new order has rendered: only then do the shifts end, so that nothing jumps. */
    drop() {
      const start = element.getBoundingClientRect()
      return () => {
        element.removeAttribute('data-moving')
        for (const one of elements) move(one, { x: 0, y: 0 }, 'none')
        const end = element.getBoundingClientRect()
        for (const one of elements) one.style.transition = ''
        if (globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return
        const transform = `translate(${start.left - end.left}px, ${start.top - end.top}px)`
        element.animate?.([{ transform }, { transform: 'none' }], { duration: SETTLE_MS, easing: 'ease' })
      }
    },
  }
}

/** A drop ends when its order has rendered. `onOther` runs before the list shows any other order. */
function usePendingDrop(order: string, onOther: () => void) {
  const end = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    end.current?.()
    return onOther
  }, [order])
  return {
    finish: () => end.current?.(),
    start(finish: () => void) {
      // The order may be refused before it renders.
      const timer = setTimeout(() => end.current?.(), SETTLE_MS)
      end.current = () => {
        clearTimeout(timer)
        end.current = undefined
        finish()
      }
    },
  }
}

interface Options<T> {
  entries: T[]
  idOf: (entry: T) => string
  nameOf: (entry: T) => string
  disabled?: boolean
  onOrder: (entries: T[]) => void
}

/**
 * Makes the elements with `data-sort` (the id of their entry) sortable by mouse, by long press, or by keyboard on their Grip.
 * `props` belong to the element around them, `region` next to it.
 */
export function useSortable<T>({ entries, idOf, nameOf, disabled = false, onOrder }: Options<T>) {
  const t = useWords(dragWords)
  const list = useRef<HTMLElement>(null)
  const announcer = useAnnouncer()
  const keys = useKeyDrag(announcer)
  const cancelPointer = useRef<() => void>(undefined)
  const now = useRef(entries)
  now.current = entries
  const order = entries.map(idOf).join(' ')

  const pending = usePendingDrop(order, () => {
    cancelPointer.current?.()
    keys.cancel()
  })
  useEffect(() => (disabled ? undefined : holdTouches(list.current)), [disabled])

  const lift = (target: EventTarget) => {
    pending.finish()
    const id = (target as Element).closest<HTMLElement>('[data-sort]')?.dataset['sort']
    const from = now.current.findIndex((entry) => idOf(entry) === id)
    const entry = now.current[from]
    if (disabled || !list.current || !entry) return undefined
    const elements = [...list.current.querySelectorAll<HTMLElement>('[data-sort]')]
    return { ...liftElement(elements, from), from, name: nameOf(entry) }
  }
  type Lifted = NonNullable<ReturnType<typeof lift>>
  const placeName = (at: number) => t.numbered(at + 1, now.current.length)

  const end = (lifted: Lifted, to: number | undefined) => {
    if (to === undefined || to === lifted.from) return lifted.putBack()
    pending.start(lifted.drop())
    onOrder(moved(now.current, lifted.from, to))
  }

  const startPointer = (lifted: Lifted, pressed: PointerEvent, box: Element): Drag => {
    const start = { x: pressed.clientX, y: pressed.clientY + box.scrollTop }
    let top = box.scrollTop
    let to = lifted.from
    announcer.say(t.lifted(lifted.name))
    return {
      to(x, y) {
        if (box.scrollTop !== top) lifted.remeasure()
        top = box.scrollTop
        const next = lifted.follow({ x: lifted.isInGrid ? x - start.x : 0, y: y + top - start.y })
        if (next !== to) announcer.say(t.over(lifted.name, placeName(next)))
        to = next
      },
      end(isDrop) {
        cancelPointer.current = undefined
        announcer.say(isDrop ? t.dropped(lifted.name, placeName(to)) : t.putBack(lifted.name))
        end(lifted, isDrop ? to : undefined)
      },
    }
  }

  const props = {
    ref: (element: HTMLElement | null) => {
      list.current = element
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const isOnEntry = (event.target as Element).closest('[data-sort]')
      if (disabled || event.button !== 0 || !isOnEntry || keys.isLifted()) return
      const box = scrollBoxOf(event.currentTarget)
      const start = () => {
        const lifted = lift(event.target)
        return lifted && startPointer(lifted, event, box)
      }
      cancelPointer.current = followPointer(event.nativeEvent, { box, start })
    },
    onKeyDown(event: KeyboardEvent) {
      if (!(event.target as Element).closest('.grip')) return
      keys.key(event, () => {
        const lifted = lift(event.target)
        if (!lifted) return undefined
        return {
          name: lifted.name,
          count: now.current.length,
          from: lifted.from,
          placeName,
          arrow: (at, key) =>
            lifted.isInGrid && (key === 'ArrowDown' || key === 'ArrowUp')
              ? (lifted.inNextRow(at, key === 'ArrowDown' ? 1 : -1) ?? at)
              : undefined,
          to(at) {
            lifted.show(at)
            lifted.element.scrollIntoView?.({ block: 'nearest' })
          },
          end: (at) => end(lifted, at),
        }
      })
    },
    onBlur: keys.cancel,
  }
  return { props, list, region: announcer.region, helpId: announcer.helpId }
}

interface GripProps {
  name: string
  /** Id of the instructions. */
  helpId: string
}

/** The handle of a sortable element, for the keyboard. */
export function Grip({ name, helpId }: GripProps): ReactNode {
  const t = useWords(dragWords)
  const text = t.move(name)
  return (
    <button type="button" className="ib grip" aria-roledescription={t.movable} aria-describedby={helpId} aria-label={text} data-tip={text}>
      <GripVertical className="i" aria-hidden="true" />
    </button>
  )
}
