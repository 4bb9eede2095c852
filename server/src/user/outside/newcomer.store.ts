import type { Ctx } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { mustBeEmail } from '../user.rules.ts'
import { keyOf } from '../user.store.ts'
import { emailIsFree } from './identity.store.ts'
import type { ExternalUser } from './outside.rules.ts'

/** Seconds in which whoever came from outside says which account is theirs. */
const PENDING_IDENTITY_SECONDS = 900

export async function savePendingIdentity(ctx: Pick<Ctx, 'db' | 'now'>, session_id: number, who: ExternalUser) {
  const row = {
    session_id,
    provider: who.provider,
    subject: who.subject,
    username: who.username,
    name: who.name,
    email: who.email,
    email_verify: who.isVerified ? 1 : 0,
    may_join: who.mayJoin ? 1 : 0,
    until: ctx.now() + PENDING_IDENTITY_SECONDS,
  }
  await ctx.db
    .insertInto('outside_newcomer')
    .values(row)
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
    .execute()
}

export const pendingIdentityOf = (db: Db, session_id: number, now: number) =>
  db.selectFrom('outside_newcomer').selectAll().where('session_id', '=', session_id).where('until', '>', now).executeTakeFirst()

export const deletePendingIdentity = (db: Db, session_id: number) =>
  db.deleteFrom('outside_newcomer').where('session_id', '=', session_id).execute()

/** An address that is nobody else's; verified only if the provider says so. */
export async function setEmailOfNew(db: Db, uid: number, { email, isVerified }: Pick<ExternalUser, 'email' | 'isVerified'>) {
  if (!isEmail(email) || !(await emailIsFree(db, email))) return
  await db
    .updateTable('user')
    .set({ email, email_key: keyOf(email), email_verify: isVerified ? 1 : 0 })
    .where('uid', '=', uid)
    .execute()
}

function isEmail(email: string) {
  try {
    return mustBeEmail(email) === email
  } catch {
    return false
  }
}
