import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../runtime/config.ts'

/** `bytes` random bytes in hex; every secret of the product comes from here (S79). */
export const randomHex = (bytes: number) => randomBytes(bytes).toString('hex')
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** Compares without telling by its time where the two differ. */
export const sameSecret = (a: string, b: string) => timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)))

/*
 * Secrets that the server must be able to read again (passwords it uses elsewhere) lie in the database encrypted: whoever has a copy
 * of the database alone has none of them. The key is SECRET_KEY, or a file beside the data that is made at the first start.
 */
type KeyHolder = { config: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'> }

const keys = new WeakMap<KeyHolder['config'], Buffer>()
const FORM = 'v1'

function material({ SECRET_KEY, DATA_DIR }: KeyHolder['config']): string {
  if (SECRET_KEY) return SECRET_KEY
  const file = join(DATA_DIR, 'secret-key')
  try {
    // Of two servers that start at once one makes it.
    mkdirSync(DATA_DIR, { recursive: true })
    writeFileSync(file, `${randomHex(32)}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** The key of this server; the first call makes it where there is none. */
export function keyOf({ config }: KeyHolder): Buffer {
  const known = keys.get(config)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', material(config), 'sheaf', 'secrets of the settings', 32))
  keys.set(config, key)
  return key
}

/** `name` is bound to the text, so that one secret cannot be put in the place of another. */
export function seal(keeper: KeyHolder, name: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(keeper), nonce).setAAD(Buffer.from(name))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [FORM, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join('.')
}

/** The text, or undefined when it was sealed with another key or changed since. */
export function unseal(keeper: KeyHolder, name: string, sealed: string): string | undefined {
  const [form, ...parts] = sealed.split('.')
  const [nonce, tag, body] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (form !== FORM || nonce?.length !== 12 || tag?.length !== 16 || !body) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(keeper), nonce).setAAD(Buffer.from(name)).setAuthTag(tag)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
