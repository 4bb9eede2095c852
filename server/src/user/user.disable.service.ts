import { writeAudit } from '../auth/audit.ts'
import { endSessionsOf } from '../auth/session-end.ts'
import type { Db } from '../db/schema.ts'
import { deleteTokens } from './user.store.ts'

/** Disables an account, in a transaction that has locked the users: its sessions end, and its programs are refused from now on. */
export async function disableUser(
  trx: Db,
  { uid, username }: { uid: number; username: string },
  ...[actor, details]: [Parameters<typeof writeAudit>[1], Parameters<typeof writeAudit>[3]?]
) {
  await trx.updateTable('user').set({ is_disabled: 1 }).where('uid', '=', uid).execute()
  await deleteTokens(trx, uid)
  await endSessionsOf(trx, uid, null)
  await writeAudit(trx, actor, 'userDisabled', { ...details, subject: username })
}
