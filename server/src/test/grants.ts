import { sha256 } from '../auth/secrets.ts'
import { makeToken } from '../auth/token.ts'
import type { Db } from '../db/schema.ts'
import { insertGrant, insertSecret } from '../token/token.store.ts'

interface GrantOptions {
  uid: number
  level: number
  at: number
  /** The items that it is limited to. */
  items?: number[]
  is_admin?: 0 | 1
}

/** Adds a token as rows, because creating one with the call can require a password. */
export async function addGrant(trx: Db, { uid, level, at, items, is_admin = 0 }: GrantOptions) {
  const token = makeToken('pat')
  const named = { uid, kind: 'personal', name: 'CI', client_id: null } as const
  const row = { ...named, level, is_admin, is_limited: items ? 1 : 0, until: at + 30 * 86_400, request_id: '', addtime: at }
  const grant_id = await insertGrant(trx, row, items ?? [])
  await insertSecret(trx, { grant_id, kind: 'token', until: row.until, secret_hash: sha256(token), hint: token.slice(-4) })
  return { grant_id, token }
}
