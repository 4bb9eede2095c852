import { stored } from '../../lib/stored.ts'

const KEY = 'sheaf.reader'
const BYTES = 16

/** The number of this browser, '' before its first answer: a reader who says nothing gets none. */
export const knownBrowser = () => stored.read(KEY) ?? ''

/** Makes the number with the first answer. If the browser stores nothing, the next answer is another reader's. */
export function thisBrowser(): string {
  const known = knownBrowser()
  if (known) return known
  const made = [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  stored.write(KEY, made)
  return made
}
