import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { scrollFor, stretchAt } from '../tree/item-tree-window.ts'

/** As in catalog.css. */
export const ROW = 40
const UNKNOWN = 900

/** Which lines are drawn, and the way to bring one into sight. */
export function useWindow(box: RefObject<HTMLElement | null>, count: number) {
  const [seen, setSeen] = useState({ top: 0, height: UNKNOWN })
  const look = useCallback(() => {
    if (!box.current) return
    const next = { top: Math.floor(box.current.scrollTop / ROW / 4) * ROW * 4, height: box.current.clientHeight || UNKNOWN }
    setSeen((now) => (now.top === next.top && now.height === next.height ? now : next))
  }, [box])
  useLayoutEffect(look, [look, count])
  useEffect(() => {
    const element = box.current
    element?.addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      element?.removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [box, look])
  const show = useCallback(
    (index: number) => {
      if (!box.current) return
      const top = scrollFor(index, box.current.scrollTop, box.current.clientHeight || UNKNOWN, ROW, 'near')
      if (top === undefined) return
      box.current.scrollTop = top
      look()
    },
    [box, look],
  )
  return { ...stretchAt(count, seen.top, seen.height, ROW), show }
}
