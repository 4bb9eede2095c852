import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { closePalette, openPalette, usePaletteOpen } from '../lib/search-state.ts'
import { useAccount } from '../session/session.ts'
import { lazyPart } from '../ui/frame/lazy-part.tsx'
import { keepKeys } from './early-keys.ts'
import { currentItemAt } from './here.ts'

const load = () => import('./palette.tsx')
const Palette = lazyPart(() => load().then((m) => m.Palette))

/** Ctrl/Cmd+K; where a text takes that for itself (in the editor it makes a link), Ctrl/Cmd+Shift+F. */
function isSearchKey(event: KeyboardEvent) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return false
  return event.key.toLowerCase() === (event.shiftKey ? 'f' : 'k')
}

/** Fetched when nothing else is to do, so that the first letter typed is not lost. */
function useEarly() {
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') return
    const handle = requestIdleCallback(() => void load().catch(() => {}), { timeout: 10_000 })
    return () => cancelIdleCallback(handle)
  }, [])
}

/** The search from anywhere: heard on every screen, drawn when it is open. A visitor has it inside an item. */
export function PaletteHost() {
  const open = usePaletteOpen()
  const account = useAccount()
  const { pathname } = useLocation()
  const usable = account !== null || currentItemAt(pathname) !== undefined
  useEarly()
  useEffect(() => {
    if (!usable) return
    const press = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      keepKeys()
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
