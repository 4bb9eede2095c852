import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { prefersReducedMotion, targetOf } from '../article/links.ts'
import { isPanelEntry } from './panel.ts'

/** Where the reader was on each address of this tab's history. */
const places = new Map<string, number>()

/**
 * When another page or another heading is shown: back and forward return to where the reader was, a hash leads to its
 * heading, everything else to the top. The focus follows to the title, except when the reader walks in the tree.
 */
export function useScrollRestoration(shown: string | undefined, wanted: string | undefined, title: RefObject<HTMLElement | null>) {
  const { key, hash, state } = useLocation()
  const isPanel = isPanelEntry(state)
  const kind = useNavigationType()
  const arrived = useRef<{ key: string; page: string | undefined }>(undefined)
  /* While a page is waited for, the window is as short as its skeleton: that is nowhere the reader was. */
  const waits = useRef(false)

  useEffect(() => {
    const remember = () => {
      if (arrived.current && !waits.current) places.set(arrived.current.key, scrollY)
    }
    addEventListener('scroll', remember, { passive: true })
    return () => {
      removeEventListener('scroll', remember)
      history.scrollRestoration = 'auto'
    }
  }, [])

  useLayoutEffect(() => {
    waits.current = shown === undefined || shown !== wanted
    if (waits.current) {
      if (arrived.current && scrollY > 0) scrollTo({ top: 0 })
      return
    }
    const before = arrived.current
    if (before?.key === key && before.page === shown) return
    arrived.current = { key, page: shown }
    /* A panel that opens over the text moves nothing. */
    if (isPanel) return void places.set(key, scrollY)
    if (!before && !hash) return
    if (before) history.scrollRestoration = 'manual'
    const otherPage = before !== undefined && before.page !== shown
    const kept = kind === 'POP' && before ? places.get(key) : undefined
    const target = hash ? targetOf(hash) : null
    if (kept !== undefined) scrollTo({ top: kept })
    else if (target) target.scrollIntoView({ behavior: otherPage || !before || prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' })
    else if (before) scrollTo({ top: 0 })
    if (otherPage && !document.activeElement?.closest('[role=tree]')) title.current?.focus({ preventScroll: true })
  }, [shown, wanted, key, hash, isPanel, kind, title])
}
