import type { EditorView } from '@codemirror/view'
import { type RefObject, useLayoutEffect } from 'react'
import { raise } from '../../ui/popover.tsx'
import { textScale } from '../../ui/text/scale.ts'

const EDGE = 8
/** As in cursor.css. */
const MENU_MAX_HEIGHT = 344

/** Below the text, or above it where there is more room; never under the keyboard of a phone. */
function place(menu: HTMLElement, at: { left: number; top: number; bottom: number }) {
  const { height: visible, offsetTop: from } = window.visualViewport ?? { height: innerHeight, offsetTop: 0 }
  const [above, below] = [at.top - from, from + visible - at.bottom].map((room) => room - 2 * EDGE) as [number, number]
  const most = MENU_MAX_HEIGHT * textScale()
  const isBelow = below >= Math.min(menu.scrollHeight, most) || below >= above
  menu.style.maxHeight = `${Math.max(120, Math.min(most, isBelow ? below : above))}px`
  menu.style.left = `${Math.max(EDGE, Math.min(at.left, innerWidth - menu.offsetWidth - EDGE))}px`
  menu.style.top = `${isBelow ? at.bottom + EDGE / 2 : at.top - EDGE / 2 - menu.offsetHeight}px`
}

/** Keeps a menu at the place `from` of the text, also when the text is scrolled. `count` are its entries, which give its height. */
export function useMenuPlace(view: EditorView, float: RefObject<HTMLElement | null>, from: number | undefined, count: number) {
  useLayoutEffect(() => {
    const menu = float.current
    if (from === undefined || !menu || count === 0) return
    raise(menu)
    const position = () => {
      const at = from <= view.state.doc.length ? view.coordsAtPos(from) : null
      if (at) place(menu, at)
    }
    position()
    addEventListener('resize', position)
    addEventListener('scroll', position, true)
    return () => {
      removeEventListener('resize', position)
      removeEventListener('scroll', position, true)
    }
  }, [from, count, view, float])
}
