import { PASSWORD_MAX, PASSWORD_MIN, Refusal } from '@sheaf/contract'
import type { Db } from '../db/schema.ts'
import { common } from './common-passwords.ts'
import { isOldForm, verifyOld } from './old-password.ts'
import { randomHex } from './secrets.ts'

/* Argon2id, 19 MiB, two passes (S01). The library works in threads of its own, so no request waits for a hash. */
const load = () => import('@node-rs/argon2')
const ID = 2
const options = { algorithm: ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = async (password: string) => (await load()).hash(password, options)

let blank: Promise<string> | undefined

/** Also for an account that does not exist (`hash` ""): the answer takes as long as a wrong password (S09). */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  if (isOldForm(hash)) return password.length <= 1000 && verifyOld(hash, password)
  const { verify } = await load()
  blank ??= hashPassword('nobody has this password')
  const tooLong = password.length > 1000
  const right = await verify(hash.startsWith('$argon2') ? hash : await blank, tooLong ? '' : password)
  return right && hash.startsWith('$argon2') && !tooLong
}

/** A password that was right and is kept in a form of ShowDoc is kept in ours from now on. */
export async function renewForm(db: Db, { uid, password_hash }: { uid: number; password_hash: string }, password: string) {
  if (!isOldForm(password_hash)) return
  const renewed = await hashPassword(password)
  await db.updateTable('user').set({ password_hash: renewed }).where('uid', '=', uid).where('password_hash', '=', password_hash).execute()
}

/** The rule for a new account password, on every way in (S03, W13). */
export function mustBeGoodPassword(password: string) {
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) throw new Refusal('passwordShort')
  if (common.has(password.toLowerCase())) throw new Refusal('passwordCommon')
}

/** What an item keeps of its visit password; "" makes it public. The stamp ends the visits made with the one before. */
export async function visitPassword(password: string) {
  return { password_hash: password === '' ? '' : await hashPassword(password), password_stamp: randomHex(8) }
}
