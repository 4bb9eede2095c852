import './drag.css'

/** Drawn over a tree during a drag: the entry's name at the pointer, a line at the drop place, a frame around the target folder. */
interface Overlay {
  /** Above a finger, which would hide it, or below the mouse pointer. */
  ghost: (x: number, y: number, name: string, refusal: string | undefined, byTouch: boolean) => void
  /** Clipped to `box`. */
  line: (box: DOMRect, at: { x: number; y: number } | undefined) => void
  folder: (box: DOMRect, at: { x: number; y: number; height: number } | undefined) => void
  remove: () => void
}

export function makeOverlay(): Overlay {
  const make = (className: string) => {
    const element = document.createElement('div')
    element.className = className
    element.setAttribute('aria-hidden', 'true')
    element.hidden = true
    document.body.append(element)
    return element
  }
  const [folder, line, ghost] = [make('move-into'), make('move-line'), make('move-ghost')]
  const place = (element: HTMLElement, style: Record<string, number> | undefined) => {
    element.hidden = style === undefined
    for (const [key, value] of Object.entries(style ?? {})) element.style.setProperty(key, `${Math.round(value)}px`)
  }
  const isSeen = (box: DOMRect, y: number) => y >= box.top - 2 && y <= box.bottom + 2
  return {
    ghost(x, y, name, refusal, byTouch) {
      const { offsetWidth: width, offsetHeight: height } = ghost
      const top = byTouch ? Math.max(8, y - height - 28) : Math.min(y + 12, innerHeight - 60)
      place(ghost, { left: Math.max(8, Math.min(x + 14, innerWidth - width - 8)), top })
      ghost.classList.toggle('no', refusal !== undefined)
      const text = refusal ? `${name}\n${refusal}` : name
      if (ghost.textContent !== text) ghost.textContent = text
    },
    line: (box, at) => place(line, at && isSeen(box, at.y) ? { left: at.x, top: at.y - 1, width: box.right - at.x - 10 } : undefined),
    folder: (box, at) =>
      place(
        folder,
        at && at.y + at.height > box.top && at.y < box.bottom
          ? {
              left: at.x,
              top: Math.max(box.top, at.y),
              width: box.right - at.x - 10,
              height: Math.min(box.bottom, at.y + at.height) - Math.max(box.top, at.y),
            }
          : undefined,
      ),
    remove() {
      for (const element of [folder, line, ghost]) element.remove()
    },
  }
}
