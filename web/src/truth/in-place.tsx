import { type ReactNode, useEffect, useRef } from 'react'

/** A form that opens in the panel: it takes the focus and comes into view. */
export function InPlace({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('input, select, button')?.focus({ preventScroll: true })
    place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return <div ref={place}>{children}</div>
}
