export type Align = 'start' | 'end' | 'center'

const EDGE = 8

/** Puts a float under what it belongs to, above it where there is more room, and always inside the window. */
export function positionFloat(float: HTMLElement, anchor: DOMRect, align: Align, gap = 4) {
  const { offsetWidth: width, offsetHeight: height } = float
  const { innerWidth, innerHeight } = window
  const from = { start: anchor.left, end: anchor.right - width, center: anchor.left + (anchor.width - width) / 2 }[align]
  const left = Math.max(EDGE, Math.min(from, innerWidth - width - EDGE))
  const below = anchor.bottom + gap
  const above = anchor.top - gap - height
  const fitsBelow = below + height <= innerHeight - EDGE || anchor.top < innerHeight - anchor.bottom
  const top = fitsBelow ? below : above
  float.style.left = `${left}px`
  const pushed = Number.parseFloat(getComputedStyle(float).marginTop) || 0
  float.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - height - pushed - EDGE))}px`
}

/** Shows it above everything, dialogs included. */
export function raise(float: HTMLElement) {
  if (!float.showPopover) return
  if (float.matches(':popover-open')) float.hidePopover()
  float.popover = 'manual'
  float.showPopover()
}
