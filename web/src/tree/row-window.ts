import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/* Which rows are in the document: all of them up to this number, above it only a range around the visible rows. */
const ALL_ROWS_MAX = 120
const OVERSCAN = 12
/* The range moves in steps, so that short scrolling renders nothing. */
const WINDOW_STEP_ROWS = 8
/** Rows in the HTML of the server and in the first render, before the browser has measured anything. */
const INITIAL_ROWS = 60

interface RowRange {
  from: number
  to: number
}

/**
 * The range before the list is measured. The list cannot scroll yet, so the range begins shortly above the current row without
 * empty space above it, and the reader sees the current page immediately.
 */
export function initialRange(count: number, current: number): RowRange {
  if (count <= ALL_ROWS_MAX) return { from: 0, to: count }
  const from = current < INITIAL_ROWS / 2 ? 0 : Math.min(current - 12, count - INITIAL_ROWS)
  return { from: Math.max(0, from), to: Math.min(count, from + INITIAL_ROWS) }
}

export function rangeAt(count: number, scrollTop: number, height: number, rowHeight: number): RowRange {
  if (count <= ALL_ROWS_MAX) return { from: 0, to: count }
  const first = Math.floor(scrollTop / rowHeight / WINDOW_STEP_ROWS) * WINDOW_STEP_ROWS
  const from = Math.max(0, Math.min(first - OVERSCAN, count - 1))
  return { from, to: Math.min(count, first + Math.ceil(height / rowHeight) + WINDOW_STEP_ROWS + OVERSCAN) }
}

/** The scroll position that makes the whole row visible, or undefined if it is visible already. */
export function scrollFor(
  index: number,
  scrollTop: number,
  height: number,
  rowHeight: number,
  place: 'near' | 'middle',
): number | undefined {
  const top = index * rowHeight
  const margin = rowHeight * 2
  if (top >= scrollTop + margin && top + rowHeight <= scrollTop + height - margin) return undefined
  if (place === 'middle') return Math.max(0, top - height * 0.4)
  return Math.max(0, top < scrollTop + margin ? top - margin : top + rowHeight + margin - height)
}

interface Viewport {
  top: number
  height: number
  rowHeight: number
}

/**
 * Virtual scrolling of a tree: selects the rows to render. It uses the window height instead of the box height, which renders
 * a few extra rows but measures nothing. `current` is the index of the row that the first render shows, -1 for none.
 */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number, current: number, rowHeightNow: () => number) {
  const [viewport, setViewport] = useState<Viewport>()
  const at = useRef(current)
  const latestCount = useRef(count)
  const mounted = useRef(false)
  /* Offset of the current row in the box while the rows above it receive their space. */
  const anchorOffset = useRef<number>(undefined)

  /* Folders restored from storage open above the current row. Adjust the scroll position so that the visible rows stay in place. */
  useLayoutEffect(() => {
    const moved = at.current >= 0 && current > at.current && !viewport && count <= ALL_ROWS_MAX ? current - at.current : 0
    at.current = current
    latestCount.current = count
    if (moved && box.current) box.current.scrollTop += moved * rowHeightNow()
  }, [current, count, viewport, box, rowHeightNow])

  const updateViewport = useCallback(() => {
    if (!box.current || latestCount.current <= ALL_ROWS_MAX) return
    const rowHeight = rowHeightNow()
    const top = Math.floor(box.current.scrollTop / rowHeight / WINDOW_STEP_ROWS) * WINDOW_STEP_ROWS * rowHeight
    const height = innerHeight
    setViewport((old) => (old?.top === top && old.height === height && old.rowHeight === rowHeight ? old : { top, height, rowHeight }))
  }, [box, rowHeightNow])

  /* The first render omits the space of the rows above. Reserve it now, and scroll to the current row. */
  useEffect(() => {
    mounted.current = true
    const rowHeight = rowHeightNow()
    const place = Math.max(at.current, 0) * rowHeight
    const top = (box.current?.scrollTop ?? 0) + initialRange(latestCount.current, at.current).from * rowHeight
    const targetTop = at.current < 0 ? undefined : scrollFor(at.current, top, innerHeight - 160, rowHeight, 'middle')
    if (latestCount.current > ALL_ROWS_MAX) {
      anchorOffset.current = place - (targetTop ?? top)
      setViewport({ top: targetTop ?? top, height: innerHeight, rowHeight })
    } else if (targetTop !== undefined && box.current) box.current.scrollTop = targetTop
    addEventListener('resize', updateViewport)
    return () => removeEventListener('resize', updateViewport)
  }, [box, rowHeightNow, updateViewport])
  useLayoutEffect(() => {
    if (anchorOffset.current === undefined || !viewport || !box.current) return
    box.current.scrollTop = Math.max(at.current, 0) * viewport.rowHeight - anchorOffset.current
    anchorOffset.current = undefined
  }, [viewport, box])

  /* A short tree renders all rows. When it becomes long, virtual scrolling has to start. */
  const long = count > ALL_ROWS_MAX
  useLayoutEffect(() => {
    if (long && mounted.current) updateViewport()
  }, [long, updateViewport])

  const scrollToRow = useCallback(
    (index: number) => {
      if (!box.current || index < 0) return
      const height = box.current.clientHeight || innerHeight
      const top = scrollFor(index, box.current.scrollTop, height, rowHeightNow(), 'near')
      if (top === undefined) return
      box.current.scrollTop = top
      updateViewport()
    },
    [box, rowHeightNow, updateViewport],
  )

  const range = viewport ? rangeAt(count, viewport.top, viewport.height, viewport.rowHeight) : initialRange(count, current)
  return { range, above: viewport ? range.from : 0, below: viewport ? count - range.to : 0, onScroll: updateViewport, show: scrollToRow }
}
