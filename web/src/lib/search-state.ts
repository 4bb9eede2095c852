import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { stored } from './stored.ts'

const RECENT_MAX = 20
const keyOf = (uid: string | undefined) => `sheaf.recent.${uid ?? '0'}`

/** The pages somebody read last in this browser, by number alone: what they are called the server says to whoever may still know. */
export function recentPages(uid: string | undefined): string[] {
  const kept = stored.readJson(keyOf(uid))
  return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string' && /^\d{1,10}$/.test(id)).slice(0, RECENT_MAX) : []
}

export function noteRecent(uid: string | undefined, page_id: string) {
  const ids = [page_id, ...recentPages(uid).filter((id) => id !== page_id)].slice(0, RECENT_MAX)
  stored.write(keyOf(uid), JSON.stringify(ids))
}

/** The words a page was found by: they travel with the step that leads to it, or in the address of a new tab. */
export const searchedState = (words: string) => (words ? { searched: words } : null)

export function useSearched(): string {
  const { state, search } = useLocation()
  const words: unknown = (state as { searched?: unknown } | null)?.searched ?? new URLSearchParams(search).get('q')
  return typeof words === 'string' ? words.slice(0, 255) : ''
}

/* Whether the search over everything is open; any screen may open it, one place draws it (search/palette-host.tsx). */
let isOpen = false
const listeners = new Set<() => void>()

function set(next: boolean) {
  isOpen = next
  for (const tell of listeners) tell()
}

export const openPalette = () => set(true)
export const closePalette = () => set(false)

const follow = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
const closed = () => false

export const usePaletteOpen = () => useSyncExternalStore(follow, () => isOpen, closed)
