import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

export type Panel = 'none' | 'tree' | 'toc'

const target = { tree: '.side [role=tree]', toc: '.rail a' }

/** An open panel has an entry of its own in the history, so that Back closes it and stays at the page. */
interface Entry {
  panel?: boolean
}
export const isPanelEntry = (state: unknown) => (state as Entry | null)?.panel === true

/** The drawer and the sheet of narrow windows. The focus goes into them and back to where it came from. */
export function usePanel() {
  const [panel, setPanel] = useState<Panel>('none')
  const before = useRef<HTMLElement | null>(null)
  const go = useNavigate()
  const { key, pathname, search, hash, state } = useLocation()
  const here = useRef({ path: '', state })
  here.current = { path: pathname + search + hash, state }

  const open = useCallback(
    (next: 'tree' | 'toc') => {
      before.current = document.activeElement as HTMLElement | null
      setPanel(next)
      const now = here.current
      if (!isPanelEntry(now.state)) void go(now.path, { state: { ...now.state, panel: true } satisfies Entry, preventScrollReset: true })
    },
    [go],
  )
  const close = useCallback(() => {
    setPanel('none')
    if (isPanelEntry(here.current.state)) void go(-1)
  }, [go])
  /** Closed because the reader goes on; the next place takes the entry of the panel. */
  const leave = useCallback(() => {
    setPanel('none')
    return { replace: isPanelEntry(here.current.state) }
  }, [])

  useEffect(() => {
    if (key !== '' && !isPanelEntry(here.current.state)) setPanel('none')
  }, [key])
  /* After a reload the entry is there and its panel is not. */
  useEffect(() => {
    const { path, state: kept } = here.current
    if (isPanelEntry(kept)) void go(path, { replace: true, state: { ...kept, panel: false } })
  }, [go])
  /* In a wide window nothing is covered. */
  useEffect(() => {
    const wide = globalThis.matchMedia?.('(min-width: 1300px)')
    wide?.addEventListener('change', close)
    return () => wide?.removeEventListener('change', close)
  }, [close])
  useEffect(() => {
    if (panel !== 'none') {
      document.querySelector<HTMLElement>(target[panel])?.focus()
      return
    }
    before.current?.focus({ preventScroll: true })
    before.current = null
  }, [panel])
  return { panel, open, close, leave }
}
