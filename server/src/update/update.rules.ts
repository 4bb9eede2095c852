import { type KeyObject, verify } from 'node:crypto'

/** The newest version of the source, as in latest.json. */
export interface Offer {
  version: string
  /** The name of the package, which is next to latest.json. */
  file: string
  size: number
  sha256: string
  /** The URL of the release notes, or ''. */
  url: string
}

const VERSION = /^(\d{1,5})\.(\d{1,5})\.(\d{1,5})$/

export const isVersion = (given: string) => VERSION.test(given)

/** Only newer versions are installed: an old package with a valid signature is an attack (S90). */
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [VERSION.exec(one), VERSION.exec(other)]
  if (!a || !b) return false
  const at = [1, 2, 3].find((n) => a[n] !== b[n])
  return at !== undefined && Number(a[at]) > Number(b[at])
}

/** The text that is signed; scripts/update-package.mjs writes the same. */
export const signedText = ({ version, file, size, sha256, url }: Offer) =>
  ['sheaf update 1', version, file, String(size), sha256, url].join('\n')

export const isSigned = (offer: Offer, signature: string, key: KeyObject) =>
  verify(null, Buffer.from(signedText(offer)), key, Buffer.from(signature, 'base64'))

/** Parts of the product are folders with lower-case names, so that a later version can add some. */
const NAMES = /^(dist\/.+|package\.json|package-lock\.json|\.npmrc|[a-z][a-z-]*\/package\.json)$/

/** The paths of a package: the built product and the package files that it needs. */
export const isPartOfRelease = (name: string) => NAMES.test(name)

/** Files without which a release cannot start. */
export const needed = ['package.json', 'package-lock.json', 'dist/server/main.js'] as const
