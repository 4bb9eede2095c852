import './drag.css'
import type { Language } from '@sheaf/contract/errors'
import { suppressNextClick } from '../ui/drag-events.ts'
import { arrangeWords } from './arrange.words.ts'
import { markOf, placeAt } from './drop-places.ts'
import type { Row } from './item-tree.ts'
import {
  type Arranged,
  isMovable,
  isSamePlace,
  nameOf,
  type Place,
  type Refusal,
  ROOT,
  refusalOf,
  shapeOf,
  type TreeEntry,
} from './shape.ts'

/** Drawn over a tree during a drag: the entry's name at the pointer, a line at the drop place, a frame around the target folder. */
interface Overlay {
  /** Above a finger, which would hide it, or below the mouse pointer. */
  ghost: (x: number, y: number, name: string, refusal: string | undefined, byTouch: boolean) => void
  /** Clipped to `box`. */
  line: (box: DOMRect, at: { x: number; y: number } | undefined) => void
  folder: (box: DOMRect, at: { x: number; y: number; height: number } | undefined) => void
  remove: () => void
}

function makeOverlay(): Overlay {
  const make = (className: string) => {
    const element = document.createElement('div')
    element.className = className
    element.setAttribute('aria-hidden', 'true')
    element.hidden = true
    document.body.append(element)
    return element
  }
  const [folder, line, ghost] = [make('move-into'), make('move-line'), make('move-ghost')]
  const place = (element: HTMLElement, style: Record<string, number> | undefined) => {
    element.hidden = style === undefined
    for (const [key, value] of Object.entries(style ?? {})) element.style.setProperty(key, `${Math.round(value)}px`)
  }
  const isSeen = (box: DOMRect, y: number) => y >= box.top - 2 && y <= box.bottom + 2
  return {
    ghost(x, y, name, refusal, byTouch) {
      const { offsetWidth: width, offsetHeight: height } = ghost
      const top = byTouch ? Math.max(8, y - height - 28) : Math.min(y + 12, innerHeight - 60)
      place(ghost, { left: Math.max(8, Math.min(x + 14, innerWidth - width - 8)), top })
      ghost.classList.toggle('no', refusal !== undefined)
      const text = refusal ? `${name}\n${refusal}` : name
      if (ghost.textContent !== text) ghost.textContent = text
    },
    line: (box, at) => place(line, at && isSeen(box, at.y) ? { left: at.x, top: at.y - 1, width: box.right - at.x - 10 } : undefined),
    folder: (box, at) =>
      place(
        folder,
        at && at.y + at.height > box.top && at.y < box.bottom
          ? {
              left: at.x,
              top: Math.max(box.top, at.y),
              width: box.right - at.x - 10,
              height: Math.min(box.bottom, at.y + at.height) - Math.max(box.top, at.y),
            }
          : undefined,
      ),
    remove() {
      for (const element of [folder, line, ghost]) element.remove()
    },
  }
}

/** A tree with rows of equal height that the pointer can rearrange. */
export interface TreeHost {
  /** The scrolling element; `lines` inside it contains all rows. */
  box: HTMLElement
  lines: HTMLElement
  rowHeight: number
  /** Left offset of the first level, and the indent of each further level, in pixels. */
  indent: { start: number; step: number }
  rows: () => Row[]
  tree: () => Arranged
  language: Language
  /** The pointer has rested on a closed folder. */
  onOpen: (cat_id: string) => void
  onDrop: (entry: TreeEntry, place: Place) => void
}

const DRAG_START_PX = 5
const LONG_PRESS_MS = 350
const LONG_PRESS_SLOP_PX = 8
const SCROLL_EDGE_PX = 44
const FOLDER_OPEN_DELAY_MS = 650

/** Follows a pressed pointer: moving the mouse starts a drag, a long press does so on touch; a finger that moves immediately scrolls. */
export function followPointer(pressed: PointerEvent, entry: TreeEntry, host: TreeHost) {
  const byTouch = pressed.pointerType === 'touch'
  let drag: ReturnType<typeof startDrag> | undefined
  let at = { x: pressed.clientX, y: pressed.clientY }
  const far = () => Math.hypot(at.x - pressed.clientX, at.y - pressed.clientY)
  const timer = byTouch ? setTimeout(start, Math.max(0, LONG_PRESS_MS - (performance.now() - pressed.timeStamp))) : undefined
  const listening = new AbortController()
  const on = <K extends keyof WindowEventMap>(
    type: K,
    listener: (event: WindowEventMap[K]) => void,
    options: AddEventListenerOptions = {},
  ) => addEventListener(type, listener, { signal: listening.signal, capture: true, ...options })

  const line = (pressed.target as Element | null)?.closest('[role=treeitem], [role=row]')

  function start() {
    drag = startDrag(entry, host, byTouch)
    line?.setAttribute('data-taken', '')
    drag.to(at.x, at.y)
    navigator.vibrate?.(8)
  }
  function stop(isDrop: boolean) {
    clearTimeout(timer)
    listening.abort()
    line?.removeAttribute('data-taken')
    if (!drag) return
    drag.end(isDrop)
    suppressNextClick()
  }

  on('pointermove', (event) => {
    if (event.pointerId !== pressed.pointerId) return
    at = { x: event.clientX, y: event.clientY }
    if (drag) return drag.to(at.x, at.y)
    if (byTouch ? far() > LONG_PRESS_SLOP_PX : far() > DRAG_START_PX) byTouch ? stop(false) : start()
  })
  on('pointerup', (event) => event.pointerId === pressed.pointerId && stop(true))
  on('pointercancel', (event) => event.pointerId === pressed.pointerId && stop(false))
  // Only a blur of the window itself: the same press also takes the focus from a field or button.
  on('blur', (event) => event.target === window && stop(false))
  on('keydown', (event) => {
    if (event.key !== 'Escape' || !drag) return
    event.preventDefault()
    event.stopPropagation()
    stop(false)
  })
  // A finger that drags a row must neither scroll nor open the browser's context menu.
  const hold = (event: Event) => drag && event.cancelable && event.preventDefault()
  pressed.target?.addEventListener('touchmove', hold, { passive: false, signal: listening.signal })
  on('contextmenu', (event) => byTouch && event.preventDefault())
}

function startDrag(entry: TreeEntry, host: TreeHost, byTouch: boolean) {
  const t = arrangeWords[host.language]
  const reasons: Record<Refusal, string> = { itself: t.itself, deep: t.deep, outside: t.outside }
  const shape = shapeOf(host.tree())
  const name = nameOf(shape, entry)
  const overlay = makeOverlay()
  const { box, lines, rowHeight, indent } = host
  let place: Place | undefined
  let at = { x: 0, y: 0 }
  let waiting: { cat_id: string; timer: ReturnType<typeof setTimeout> } | undefined
  let frame = requestAnimationFrame(scroll)
  document.documentElement.classList.add('moving')

  function show() {
    const [view, top, rows] = [box.getBoundingClientRect(), lines.getBoundingClientRect().top, host.rows()]
    const inside = at.x > view.left - 60 && at.x < view.right + 60 && at.y > view.top - 60 && at.y < view.bottom + 60
    const row = (at.y - top) / rowHeight
    const index = Math.max(0, Math.floor(row))
    const depth = Math.floor((at.x - view.left - indent.start) / indent.step)
    const wanted = placeAt(rows, shape, entry, { index, part: row < 0 ? 0 : row - index, depth })
    const refusal = !inside ? undefined : isMovable(shape, entry) ? refusalOf(shape, entry, wanted.parent) : 'outside'
    place = inside && !refusal && !isSamePlace(shape, entry, wanted) ? wanted : undefined
    const mark = place && markOf(rows, entry, place)
    const left = (deep: number) => view.left + indent.start + deep * indent.step
    overlay.line(view, mark?.line && { x: left(mark.line.depth), y: top + mark.line.index * rowHeight })
    overlay.folder(view, mark && mark.into >= 0 ? { x: view.left + 10, y: top + mark.into * rowHeight, height: rowHeight } : undefined)
    overlay.ghost(at.x, at.y, name, refusal && reasons[refusal], byTouch)
    const over = rows[index]
    scheduleOpen(inside && over?.open === false && over.cat_id !== entry.cat_id ? over.cat_id : undefined)
  }

  function scheduleOpen(cat_id: string | undefined) {
    if (waiting?.cat_id === cat_id) return
    clearTimeout(waiting?.timer)
    waiting = cat_id && cat_id !== ROOT ? { cat_id, timer: setTimeout(() => host.onOpen(cat_id), FOLDER_OPEN_DELAY_MS) } : undefined
  }

  function scroll() {
    frame = requestAnimationFrame(scroll)
    const view = box.getBoundingClientRect()
    const [up, down] = [SCROLL_EDGE_PX - (at.y - view.top), SCROLL_EDGE_PX - (view.bottom - at.y)]
    const by = up > 0 ? -up : down > 0 ? down : 0
    if (!by || !at.y) return
    const previous = box.scrollTop
    box.scrollTop += Math.max(-18, Math.min(18, by / 2))
    if (box.scrollTop !== previous) show()
  }

  return {
    to(x: number, y: number) {
      at = { x, y }
      show()
    },
    end(isDrop: boolean) {
      cancelAnimationFrame(frame)
      clearTimeout(waiting?.timer)
      document.documentElement.classList.remove('moving')
      overlay.remove()
      if (isDrop && place) host.onDrop(entry, place)
    },
  }
}
