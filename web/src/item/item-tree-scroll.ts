import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Row } from './item-tree.ts'
import { firstStretch, scrollFor, stretchAt } from './item-tree-window.ts'

interface Seen {
  top: number
  height: number
  rowHeight: number
}

const STEP_ROWS = 8
const rowHeightHere = () => (globalThis.matchMedia?.('(pointer: coarse)').matches ? 40 : 30)

/**
 * Keeps the tree's window on what is seen. The height of the window is taken for that of the box: a little too much is
 * drawn, and nothing is ever measured.
 */
export function useTreeScroll(box: RefObject<HTMLElement | null>, rows: Row[], current: number) {
  const [seen, setSeen] = useState<Seen>()
  const follow = useCallback(() => {
    if (!box.current) return
    const rowHeight = rowHeightHere()
    const top = Math.floor(box.current.scrollTop / rowHeight / STEP_ROWS) * STEP_ROWS * rowHeight
    const height = innerHeight
    setSeen((old) => (old?.top === top && old.height === height && old.rowHeight === rowHeight ? old : { top, height, rowHeight }))
  }, [box])

  /* From here on the lines above the first stretch have their place; what the reader sees stays where it is. */
  const keep = useRef<number>(undefined)
  const at = useRef(current)
  at.current = current
  useLayoutEffect(() => {
    const rowHeight = rowHeightHere()
    const top = (box.current?.scrollTop ?? 0) + firstStretch(rows.length, at.current).from * rowHeight
    const wish = at.current < 0 ? undefined : scrollFor(at.current, top, innerHeight - 160, rowHeight, 'middle')
    keep.current = Math.max(at.current, 0) * rowHeight - (wish ?? top)
    setSeen({ top: wish ?? top, height: innerHeight, rowHeight })
    addEventListener('resize', follow)
    return () => removeEventListener('resize', follow)
    /* Once, when the tree comes alive. */
  }, [])
  useLayoutEffect(() => {
    if (keep.current === undefined || !seen || !box.current) return
    box.current.scrollTop = Math.max(at.current, 0) * seen.rowHeight - keep.current
    keep.current = undefined
    follow()
  }, [seen, box, follow])

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
