/**
 * Browsers need a listener that can cancel scrolling before the touch starts; otherwise a finger scrolls instead of dragging.
 * Returns the function that removes it.
 */
export function holdTouches(element: Element | null) {
  const none = () => {}
  element?.addEventListener('touchmove', none, { passive: false })
  return () => element?.removeEventListener('touchmove', none)
}
