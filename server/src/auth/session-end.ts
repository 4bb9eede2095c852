import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { sha256 } from './secrets.ts'
import { SESSION_TABLES } from './session.ts'
import { endTrust } from './trust.ts'

/** Sessions in one statement. */
const BATCH_ROWS = 500

async function endAll(db: Db, ids: number[]) {
  for (let at = 0; at < ids.length; at += BATCH_ROWS)
    for (const table of SESSION_TABLES)
      await db
        .deleteFrom(table)
        .where('session_id', 'in', ids.slice(at, at + BATCH_ROWS))
        .execute()
}

/** Ends all sessions of a user except `kept`, and the trust in their browsers; returns the number of ended sessions. */
export async function endSessionsOf(db: Db, uid: number, kept: number | null): Promise<number> {
  const all = await db.selectFrom('session').select(['session_id', 'device_hash']).where('uid', '=', uid).execute()
  const own = all.find((row) => row.session_id === kept)
  const ids = all.map((row) => row.session_id).filter((id) => id !== kept)
  await endAll(db, ids)
  await db.deleteFrom('pending_step').where('uid', '=', uid).execute()
  if (!own) await endTrust(db, uid)
  else
    await db
      .updateTable('device')
      .set({ trusted_until: 0 })
      .where('uid', '=', uid)
      .where('device_hash', '<>', own.device_hash)
      .where('trusted_until', '>', 0)
      .execute()
  return ids.length
}

interface AtProvider {
  provider_sid: string
  provider_sub: string
}

/** What is kept of the names by which an OpenID provider ends a session: of `sid` one sign-in there, of `sub` a person. */
export const atProvider = ({ sid, sub }: { sid: string; sub: string }): AtProvider => ({
  provider_sid: sid && sha256(sid),
  provider_sub: sub && sha256(sub),
})

/**
 * Ends the sessions that a provider names, the trust in their browsers, and sign-ins that have not ended. A `sub` with a `sid` names only
 * sessions of which no `sid` is known. Returns whose sessions ended.
 */
export async function endSessionsAt(db: Db, provider_id: number, { provider_sid, provider_sub }: AtProvider): Promise<number[]> {
  const rowsIn = async (table: 'session' | 'pending_step' | 'outside_newcomer') => {
    const own = db.selectFrom(table).select('session_id').where('provider_id', '=', provider_id)
    // The second condition of each is that of its index, which holds only sessions with such a name.
    const ofSignIn = own.where('provider_sid', '=', provider_sid).where(sql<SqlBool>`provider_sid <> ''`)
    const bySid = provider_sid ? await ofSignIn.execute() : []
    const ofPerson = own.where('provider_sub', '=', provider_sub).where(sql<SqlBool>`provider_sub <> ''`)
    const bySub = provider_sub ? await (provider_sid ? ofPerson.where('provider_sid', '=', '') : ofPerson).execute() : []
    return [...bySid, ...bySub].map(({ session_id }) => session_id)
  }
  const [sessions, pending, newcomers] = [await rowsIn('session'), await rowsIn('pending_step'), await rowsIn('outside_newcomer')]
  const ended = new Map<number, Set<string>>()
  for (let at = 0; at < sessions.length; at += BATCH_ROWS)
    for (const { uid, device_hash } of await db
      .selectFrom('session')
      .select(['uid', 'device_hash'])
      .where('session_id', 'in', sessions.slice(at, at + BATCH_ROWS))
      .execute())
      if (uid !== null) ended.set(uid, (ended.get(uid) ?? new Set()).add(device_hash))
  for (const [uid, devices] of ended) for (const device of devices) await endTrust(db, uid, device)
  if (newcomers.length > 0) await db.deleteFrom('outside_newcomer').where('session_id', 'in', newcomers).execute()
  await endAll(db, [...sessions, ...pending])
  return [...ended.keys()]
}
