import type { Insertable, Selectable } from 'kysely'
import { endTrust } from '../../auth/trust.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { lockAccount, methodsOf, removeMethods } from '../second-step.store.ts'

export type PasskeyOfUser = Selectable<Schema['passkey']>

export const PASSKEYS_MAX = 20

const shown = ['passkey_id', 'name', 'addtime', 'used_time', 'is_uv', 'is_backed_up'] as const

/** Oldest first. */
export const passkeysOf = (db: Db, uid: number) =>
  db.selectFrom('passkey').select(shown).where('uid', '=', uid).orderBy('passkey_id').execute()

/** What a browser needs to find the passkeys of an account. */
export const credentialsOf = (db: Db, uid: number) =>
  db
    .selectFrom('passkey')
    .select(['credential_id', 'transports', 'handle'])
    .where('uid', '=', uid)
    .orderBy('passkey_id')
    .limit(PASSKEYS_MAX)
    .execute()

export const passkeyBy = (db: Db, credential_id: string) =>
  db.selectFrom('passkey').selectAll().where('credential_id', '=', credential_id).executeTakeFirst()

export const ownPasskey = (db: Db, uid: number, passkey_id: number) =>
  db.selectFrom('passkey').select(shown).where('uid', '=', uid).where('passkey_id', '=', passkey_id).executeTakeFirst()

export const hasAnyPasskey = async (db: Db) => (await db.selectFrom('passkey').select('uid').limit(1).executeTakeFirst()) !== undefined

interface Use {
  counter: number
  is_backed_up: number
  isVerified: boolean
  now: number
}

/**
 * Notes a use: false when the counter has not risen, as with a copy of the authenticator, or when the passkey was removed meanwhile. An
 * authenticator that does not count says 0 each time. One statement, so that parallel answers with the same counter are used once.
 */
export async function useCounter(db: Db, passkey_id: number, { counter, is_backed_up, isVerified, now }: Use): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, is_backed_up, used_time: now, ...(isVerified && { is_uv: 1 }) })
    .where('passkey_id', '=', passkey_id)
    .where((row) => (counter === 0 ? row('counter', '=', 0) : row('counter', '<', counter)))
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

/** Adds a passkey: "full" when the account has too many, "taken" when the credential is registered already, for anyone. */
export async function insertPasskey(db: Db, passkey: Insertable<Schema['passkey']>) {
  // The row of the user comes first: two requests of one account wait for each other.
  await db.updateTable('user').set({ has_second_step: 1, has_passkey: 1 }).where('uid', '=', passkey.uid).execute()
  if ((await methodsOf(db, passkey.uid)).passkeys >= PASSKEYS_MAX) return 'full'
  const added = await db
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(shown)
    .executeTakeFirst()
  return added ?? 'taken'
}

export const renameOwn = (db: Db, uid: number, passkey_id: number, name: string) =>
  db.updateTable('passkey').set({ name }).where('uid', '=', uid).where('passkey_id', '=', passkey_id).returning(shown).executeTakeFirst()

/** What a removal has taken: one of several passkeys, the last passkey of an account with an app, or the last method. */
type Removed = 'passkey' | 'lastPasskey' | 'last'

/** Removes a passkey and the trust in devices, with the last method all of them: undefined when another request was faster. */
export async function removePasskey(db: Db, uid: number, passkey_id: number): Promise<Removed | undefined> {
  await lockAccount(db, uid)
  const { numDeletedRows } = await db.deleteFrom('passkey').where('uid', '=', uid).where('passkey_id', '=', passkey_id).executeTakeFirst()
  if (Number(numDeletedRows) === 0) return undefined
  const { app, passkeys } = await methodsOf(db, uid)
  if (!app && passkeys === 0) {
    await removeMethods(db, uid)
    return 'last'
  }
  if (passkeys === 0) await db.updateTable('user').set({ has_passkey: 0 }).where('uid', '=', uid).execute()
  await endTrust(db, uid)
  return passkeys === 0 ? 'lastPasskey' : 'passkey'
}
