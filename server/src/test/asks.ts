import { randomHex } from '../auth/secrets.ts'
import type { Db } from '../db/schema.ts'

/** Writes an open request for access; item_id 0 for one that no item takes. */
export async function addAsk(
  db: Db,
  { uid, item_id, at, note = 'For the examples.' }: { uid: number; item_id: number; at: number; note?: string },
) {
  const row = {
    uid,
    item_id,
    subject: `i${randomHex(4)}`,
    wants: 'edit' as const,
    note,
    state: 'open' as const,
    until: at + 3600,
    addtime: at,
  }
  const { ask_id } = await db.insertInto('access_ask').values(row).returning('ask_id').executeTakeFirstOrThrow()
  return String(ask_id)
}
