import './drag.css'

/** What a drag does while the pointer moves. Each kind of list or tree has its own. */
export interface Drag {
  /** The pointer is here in the window, or the content under it has scrolled. */
  to: (x: number, y: number) => void
  /** `isDrop` is false if the drag was cancelled. */
  end: (isDrop: boolean) => void
}

interface Options {
  /** Scrolls while the pointer is near its upper or lower edge. */
  box: Element
  /** Returns nothing if the entry cannot be dragged any more. */
  start: (byTouch: boolean) => Drag | undefined
}

const DRAG_START_PX = 5
const LONG_PRESS_MS = 350
const LONG_PRESS_SLOP_PX = 8
const SCROLL_EDGE_PX = 44
const SCROLL_STEP_MAX_PX = 18
/** A browser sends the click of a drag immediately after the release. */
const CLICK_DELAY_MS = 50

/**
 * Ignores the click that ends a drag, because the dragged element can be a link or a button. `isHeld`: the pointer is still pressed.
 * Without a click, the next press or the end of the delay restores clicks. Clicks by keyboard or script (`detail` 0) are still handled.
 */
export function suppressClick(isHeld: boolean) {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  const end = () => listening.abort()
  const endSoon = () => void setTimeout(end, CLICK_DELAY_MS)
  addEventListener('pointerdown', end, options)
  addEventListener(
    'click',
    (event) => {
      if (event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
      end()
    },
    options,
  )
  if (!isHeld) return endSoon()
  for (const type of ['pointerup', 'pointercancel'] as const) addEventListener(type, endSoon, options)
}

/** Scrolls the box at its edges; returns the function that stops it. */
function scrollAtEdges(box: Element, at: () => { y: number }, onScroll: () => void) {
  const isPage = box === document.documentElement
  function step() {
    frame = requestAnimationFrame(step)
    const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : box.getBoundingClientRect()
    const { y } = at()
    const [up, down] = [SCROLL_EDGE_PX - (y - top), SCROLL_EDGE_PX - (bottom - y)]
    const by = up > 0 ? -up : Math.max(down, 0)
    if (!by || !y) return
    const previous = box.scrollTop
    box.scrollTop += Math.max(-SCROLL_STEP_MAX_PX, Math.min(SCROLL_STEP_MAX_PX, by / 2))
    if (box.scrollTop !== previous) onScroll()
  }
  let frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}

/** The nearest ancestor that scrolls vertically, or the page. */
export function scrollBoxOf(element: Element): Element {
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight) return at
  return document.documentElement
}

/**
 * Follows a pressed pointer: moving the mouse starts a drag, a long press does so on touch; a finger that moves immediately scrolls.
 * Escape, a second press and a lost pointer cancel. Returns the function that cancels.
 */
export function followPointer(pressed: PointerEvent, { box, start }: Options): () => void {
  const byTouch = pressed.pointerType === 'touch'
  const root = document.documentElement
  let drag: Drag | undefined
  let stopScrolling = () => {}
  let at = { x: pressed.clientX, y: pressed.clientY }
  const timer = byTouch ? setTimeout(begin, Math.max(0, LONG_PRESS_MS - (performance.now() - pressed.timeStamp))) : undefined
  const listening = new AbortController()
  const on = <K extends keyof WindowEventMap>(
    type: K,
    listener: (event: WindowEventMap[K]) => void,
    options: AddEventListenerOptions = {},
  ) => addEventListener(type, listener, { signal: listening.signal, capture: true, ...options })

  function begin() {
    const started = start(byTouch)
    if (!started) return stop(false)
    drag = started
    root.classList.add('moving')
    getSelection()?.removeAllRanges()
    stopScrolling = scrollAtEdges(
      box,
      () => at,
      () => started.to(at.x, at.y),
    )
    started.to(at.x, at.y)
    if (byTouch) navigator.vibrate?.(8)
  }
  function stop(isDrop: boolean, isHeld = false) {
    if (listening.signal.aborted) return
    clearTimeout(timer)
    listening.abort()
    if (!drag) return
    stopScrolling()
    root.classList.remove('moving')
    drag.end(isDrop)
    suppressClick(isHeld)
  }

  on('pointermove', (event) => {
    if (event.pointerId !== pressed.pointerId) return
    // The mouse was released where this window does not receive it.
    if (!byTouch && event.buttons === 0) return stop(false)
    at = { x: event.clientX, y: event.clientY }
    if (drag) return drag.to(at.x, at.y)
    const far = Math.hypot(at.x - pressed.clientX, at.y - pressed.clientY)
    if (byTouch && far > LONG_PRESS_SLOP_PX) stop(false)
    if (!byTouch && far > DRAG_START_PX) begin()
  })
  on('pointerup', (event) => event.pointerId === pressed.pointerId && stop(true))
  on('pointercancel', (event) => event.pointerId === pressed.pointerId && stop(false))
  on('pointerdown', (event) => event !== pressed && stop(false, true))
  // Only a blur of the window itself: the same press also takes the focus from a field or button.
  on('blur', (event) => !(event.target instanceof Node) && stop(false, true))
  on('keydown', (event) => {
    if (event.key !== 'Escape' || !drag) return
    event.preventDefault()
    event.stopPropagation()
    stop(false, true)
  })
  // A dragged link or picture would start a drag of the browser.
  on('dragstart', (event) => event.preventDefault())
  // A finger that drags must neither scroll nor open the browser's context menu.
  const hold = (event: Event) => drag && event.cancelable && event.preventDefault()
  pressed.target?.addEventListener('touchmove', hold, { passive: false, signal: listening.signal })
  on('contextmenu', (event) => byTouch && event.preventDefault())
  return () => stop(false, true)
}
