import type { AuditAction } from '@sheaf/contract/audit-actions'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'

/** Who does it, from where, and when; a visitor who signs in or fails to is named by `by`. */
type Actor = Pick<Ctx, 'user' | 'address' | 'now'>

interface AuditDetails {
  /** What it was done to, by the name it has now. */
  subject?: string
  /** What more there is to say: a new owner, a right. Never a secret. */
  detail?: string
  /** Who it was, where that is not whoever is signed in. */
  by?: { uid: number | null; username: string }
}

const FIELD_MAX_CHARS = 255

/** One line of the log of who did what. Given the transaction that does it, the line is there exactly when the deed is. */
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
