import { createHash } from 'node:crypto'
import { PASSWORD_MAX, PASSWORD_MIN, Refusal } from '@sheaf/contract'
import type { Db } from '../db/schema.ts'
import { fairQueue, inTurn } from '../runtime/fair-queue.ts'
import { randomHex } from './secrets.ts'

/*
 * The password hashes of ShowDoc. Older versions use MD5: MD5 of the base64 of the password's MD5 with a constant, later with a salt per
 * account. Since 3.9 it is bcrypt. We store the MD5 forms hashed again with Argon2id, so that a stolen database reveals no more than with
 * our own hashes. After the first sign-in with either form, the hash is replaced by ours (W13).
 */
const MD5 = /^showdoc:([\w-]*):(\$argon2.*)$/
const BCRYPT = /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/
const CONSTANT = '576hbgh6'

const isShowdocForm = (hash: string) => hash.startsWith('showdoc:') || BCRYPT.test(hash)

export const isBcrypt = (hash: string) => BCRYPT.test(hash)

/** `inner` is the Argon2id hash of ShowDoc's MD5. */
export const showdocHash = (salt: string, inner: string) => `showdoc:${Buffer.from(salt).toString('base64url')}:${inner}`

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

export const showdocMd5 = (password: string, salt = '') => md5(`${Buffer.from(md5(password)).toString('base64')}${CONSTANT}${salt}`)

/** ShowDoc up to version 2 hashed passwords with HTML escapes; whether apostrophes were escaped depends on the PHP version. */
function escapedForms(password: string): string[] {
  const escaped = password.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
  return [...new Set([escaped, password, escaped.replace(/'/g, '&#039;')])]
}

export async function verifyShowdocHash(hash: string, password: string): Promise<boolean> {
  return isBcrypt(hash) ? verifyBcrypt(hash, password) : matchesOneOf(showdocComparisons(hash, password))
}

/** A stored hash of Argon2id, and the text that is compared with it. */
type Comparison = [hash: string, typed: string]

function showdocComparisons(hash: string, password: string): Comparison[] {
  const [, salt = '', inner] = MD5.exec(hash) ?? []
  if (inner === undefined) return []
  const plain = Buffer.from(salt, 'base64url').toString()
  return escapedForms(password).map((typed) => [inner, showdocMd5(typed, plain)])
}

async function matchesOneOf(comparisons: Comparison[]): Promise<boolean> {
  for (const [hash, typed] of comparisons) if (await verifyArgon2(hash, typed)) return true
  return false
}

async function verifyBcrypt(hash: string, password: string) {
  const { verify: matches } = await import('@node-rs/bcrypt')
  for (const typed of escapedForms(password).reverse()) if (await inPool(() => matches(typed, hash))) return true
  return false
}

/* Common passwords, which attackers try first. Passwords of fewer than eight characters are refused for their length. */
const list = `
00000000 0987654321 11111111 11223344 12121212 123123123 123321123 12341234 12345678 123456789 1234567890 12345678910 123654789
147258369 147852369 159357456 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 22222222 33333333 44444444 52013141 5201314520 55555555 66666666
77777777 87654321 88888888 987654321 99999999 a1b2c3d4 aa123456 aaaaaaaa abc12345 abcd1234 abcdefg1 abcdefgh access14 admin123
admin1234 admin12345 adminadmin administrator alexander arsenal1 asdf1234 asdfasdf asdfghjk asdfghjkl autumn2025 autumn2026
barcelona baseball batman123 changeme changeme1 charlotte chelsea1 christian company2018 company2019 company2020 company2021
company2022 company2023 company2024 company2025 company2026 company2027 computer corvette danielle default1 dragon12 dragon123
elizabeth football freedom1 guest123 hello123 hello1234 iloveyou iloveyou1 internet jennifer jonathan juventus letmein1
letmein123 liverpool master12 master123 mercedes michelle monkey12 monkey123 motdepasse mustang1 mypassword nicholas p@ssw0rd
p@ssword passw0rd password password1 password12 password123 password1234 password2018 password2019 password2020 password2021
password2022 password2023 password2024 password2025 password2026 password2027 passwort princess qazwsxedc qqqqqqqq qwerty12
qwerty123 qwerty1234 qwerty2018 qwerty2019 qwerty2020 qwerty2021 qwerty2022 qwerty2023 qwerty2024 qwerty2025 qwerty2026
qwerty2027 qwertyui qwertyuiop root1234 rootroot samantha secret123 secretsecret shadow12 shadow123 sheaf123 sheafsheaf showdoc1
showdoc123 spring2025 spring2026 starwars summer2024 summer2025 summer2026 sunshine superman test1234 testtest trustno1 victoria
wangyut2 welcome1 welcome123 welcome2018 welcome2019 welcome2020 welcome2021 welcome2022 welcome2023 welcome2024 welcome2025
welcome2026 welcome2027 whatever winter2024 winter2025 winter2026 woaini1314 woaini520 zaq12wsx zxcvbnm1 zxcvbnm123
`

const common: ReadonlySet<string> = new Set(list.trim().split(/\s+/))

/**
 * Hashes at the same time. The libraries hash in the thread pool of Node, whose four threads also sync the log of SQLite, read files and
 * compress. Half of them stay free, so that many sign-ins at once delay neither saves nor pages.
 */
const HASHES_MAX = 2
const hashing = fairQueue(HASHES_MAX, Number.POSITIVE_INFINITY)
const inPool = <T>(work: () => Promise<T>) => inTurn(hashing, '', work)

/* Argon2id, 19 MiB, two passes (S01). */
const load = () => import('@node-rs/argon2')
const ID = 2
const options = { algorithm: ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => inPool(async () => (await load()).hash(password, options))

const verifyArgon2 = (hash: string, password: string) => inPool(async () => (await load()).verify(hash, password))

let blank: Promise<string> | undefined

/** Longer texts are no password of any account; they are not hashed. */
const TYPED_CHARS_MAX = 1000

/**
 * What a wrong password is compared with: as often for an account that does not exist (`hash` "", `blank` is compared) as for one of
 * ShowDoc or of ours, so that the time does not show which accounts there are (S09). Only bcrypt takes a time of its own.
 */
export function comparisonsFor(hash: string, password: string, blank: string): Comparison[] {
  const typed = password.length > TYPED_CHARS_MAX ? '' : password
  const ofShowdoc = showdocComparisons(hash, typed)
  if (ofShowdoc.length > 0) return ofShowdoc
  const own = hash.startsWith('$argon2') ? hash : blank
  return escapedForms(typed).map((_, n) => (n === 0 ? [own, typed] : [blank, '']))
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  if (isBcrypt(hash)) return password.length <= TYPED_CHARS_MAX && verifyBcrypt(hash, password)
  blank ??= hashPassword(randomHex(16))
  const isRight = await matchesOneOf(comparisonsFor(hash, password, await blank))
  return isRight && (hash.startsWith('$argon2') || MD5.test(hash)) && password.length <= TYPED_CHARS_MAX
}

/** Replaces a ShowDoc hash by ours after the password was verified. */
export async function replaceShowdocHash(db: Db, { uid, password_hash }: { uid: number; password_hash: string }, password: string) {
  if (!isShowdocForm(password_hash)) return
  const renewed = await hashPassword(password)
  await db.updateTable('user').set({ password_hash: renewed }).where('uid', '=', uid).where('password_hash', '=', password_hash).execute()
}

/** The rule for every new account password (S03, W13). */
export function mustBeGoodPassword(password: string) {
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) throw new Refusal('passwordShort')
  if (common.has(password.toLowerCase())) throw new Refusal('passwordCommon')
}

/** The stored form of an item's visit password; "" makes the item public. The new stamp ends visits made with the previous password. */
export async function visitPassword(password: string) {
  return { password_hash: password === '' ? '' : await hashPassword(password), password_stamp: randomHex(8) }
}
