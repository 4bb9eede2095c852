import { createHash } from 'node:crypto'

/*
 * The forms in which ShowDoc kept passwords. MD5, with a salt of the account in later versions: MD5 of the base64 of the password's MD5
 * with a constant. Since 3.9 bcrypt. Those of MD5 lie here inside of Argon2id, so that a copy of the database is no easier to read than
 * one of ours. Either lets its owner in once; then it is ours (W13).
 */
const MD5 = /^showdoc:([\w-]*):(\$argon2.*)$/
const BCRYPT = /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/
const CONSTANT = '576hbgh6'

export const isOldForm = (hash: string) => hash.startsWith('showdoc:') || BCRYPT.test(hash)

export const isBcrypt = (hash: string) => BCRYPT.test(hash)

/** `inner` is Argon2id of the MD5 that ShowDoc kept. */
export const oldForm = (salt: string, inner: string) => `showdoc:${Buffer.from(salt).toString('base64url')}:${inner}`

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

export const showdocMd5 = (password: string, salt = '') => md5(`${Buffer.from(md5(password)).toString('base64')}${CONSTANT}${salt}`)

/** Up to its version 2 ShowDoc hashed what its pages had escaped, apostrophes or not by the version of PHP. */
function asTyped(password: string): string[] {
  const escaped = password.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
  return [...new Set([escaped, password, escaped.replace(/'/g, '&#039;')])]
}

export async function verifyOld(hash: string, password: string): Promise<boolean> {
  const [, salt = '', inner] = MD5.exec(hash) ?? []
  if (inner === undefined) return verifyBcrypt(hash, password)
  const { verify } = await import('@node-rs/argon2')
  const plain = Buffer.from(salt, 'base64url').toString()
  for (const one of asTyped(password)) if (await verify(inner, showdocMd5(one, plain))) return true
  return false
}

async function verifyBcrypt(hash: string, password: string) {
  const { verify: matches } = await import('@node-rs/bcrypt')
  for (const one of asTyped(password).reverse()) if (await matches(one, hash)) return true
  return false
}
