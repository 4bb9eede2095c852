import { createHmac, timingSafeEqual } from 'node:crypto'

/* Codes of authenticator apps (RFC 6238): SHA-1, six digits, thirty seconds, as every app supports them. */
const STEP_SECONDS = 30
const DIGITS = 6
/** Steps that a clock may differ, in both directions. */
const TOLERANCE = 1
/** 160 bits, the length of the hash. */
export const SECRET_BYTES = 20

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function base32(bytes: Buffer): string {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    bits += 8
    for (; bits >= 5; bits -= 5) text += BASE32[(value >>> (bits - 5)) & 31]
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text
}

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) as number) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const stepAt = (now: number) => Math.floor(now / STEP_SECONDS)

/** The digits of a typed code: full-width digits and spaces between them are accepted. Undefined when it is no code of an app. */
export function digitsIn(given: string): string | undefined {
  const text = given.normalize('NFKC').replace(/[\s-]/g, '')
  return /^\d{6}$/.test(text) ? text : undefined
}

/** The time step that this code belongs to, or undefined. All steps are compared, so the duration does not reveal which one matched. */
export function stepOfCode(secret: Buffer, code: string, now: number): number | undefined {
  const given = Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS))
  let found: number | undefined
  for (let step = stepAt(now) - TOLERANCE; step <= stepAt(now) + TOLERANCE; step++)
    if (timingSafeEqual(Buffer.from(codeAt(secret, step)), given)) found = step
  return code.length === DIGITS ? found : undefined
}

/** The address that an app reads from the QR code. */
export function otpauthOf(site: string, username: string, secret: Buffer): string {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(site)}`
}

/* Recovery codes: 50 bits as ten characters of Crockford's alphabet, which has no letters that look like digits. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RECOVERY_CHARS = 10
export const RECOVERY_CODES = 10

/** A code from random bytes, one for each character. */
export const recoveryCode = (bytes: Buffer) => [...bytes.subarray(0, RECOVERY_CHARS)].map((byte) => CROCKFORD[byte & 31]).join('')

/** As it is shown: ABCDE-FGHJK. */
export const shownCode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

/** A typed recovery code as it is stored; undefined when it is none. Case, hyphens and spaces do not matter. */
export function recoveryIn(given: string): string | undefined {
  const text = given.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return text.length === RECOVERY_CHARS && [...text].every((char) => CROCKFORD.includes(char)) ? text : undefined
}
