import { useEffect, useRef } from 'react'

interface Keys {
  search: (() => void) | undefined
  edit: (() => void) | undefined
  /** Escape closes the drawer or leaves full screen. */
  leave: (() => void) | undefined
}

/** Ctrl/Cmd+K searches, Ctrl/Cmd+E edits (only with the right to), Escape leaves what covers the text. */
export function useReadingKeys(keys: Keys) {
  const now = useRef(keys)
  now.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { search, edit, leave } = now.current
      const control = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      const key = event.key.toLowerCase()
      const run = control && key === 'k' ? search : control && key === 'e' ? edit : key === 'escape' ? leave : undefined
      if (!run || event.defaultPrevented) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
