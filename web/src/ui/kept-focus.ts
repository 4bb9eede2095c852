import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus in a part of the screen when the element that has it goes, as a field does after its text is sent: the element that
 * `preferred` selects takes it, or the nearest one around that is still there and has a tabindex, or the root. When the root goes, the
 * focus returns to where it was. Otherwise a user of the keyboard starts again at the top of the page. Returns attributes of the root.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>, preferred?: string) {
  /** The focused element and those around it, up to the root; empty while the focus is elsewhere. */
  const path = useRef<Element[]>([])
  useEffect(() => {
    const element = root.current
    if (!element) return
    const previousFocus = document.activeElement as HTMLElement | null
    const changes = new MutationObserver(() => {
      const focused = document.activeElement
      if (path.current.length === 0 || (focused !== document.body && focused !== element)) return
      const around = path.current.find((one) => one.isConnected && one.hasAttribute('tabindex'))
      // What is preferred can come later than the element goes.
      const next = (preferred && element.querySelector<HTMLElement>(preferred)) || (around as HTMLElement | undefined) || element
      if (next !== focused) next.focus({ preventScroll: true })
    })
    changes.observe(element, { childList: true, subtree: true })
    return () => {
      changes.disconnect()
      if (document.activeElement === document.body) previousFocus?.focus({ preventScroll: true })
    }
  }, [root, preferred])
  return {
    tabIndex: -1,
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      const found: Element[] = []
      for (let one: Element | null = target; one && one !== currentTarget; one = one.parentElement) found.push(one)
      path.current = [...found, currentTarget]
    },
    // React reports no blur of an element that goes: this is a person who leaves, or a button that is disabled while it sends.
    onBlur: ({ target, currentTarget, relatedTarget }: FocusEvent) => {
      if (!target.matches(':disabled') && !currentTarget.contains(relatedTarget)) path.current = []
    },
  }
}
