import { forgetOtherReaders } from '../lib/search-state.ts'
import { stored, storedInTab } from '../lib/stored.ts'

/** The storage key of what an account typed into "Try it", "0" for a visitor without one. */
const PREFIX = 'sheaf.console.'
export const consoleKey = (uid: string, name: string) => `${PREFIX}${uid}.${name}`

/**
 * Removes what other accounts than this one typed and read, in this tab and on the device: when a session ends, and for the next
 * account (S222).
 */
export function forgetOthers(uid: string | undefined) {
  forgetOtherReaders(uid)
  const own = consoleKey(uid ?? '0', '')
  for (const store of [stored, storedInTab])
    for (const key of store.keys()) if (key.startsWith(PREFIX) && !key.startsWith(own)) store.remove(key)
}
