import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds that pictures and diagrams may take; a print without one of them is better than none. */
const LONGEST = 20_000
const OFTEN = 200

const isReady = (root: HTMLElement) =>
  [...root.querySelectorAll('img')].every((image) => image.complete) && !root.querySelector('.diagram:not(.bad):not(:has(svg, img))')

/** Whether everything that is printed has been drawn. */
export function useReady(root: RefObject<HTMLElement | null>, isLoaded: boolean): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    setReady(false)
    if (!isLoaded) return
    const start = Date.now()
    const watch = setInterval(() => {
      if (root.current && !isReady(root.current) && Date.now() - start < LONGEST) return
      clearInterval(watch)
      setReady(true)
    }, OFTEN)
    return () => clearInterval(watch)
  }, [isLoaded, root])
  return ready
}
