import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/* The form of tokens (W19): a prefix that scanners for leaked secrets know, 256 random bits, and a checksum. */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECKSUM_CHARS = 6
const FORM = /^sheaf_(pat|at|rt|ac)_[\w-]{43}[0-9A-Za-z]{6}$/
/** A token that was created in ShowDoc 3.9 and moved here with its item. */
const SHOWDOC_FORM = /^ai_[0-9a-f]{86}$/

function checksumOf(text: string): string {
  let value = crc32(text)
  let digits = ''
  for (let n = 0; n < CHECKSUM_CHARS; n++) {
    digits = DIGITS[value % 62] + digits
    value = Math.floor(value / 62)
  }
  return digits
}

/** pat: of a person. at, rt, ac: access token, refresh token and code of a connected program. */
type TokenKind = 'pat' | 'at' | 'rt' | 'ac'

export function makeToken(kind: TokenKind, bytes = randomBytes(32)): string {
  const body = `sheaf_${kind}_${bytes.toString('base64url')}`
  return body + checksumOf(body)
}

/** Whether a credential claims to be a token. It is then never read as anything else, even if it is wrong. */
export const isTokenLike = (text: string) => /^(?:sheaf_|ai_)/i.test(text)

/** Whether form and checksum are right, so that a wrong token is refused without a query. */
export function isWellFormed(text: string, kinds: readonly TokenKind[]): boolean {
  if (SHOWDOC_FORM.test(text)) return kinds.includes('pat')
  const kind = FORM.exec(text)?.[1]
  return kinds.some((one) => one === kind) && text.endsWith(checksumOf(text.slice(0, -CHECKSUM_CHARS)))
}
