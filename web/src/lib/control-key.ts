import { useSyncExternalStore } from 'react'

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)
const never = () => () => {}

/** What the control key is called here; "Ctrl" on the server. */
export const useControlKey = () => (useSyncExternalStore(never, isMac, () => false) ? '⌘' : 'Ctrl ')
