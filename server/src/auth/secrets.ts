import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../runtime/config.ts'

/** `bytes` random bytes in hex; every secret of the product comes from here (S79). */
export const randomHex = (bytes: number) => randomBytes(bytes).toString('hex')

/** A number from 0 to below 1. */
export const randomFraction = () => randomInt(2 ** 32) / 2 ** 32
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** Compares in constant time, so the duration does not reveal where the two differ. */
export const sameSecret = (a: string, b: string) => timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)))

/*
 * Secrets that the server must read again, such as passwords for other services, are stored encrypted. A copy of the database alone does
 * not reveal them. The key is SECRET_KEY, or a file in the data folder that is created at the first start.
 */
type KeyServices = { config: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'> }

const keys = new WeakMap<KeyServices['config'], Buffer>()
const FORM = 'v1'

function material({ SECRET_KEY, DATA_DIR }: KeyServices['config']): string {
  if (SECRET_KEY) return SECRET_KEY
  const file = join(DATA_DIR, 'secret-key')
  try {
    // If two servers start concurrently, only one creates the file.
    mkdirSync(DATA_DIR, { recursive: true })
    writeFileSync(file, `${randomHex(32)}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** The key of this server; the first call creates the key file if there is none. */
export function keyOf({ config }: KeyServices): Buffer {
  const known = keys.get(config)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', material(config), 'sheaf', 'secrets of the settings', 32))
  keys.set(config, key)
  return key
}

/** Encrypts `text` and binds it to `name`, so that one secret cannot be substituted for another. */
export function seal(services: KeyServices, name: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(services), nonce).setAAD(Buffer.from(name))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [FORM, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join('.')
}

/** The decrypted text, or undefined when it was encrypted with another key or name, or was changed. */
export function unseal(services: KeyServices, name: string, sealed: string): string | undefined {
  const [form, ...parts] = sealed.split('.')
  const [nonce, tag, body] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (form !== FORM || nonce?.length !== 12 || tag?.length !== 16 || !body) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(services), nonce).setAAD(Buffer.from(name)).setAuthTag(tag)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
