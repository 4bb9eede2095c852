import type { Db } from '../db/schema.ts'
import { SESSION_TABLES } from './session.ts'
import { endTrust } from './trust.ts'

/** Sessions in one statement. */
const BATCH_ROWS = 500

/** Ends all sessions of a user except `kept`, and the trust in their browsers; returns the number of ended sessions. */
export async function endSessionsOf(db: Db, uid: number, kept: number | null): Promise<number> {
  const all = await db.selectFrom('session').select(['session_id', 'device_hash']).where('uid', '=', uid).execute()
  const own = all.find((row) => row.session_id === kept)
  const ids = all.map((row) => row.session_id).filter((id) => id !== kept)
  for (let at = 0; at < ids.length; at += BATCH_ROWS)
    for (const table of SESSION_TABLES)
      await db
        .deleteFrom(table)
        .where('session_id', 'in', ids.slice(at, at + BATCH_ROWS))
        .execute()
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
