import { type RefObject, useEffect, useState } from 'react'
import { textScale } from '../../ui/text/scale.ts'

/** Below the two bars that stay at the top. */
const scrollOffset = () => 150 * textScale()

interface Options {
  root: RefObject<HTMLElement | null>
  /** The number of changes. */
  count: number
  onToggle: ((number: number) => void) | undefined
  onAccept: (() => void) | undefined
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]')

/** Goes through the changes by buttons and by the keys j and k; x leaves the current one out, a accepts. */
export function useChangeKeys({ root, count, onToggle, onAccept }: Options) {
  const [at, setAt] = useState<number>()

  const go = (direction: 1 | -1) => {
    if (count === 0) return
    const next = at === undefined ? (direction > 0 ? 1 : count) : ((at - 1 + direction + count) % count) + 1
    setAt(next)
    const element = root.current?.querySelector(`[data-change="${next}"]`)
    if (element) scrollBy?.({ top: element.getBoundingClientRect().top - scrollOffset(), behavior: 'instant' })
  }

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      if (event.key === 'j') go(1)
      else if (event.key === 'k') go(-1)
      else if (event.key === 'x' && at !== undefined && onToggle) onToggle(at)
      else if (event.key === 'a' && onAccept) onAccept()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })

  return { at: at !== undefined && at <= count ? at : undefined, go }
}
