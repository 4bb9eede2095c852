import { useEffect, useRef } from 'react'

interface Keys {
  filter: (() => void) | undefined
  edit: (() => void) | undefined
  /** Escape closes the drawer or leaves full screen. */
  leave: (() => void) | undefined
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** A slash filters the tree, Ctrl/Cmd+E edits (only with the right to), Escape leaves what covers the text. */
export function useReadingKeys(keys: Keys) {
  const now = useRef(keys)
  now.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { filter, edit, leave } = now.current
      const control = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      const key = event.key.toLowerCase()
      const slash = key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event.target)
      const run = slash ? filter : control && key === 'e' ? edit : key === 'escape' ? leave : undefined
      if (!run || event.defaultPrevented || document.querySelector('dialog[open]')) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
