import { randomHex, sha256 } from '../auth/secrets.ts'
import type { Db } from '../db/schema.ts'

/** What a mailed token is good for; kept in front of its hash, so one never works as the other. */
export type Purpose = 'reset' | 'verify'
const hashOf = (purpose: Purpose, token: string) => `${purpose} ${sha256(token)}`

/** A new token for this user and address; older ones of the same purpose die (S13). Only its hash is kept. */
export async function makeToken(db: Db, purpose: Purpose, uid: number, email: string, until: number): Promise<string> {
  const token = randomHex(32)
  await db.deleteFrom('reset_token').where('uid', '=', uid).where('token_hash', 'like', `${purpose} %`).execute()
  await db
    .insertInto('reset_token')
    .values({ uid, email, token_hash: hashOf(purpose, token), until })
    .execute()
  return token
}

/** Takes the token away and says whether it was good: for this user, this address, in time. */
export async function useToken(
  db: Db,
  purpose: Purpose,
  { uid, email, token }: { uid: number; email: string; token: string },
  now: number,
): Promise<boolean> {
  const gone = await db
    .deleteFrom('reset_token')
    .where('token_hash', '=', hashOf(purpose, token))
    .where('uid', '=', uid)
    .where('email', '=', email)
    .returning('until')
    .executeTakeFirst()
  return gone !== undefined && gone.until > now
}

export const killTokens = (db: Db, uid: number) => db.deleteFrom('reset_token').where('uid', '=', uid).execute()
