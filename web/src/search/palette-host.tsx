import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { closePalette, openPalette, usePaletteOpen } from '../lib/search-state.ts'
import { useAccount } from '../session/session.ts'
import { lazyPart } from '../ui/frame/lazy-part.tsx'
import { startKeyBuffer } from './early-keys.ts'
import { currentItemAt } from './here.ts'

const load = () => import('./palette.tsx')
const Palette = lazyPart(() => load().then((m) => m.Palette))

/** Ctrl/Cmd+K, or Ctrl/Cmd+Shift+F where Ctrl/Cmd+K has another function, as in the editor. */
function isSearchKey(event: KeyboardEvent) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return false
  return event.key.toLowerCase() === (event.shiftKey ? 'f' : 'k')
}

/** Preloads the search when the browser is idle, so that it opens without delay. */
function usePreload() {
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') return
    const handle = requestIdleCallback(() => void load().catch(() => {}), { timeout: 10_000 })
    return () => cancelIdleCallback(handle)
  }, [])
}

/** Opens the search from every screen and renders it while open. Visitors without an account can search inside an item. */
export function PaletteHost() {
  const open = usePaletteOpen()
  const account = useAccount()
  const { pathname } = useLocation()
  const usable = account !== null || currentItemAt(pathname) !== undefined
  usePreload()
  useEffect(() => {
    if (!usable) return
    const press = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      startKeyBuffer()
      openPalette()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [usable])
  if (!open || !usable) return null
  return (
    <Suspense>
      <Palette onClose={closePalette} />
    </Suspense>
  )
}
