import { useCallback, useLayoutEffect, useState } from 'react'

const KEY = 'wide'

/** Whether the reader has widened the text; remembered in this browser. */
export function useWide() {
  const [wide, setWide] = useState(false)
  useLayoutEffect(() => {
    try {
      if (localStorage.getItem(KEY) === '1') setWide(true)
    } catch {
      /* Storage may be switched off. */
    }
  }, [])
  const turn = useCallback(() => {
    setWide((now) => {
      try {
        localStorage.setItem(KEY, now ? '0' : '1')
      } catch {
        /* Then it holds for this visit. */
      }
      return !now
    })
  }, [])
  return [wide, turn] as const
}
