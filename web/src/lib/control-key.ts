import { useSyncExternalStore } from 'react'

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)
const never = () => () => {}

/** What the control key is called here; "Ctrl" on the server. */
export const useControlKey = () => (useSyncExternalStore(never, isMac, () => false) ? '⌘' : 'Ctrl ')

export const MAC = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
const SIGNS: Record<string, string> = MAC ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' } : { Mod: 'Ctrl' }

/** "Ctrl Shift 8", "⌘⇧8". */
export const keyText = (key: string) =>
  key
    .split('-')
    .map(
      (part) => SIGNS[part] ?? part.toUpperCase().replace(/^(SHIFT|ALT|TAB|ENTER|CTRL)$/, (word) => word[0] + word.slice(1).toLowerCase()),
    )
    .join(MAC ? '' : ' ')
