import { useSyncExternalStore } from 'react'
import { isDark } from '../lib/preferences.ts'

function follow(tell: () => void) {
  const chosen = new MutationObserver(tell)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', tell)
  return () => {
    chosen.disconnect()
    system.removeEventListener('change', tell)
  }
}

/** Whether the dark theme shows now, for what cannot be said in CSS; follows the choice and the system. */
export const useDark = () => useSyncExternalStore(follow, isDark, () => false)
