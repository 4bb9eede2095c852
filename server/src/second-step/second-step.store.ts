import { endTrust } from '../auth/trust.ts'
import type { Db } from '../db/schema.ts'

/**
 * Locks the row of an account until the transaction ends. It comes first in every write of methods: two requests of one account wait for
 * each other, and the later one sees what the other has left.
 */
export const lockAccount = (db: Db, uid: number) =>
  db
    .updateTable('user')
    .set((now) => ({ has_second_step: now.ref('has_second_step') }))
    .where('uid', '=', uid)
    .execute()

export const stepRow = (db: Db, uid: number) => db.selectFrom('second_step').selectAll().where('uid', '=', uid).executeTakeFirst()

/** Uses the time step of a code: false when it, or a later one, was used already, also on another server. */
export const useStep = async (db: Db, uid: number, step: number): Promise<boolean> =>
  Number(
    (await db.updateTable('second_step').set({ last_step: step }).where('uid', '=', uid).where('last_step', '<', step).executeTakeFirst())
      .numUpdatedRows,
  ) > 0

/** Uses a recovery code: false when there is none, or when it was used. */
export const useRecoveryCode = async (db: Db, uid: number, code_hash: string, now: number): Promise<boolean> =>
  Number(
    (
      await db
        .updateTable('recovery_code')
        .set({ used_time: now })
        .where('code_hash', '=', code_hash)
        .where('uid', '=', uid)
        .where('used_time', '=', 0)
        .executeTakeFirst()
    ).numUpdatedRows,
  ) > 0

/** The recovery codes of an account, and how many of them are unused. */
export async function codesOf(db: Db, uid: number): Promise<{ total: number; left: number }> {
  const rows = await db.selectFrom('recovery_code').select('used_time').where('uid', '=', uid).execute()
  return { total: rows.length, left: rows.filter((row) => row.used_time === 0).length }
}

export async function replaceCodes(db: Db, uid: number, hashes: string[]) {
  await db.deleteFrom('recovery_code').where('uid', '=', uid).execute()
  if (hashes.length)
    await db
      .insertInto('recovery_code')
      .values(hashes.map((code_hash) => ({ uid, code_hash })))
      .execute()
}

export async function keepBegun(db: Db, uid: number, begun_sealed: string, begun_until: number) {
  const begun = { begun_sealed, begun_until }
  await db
    .insertInto('second_step')
    .values({ uid, ...begun })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(begun))
    .execute()
}

/** The begun setup becomes the method of the account: false when another request has finished or replaced it. */
export async function finishBegun(db: Db, uid: number, begun_sealed: string, step: number, now: number): Promise<boolean> {
  await lockAccount(db, uid)
  const { numUpdatedRows } = await db
    .updateTable('second_step')
    .set({ totp_sealed: begun_sealed, totp_time: now, last_step: step, begun_sealed: '', begun_until: 0 })
    .where('uid', '=', uid)
    .where('begun_sealed', '=', begun_sealed)
    .executeTakeFirst()
  if (Number(numUpdatedRows) === 0) return false
  await db.updateTable('user').set({ has_second_step: 1 }).where('uid', '=', uid).execute()
  // A device was trusted after a code of the previous app.
  await endTrust(db, uid)
  return true
}

/** Which methods an account has. */
export async function methodsOf(db: Db, uid: number): Promise<{ app: boolean; passkeys: number }> {
  const { app, passkeys } = await db
    .selectNoFrom((row) => [
      row.exists(row.selectFrom('second_step').select('uid').where('uid', '=', uid).where('totp_sealed', '<>', '')).as('app'),
      row
        .selectFrom('passkey')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('uid', '=', uid)
        .as('passkeys'),
    ])
    .executeTakeFirstOrThrow()
  return { app: Boolean(app), passkeys: Number(passkeys) }
}

/** Removes the authenticator app and the trust in devices, with the last method all of them: "none" when the account had no app. */
export async function removeApp(db: Db, uid: number): Promise<'none' | 'app' | 'last'> {
  await lockAccount(db, uid)
  const { app, passkeys } = await methodsOf(db, uid)
  if (!app) return 'none'
  if (passkeys === 0) return (await removeMethods(db, uid)) ? 'last' : 'none'
  await db.deleteFrom('second_step').where('uid', '=', uid).execute()
  await endTrust(db, uid)
  return 'app'
}

/** Removes all methods, codes and the trust in devices: false when the account had no method. */
export async function removeMethods(db: Db, uid: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ has_second_step: 0, has_passkey: 0 })
    .where('uid', '=', uid)
    .where('has_second_step', '=', 1)
    .executeTakeFirst()
  for (const table of ['second_step', 'recovery_code', 'passkey', 'pending_step'] as const)
    await db.deleteFrom(table).where('uid', '=', uid).execute()
  await endTrust(db, uid)
  return Number(numUpdatedRows) > 0
}
