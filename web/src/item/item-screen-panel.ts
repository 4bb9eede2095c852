import { useCallback, useEffect, useRef, useState } from 'react'

export type Panel = 'none' | 'tree' | 'toc'

const target = { tree: '.side [role=tree]', toc: '.rail a' }

/** The drawer and the sheet of narrow windows. The focus goes into them and back to where it came from. */
export function usePanel() {
  const [panel, setPanel] = useState<Panel>('none')
  const before = useRef<HTMLElement | null>(null)
  const open = useCallback((next: 'tree' | 'toc') => {
    before.current = document.activeElement as HTMLElement | null
    setPanel(next)
  }, [])
  const close = useCallback(() => setPanel('none'), [])
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
  return { panel, open, close }
}
