import { useSyncExternalStore } from 'react'

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
