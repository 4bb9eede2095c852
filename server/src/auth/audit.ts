import type { AuditAction } from '@sheaf/contract/audit-actions'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'

/** The acting user, the address and the clock. `by` names a visitor who signs in or fails to sign in. */
type Actor = Pick<Ctx, 'user' | 'address' | 'now'>

interface AuditDetails {
  /** The current name of the object of the action. */
  subject?: string
  /** Additional information, such as a new owner or a right. Never a secret. */
  detail?: string
  /** The acting user, if it is not the signed-in user. */
  by?: { uid: number | null; username: string }
}

const FIELD_MAX_CHARS = 255

/** Writes one entry of the audit log. Within the transaction of the action, the entry exists exactly when the action is committed. */
export async function writeAudit(db: Db, actor: Actor, action: AuditAction, { subject = '', detail = '', by }: AuditDetails = {}) {
  const { uid, username } = by ?? { uid: actor.user?.uid ?? null, username: actor.user?.username ?? '' }
  await db
    .insertInto('audit')
    .values({
      uid,
      username,
      action,
      subject: subject.slice(0, FIELD_MAX_CHARS),
      detail: detail.slice(0, FIELD_MAX_CHARS),
      address: actor.address,
      addtime: actor.now(),
    })
    .execute()
}
