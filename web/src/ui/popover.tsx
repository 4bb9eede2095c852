import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

export type Align = 'start' | 'end' | 'center'

const EDGE = 8
/** A part of a float that shows what it is. It is never lower, also in a window that is lower still. */
const LEAST = 120

/** Places a floating element below its anchor, or above it where there is more space. What does not fit there scrolls. */
export function positionFloat(float: HTMLElement, anchor: DOMRect, align: Align, gap = 4) {
  const width = float.offsetWidth
  // The whole height, also of a float that scrolls already: without its limit it would lose its scroll position.
  const isLimited = float.style.maxHeight !== ''
  const height = isLimited ? float.scrollHeight + float.offsetHeight - float.clientHeight : float.offsetHeight
  const { innerWidth, innerHeight } = window
  const from = { start: anchor.left, end: anchor.right - width, center: anchor.left + (anchor.width - width) / 2 }[align]
  const left = Math.max(EDGE, Math.min(from, innerWidth - width - EDGE))
  const below = anchor.bottom + gap
  const isBelow = below + height <= innerHeight - EDGE || anchor.top < innerHeight - anchor.bottom
  const pushed = Number.parseFloat(getComputedStyle(float).marginTop) || 0
  const room = isBelow ? innerHeight - EDGE - below - pushed : anchor.top - gap - pushed - EDGE
  const shown = height > room ? Math.max(room, LEAST) : height
  float.style.maxHeight = shown < height ? `${shown}px` : ''
  float.style.overflowY = shown < height ? 'auto' : ''
  const top = isBelow ? below : anchor.top - gap - shown
  float.style.left = `${left}px`
  float.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - shown - pushed - EDGE))}px`
}

/** Shows it in the top layer, also above dialogs. */
export function raise(float: HTMLElement) {
  if (!float.showPopover) return
  if (float.matches(':popover-open')) float.hidePopover()
  float.popover = 'manual'
  float.showPopover()
}

/** Props for the button that opens it. */
export interface Opener {
  ref: RefObject<HTMLButtonElement | null>
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
  'aria-expanded': boolean
  'aria-haspopup': 'menu' | 'dialog'
  'aria-controls': string | undefined
}

interface Float {
  open: boolean
  close: (backToButton?: boolean) => void
  opener: Opener
  panel: { ref: RefObject<HTMLDivElement | null>; id: string }
}

/** State and position of a panel with its button. Escape and a click outside close it; `onEscape` sets the focus after Escape. */
export function useFloat(kind: 'menu' | 'dialog', align: Align, onEscape?: () => void): Float {
  const [open, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement | null>(null)
  const panel = useRef<HTMLDivElement | null>(null)
  const escaped = useRef(onEscape)
  escaped.current = onEscape
  const close = useCallback((backToButton = true) => {
    setOpen(false)
    if (backToButton) button.current?.focus()
  }, [])

  useLayoutEffect(() => {
    const float = panel.current
    const anchor = button.current
    if (!open || !float || !anchor) return
    raise(float)
    const position = () => positionFloat(float, anchor.getBoundingClientRect(), align)
    position()
    // Its content and its styles can load after it has opened.
    const sizes = new ResizeObserver(position)
    sizes.observe(float)
    addEventListener('resize', position)
    addEventListener('scroll', position, true)
    return () => {
      sizes.disconnect()
      removeEventListener('resize', position)
      removeEventListener('scroll', position, true)
    }
  }, [open, align])

  useEffect(() => {
    if (!open) return
    const press = (event: PointerEvent) => {
      const target = event.target as Node
      if (!panel.current?.contains(target) && !button.current?.contains(target)) close(false)
    }
    const key = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      close(escaped.current === undefined)
      escaped.current?.()
    }
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('keydown', key, true)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('keydown', key, true)
    }
  }, [open, close])

  return {
    open,
    close,
    opener: {
      ref: button,
      onClick: () => setOpen((isOpen) => !isOpen),
      onKeyDown: (event) => {
        if (kind !== 'menu' || open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
        event.preventDefault()
        setOpen(true)
      },
      'aria-expanded': open,
      'aria-haspopup': kind,
      'aria-controls': open ? id : undefined,
    },
    panel: { ref: panel, id },
  }
}

interface Props {
  label: string
  align?: Align
  className?: string
  button: (opener: Opener) => ReactNode
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A panel with fields and text (for a list of actions use Menu). It takes the focus and restores it when closed. */
export function Popover({ label, align = 'end', className = '', button, children }: Props) {
  const { open, close, opener, panel } = useFloat('dialog', align)
  useEffect(() => {
    if (!open) return
    const float = panel.ref.current
    const chosen = float?.querySelector<HTMLElement>('[data-autofocus]')
    ;(chosen ?? float?.querySelector<HTMLElement>('input, button, a[href], textarea, select') ?? float)?.focus()
  }, [open, panel.ref])
  return (
    <>
      {button(opener)}
      {open && (
        <div {...panel} role="dialog" aria-label={label} tabIndex={-1} className={`pop ${className}`}>
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </>
  )
}
