import { type KeyObject, verify } from 'node:crypto'

/** What the source says of its newest version, in latest.json. */
export interface Offer {
  version: string
  /** The name of the package beside it. */
  file: string
  size: number
  sha256: string
  /** Where it says what is new, or ''. */
  url: string
}

const VERSION = /^(\d{1,5})\.(\d{1,5})\.(\d{1,5})$/

export const isVersion = (given: string) => VERSION.test(given)

/** Only what is newer is ever installed: an old package with a good signature is an attack (S90). */
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [VERSION.exec(one), VERSION.exec(other)]
  if (!a || !b) return false
  const at = [1, 2, 3].find((n) => a[n] !== b[n])
  return at !== undefined && Number(a[at]) > Number(b[at])
}

/** What the signature is over; scripts/update-package.mjs writes the same. */
export const signedText = ({ version, file, size, sha256, url }: Offer) =>
  ['sheaf update 1', version, file, String(size), sha256, url].join('\n')

export const isSigned = (offer: Offer, signature: string, key: KeyObject) =>
  verify(null, Buffer.from(signedText(offer)), key, Buffer.from(signature, 'base64'))

const NAMES = /^(dist\/.+|package\.json|package-lock\.json|\.npmrc|(contract|markdown|push|server|web)\/package\.json)$/

/** What a package consists of: the built product and what names the packages it needs. */
export const isPartOfRelease = (name: string) => NAMES.test(name)

/** Without these it could not be started. */
export const needed = ['package.json', 'package-lock.json', 'dist/server/main.js'] as const
