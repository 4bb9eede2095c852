import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Row } from '../../tree/item-tree.ts'
import { ALL_ROWS_MAX, firstStretch, scrollFor, stretchAt, WINDOW_STEP_ROWS } from '../../tree/item-tree-window.ts'

interface Seen {
  top: number
  height: number
  rowHeight: number
}

const FINE = 30
const COARSE = 44
let coarse: MediaQueryList | undefined

/* As in the style sheet (--h-tree); asked once, because asking makes the browser compute the styles of the whole page. */
const rowHeightHere = () => {
  coarse ??= globalThis.matchMedia?.('(pointer: coarse)')
  return coarse?.matches ? COARSE : FINE
}

/**
 * Keeps the tree's window on what is seen. The height of the window is taken for that of the box: a little too much is
 * drawn, and nothing has to be measured.
 */
export function useTreeScroll(box: RefObject<HTMLElement | null>, rows: Row[], current: number) {
  const [seen, setSeen] = useState<Seen>()
  const at = useRef(current)
  const count = useRef(rows.length)
  const alive = useRef(false)
  /* Where the current line stands in the box, while the lines above it get their places. */
  const keep = useRef<number>(undefined)

  /* Folders remembered from before open above the current line at once: what the reader sees stays where it is. */
  useLayoutEffect(() => {
    const moved = at.current >= 0 && current > at.current && !seen && rows.length <= ALL_ROWS_MAX ? current - at.current : 0
    at.current = current
    count.current = rows.length
    if (moved && box.current) box.current.scrollTop += moved * rowHeightHere()
  }, [current, rows, seen, box])

  const follow = useCallback(() => {
    if (!box.current || count.current <= ALL_ROWS_MAX) return
    const rowHeight = rowHeightHere()
    const top = Math.floor(box.current.scrollTop / rowHeight / WINDOW_STEP_ROWS) * WINDOW_STEP_ROWS * rowHeight
    const height = innerHeight
    setSeen((old) => (old?.top === top && old.height === height && old.rowHeight === rowHeight ? old : { top, height, rowHeight }))
  }, [box])

  /* The first drawing is on screen; from here on the lines above its stretch have their place. */
  useEffect(() => {
    alive.current = true
    const rowHeight = rowHeightHere()
    const place = Math.max(at.current, 0) * rowHeight
    const top = (box.current?.scrollTop ?? 0) + firstStretch(count.current, at.current).from * rowHeight
    const wish = at.current < 0 ? undefined : scrollFor(at.current, top, innerHeight - 160, rowHeight, 'middle')
    if (count.current > ALL_ROWS_MAX) {
      keep.current = place - (wish ?? top)
      setSeen({ top: wish ?? top, height: innerHeight, rowHeight })
    } else if (wish !== undefined && box.current) box.current.scrollTop = wish
    addEventListener('resize', follow)
    return () => removeEventListener('resize', follow)
  }, [box, follow])
  useLayoutEffect(() => {
    if (keep.current === undefined || !seen || !box.current) return
    box.current.scrollTop = Math.max(at.current, 0) * seen.rowHeight - keep.current
    keep.current = undefined
  }, [seen, box])

  /* A short tree that grew long has not been followed so far. */
  const long = rows.length > ALL_ROWS_MAX
  useLayoutEffect(() => {
    if (long && alive.current) follow()
  }, [long, follow])

  const show = useCallback(
    (index: number) => {
      if (!box.current || index < 0) return
      const height = box.current.clientHeight || innerHeight
      const top = scrollFor(index, box.current.scrollTop, height, rowHeightHere(), 'near')
      if (top === undefined) return
      box.current.scrollTop = top
      follow()
    },
    [box, follow],
  )

  const stretch = seen ? stretchAt(rows.length, seen.top, seen.height, seen.rowHeight) : firstStretch(rows.length, current)
  return { stretch, above: seen ? stretch.from : 0, below: seen ? rows.length - stretch.to : 0, follow, show }
}
