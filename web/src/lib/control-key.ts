import { useSyncExternalStore } from 'react'

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)
const never = () => () => {}

/** The label of the control key on this device; "Ctrl " on the server. */
export const useControlKey = () => (useSyncExternalStore(never, isMac, () => false) ? '⌘' : 'Ctrl ')

export const MAC = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
const SYMBOLS: Record<string, string> = MAC ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' } : { Mod: 'Ctrl' }

/** "Ctrl Shift 8" or "⌘⇧8" from "Mod-Shift-8". */
export const keyText = (key: string) =>
  key
    .split('-')
    .map(
      (part) =>
        SYMBOLS[part] ?? part.toUpperCase().replace(/^(SHIFT|ALT|TAB|ENTER|CTRL)$/, (word) => word[0] + word.slice(1).toLowerCase()),
    )
    .join(MAC ? '' : ' ')
