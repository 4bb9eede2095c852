import { type RefObject, useEffect, useState } from 'react'

/** So far from the window a thing is still near: it is ready before it is seen. */
const MARGIN = '800px 0px'

const told = new WeakMap<Element, (near: boolean) => void>()
let watch: IntersectionObserver | undefined

/** Whether a thing is in sight or close to it; what only then counts need not exist hundreds of times. */
export function useNear(thing: RefObject<Element | null>) {
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const element = thing.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    watch ??= new IntersectionObserver(
      (entries) => {
        for (const entry of entries) told.get(entry.target)?.(entry.isIntersecting)
      },
      { rootMargin: MARGIN },
    )
    const watching = watch
    told.set(element, setNear)
    watching.observe(element)
    return () => watching.unobserve(element)
  }, [thing])
  return near
}
