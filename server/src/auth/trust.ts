import type { Db } from '../db/schema.ts'

/** Ends the trust in all browsers of an account, or in one of them. */
export async function endTrust(db: Db, uid: number, device_hash?: string) {
  let ending = db.updateTable('device').set({ trusted_until: 0 }).where('uid', '=', uid).where('trusted_until', '>', 0)
  if (device_hash !== undefined) ending = ending.where('device_hash', '=', device_hash)
  await ending.execute()
}
