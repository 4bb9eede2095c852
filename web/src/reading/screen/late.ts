import { useEffect, useState } from 'react'

/** Milliseconds; what comes sooner needs no word about waiting. As in parts.css, where a skeleton appears. */
const SOON = 150

/** Whether something is waited for longer than a moment. */
export function useLate(waiting: boolean) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(setLate, SOON, true)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting])
  return late
}
