import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

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

/**
 * Keeps the focus in the panel when the element that has it goes, as a field does after its text is sent: the active thread takes it,
 * or the panel. When the panel goes, the focus returns to where it was. Otherwise a user of the keyboard starts again at the top of the
 * page. Returns the handlers of the panel.
 */
export function useKeptFocus(panel: RefObject<HTMLElement | null>) {
  const isInside = useRef(false)
  useEffect(() => {
    const root = panel.current
    if (!root) return
    const previousFocus = document.activeElement as HTMLElement | null
    const changes = new MutationObserver(() => {
      const focused = document.activeElement
      if (!isInside.current || (focused !== document.body && focused !== root)) return
      // A new thread can come later than its field goes.
      const next = root.querySelector<HTMLElement>('.thread.on') ?? root
      if (next !== focused) next.focus({ preventScroll: true })
    })
    changes.observe(root, { childList: true, subtree: true })
    return () => {
      changes.disconnect()
      if (document.activeElement === document.body) previousFocus?.focus({ preventScroll: true })
    }
  }, [panel])
  return {
    onFocus: () => {
      isInside.current = true
    },
    // React reports no blur of an element that goes: this is a person who leaves the panel.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) isInside.current = false
    },
  }
}
