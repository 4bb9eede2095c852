import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { stored } from './stored.ts'

const RECENT_MAX = 20
const PREFIX = 'sheaf.recent.'
const keyOf = (uid: string | undefined) => `${PREFIX}${uid ?? '0'}`

/** The pages read last in this browser. Only ids are stored: the server returns the titles to accounts that can still read the pages. */
export function recentPages(uid: string | undefined): string[] {
  const saved = stored.readJson(keyOf(uid))
  return Array.isArray(saved)
    ? saved.filter((id): id is string => typeof id === 'string' && /^\d{1,10}$/.test(id)).slice(0, RECENT_MAX)
    : []
}

export function addRecentPage(uid: string | undefined, page_id: string) {
  const ids = [page_id, ...recentPages(uid).filter((id) => id !== page_id)].slice(0, RECENT_MAX)
  stored.write(keyOf(uid), JSON.stringify(ids))
}

/** Removes which pages other accounts than this one read. */
export function forgetOtherReaders(uid: string | undefined) {
  for (const key of stored.keys()) if (key.startsWith(PREFIX) && key !== keyOf(uid)) stored.remove(key)
}

/** Navigation state with the search words that led to a page; a new tab has them in its address. */
export const searchedState = (words: string) => (words ? { searched: words } : null)

export function useSearched(): string {
  const { state, search } = useLocation()
  const words: unknown = (state as { searched?: unknown } | null)?.searched ?? new URLSearchParams(search).get('q')
  return typeof words === 'string' ? words.slice(0, 255) : ''
}

/* Whether the search palette is open. Any screen can open it; search/palette-host.tsx renders it. */
let isOpen = false
const listeners = new Set<() => void>()

function set(next: boolean) {
  isOpen = next
  for (const listener of listeners) listener()
}

export const openPalette = () => set(true)
export const closePalette = () => set(false)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const closed = () => false

export const usePaletteOpen = () => useSyncExternalStore(subscribe, () => isOpen, closed)
