import { useEffect } from 'react'
import type { useSaving } from './saving.ts'

type Kind = ReturnType<typeof useSaving>['state']['kind']

/** Saves on Ctrl/Cmd+S, and by itself when the connection is back. `first`: before a part of the screen that has keys of its own. */
export function useSaveWhen(kind: Kind, saveNow: () => void, { first = false } = {}) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (first) event.stopPropagation()
      if (!event.repeat) saveNow()
    }
    addEventListener('keydown', key, first)
    return () => removeEventListener('keydown', key, first)
  }, [saveNow, first])

  useEffect(() => {
    if (kind !== 'offline') return
    addEventListener('online', saveNow)
    return () => removeEventListener('online', saveNow)
  }, [kind, saveNow])
}
