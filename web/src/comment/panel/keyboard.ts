import { useEffect, useRef } from 'react'

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

interface PanelKeys {
  /** The next (1) or the previous (-1) thread. */
  move: (step: 1 | -1) => void
  reply: () => void
  resolve: () => void
  close: () => void
}

/** The keys n, p, r, e and Escape while the panel is open and nothing is typed in a field. */
export function usePanelKeys(keys: PanelKeys) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { move, reply, resolve, close } = latest.current
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      if (document.querySelector('dialog[open], [popover]:popover-open')) return
      const run = { n: () => move(1), p: () => move(-1), r: reply, e: resolve, Escape: close }[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
