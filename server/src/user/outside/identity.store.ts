import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { type ExternalUser, mustBeEmail } from '../user.rules.ts'
import { keyOf } from '../user.store.ts'

/** Whom another system knows under this number; the same number elsewhere is somebody else. */
interface ExternalIdentity {
  provider: string
  subject: string
}

/** Who comes in by a signed link has no other mark than the name (W17). */
export const KEY = 'key'

export const userOf = (db: Db, { provider, subject }: ExternalIdentity) =>
  db
    .selectFrom('identity as i')
    .innerJoin('user as u', 'u.uid', 'i.uid')
    .selectAll('u')
    .where('i.provider', '=', provider)
    .where('i.subject', '=', subject)
    .executeTakeFirst()

/** False when that identity belongs to somebody already, be it since a moment ago. */
export const link = async (db: Db, uid: number, { provider, subject }: ExternalIdentity, addtime: number): Promise<boolean> =>
  (await db
    .insertInto('identity')
    .values({ uid, provider, subject, addtime })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

export const identitiesOf = (db: Db, uid: number) =>
  db.selectFrom('identity').select(['id', 'provider', 'addtime']).where('uid', '=', uid).orderBy('id').execute()

/** The provider of what was taken away; undefined when this user has no such identity. */
export const unlink = async (db: Db, uid: number, id: number) =>
  (await db.deleteFrom('identity').where('id', '=', id).where('uid', '=', uid).returning('provider').executeTakeFirst())?.provider

export const hasDeparted = async (db: Db, { provider, subject }: ExternalIdentity): Promise<boolean> =>
  (await db.selectFrom('departed').select('id').where('provider', '=', provider).where('subject', '=', subject).executeTakeFirst()) !==
  undefined

/** With a deleted account go its ways in: they are kept as those of somebody who is not to come back by himself. */
export async function blockIdentities(db: Db, uid: number, username: string, addtime: number) {
  const username_key = keyOf(username)
  const known = await db.selectFrom('identity').select(['provider', 'subject']).where('uid', '=', uid).execute()
  for (const who of [...known, { provider: KEY, subject: username_key }])
    await db
      .insertInto('departed')
      .values({ ...who, username_key, addtime })
      .onConflict((conflict) => conflict.columns(['provider', 'subject']).doUpdateSet({ username_key, addtime }))
      .execute()
  await db.deleteFrom('identity').where('uid', '=', uid).execute()
}

/** An administrator who makes an account of this name anew lets the person in again. */
export const unblockIdentities = (db: Db, username: string) =>
  db.deleteFrom('departed').where('username_key', '=', keyOf(username)).execute()

/** Whether an administrator who is not disabled could sign in with every outside login closed. */
export const hasLocalAdministrator = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('user')
    .select('uid')
    .where('groupid', '=', 1)
    .where('is_disabled', '=', 0)
    .where('password_hash', '<>', '')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Of these names those that somebody has. */
export const takenOf = async (db: Db, names: string[]): Promise<Set<string>> =>
  new Set(
    (await db.selectFrom('user').select('username_key').where('username_key', 'in', names.map(keyOf)).execute()).map(
      (row) => row.username_key,
    ),
  )

const emailIsFree = async (db: Db, email: string): Promise<boolean> =>
  (await db.selectFrom('user').select('uid').where('email_key', '=', keyOf(email)).executeTakeFirst()) === undefined

export const signedInSince = async (db: Db, session_id: number, at: number): Promise<boolean> =>
  (await db
    .selectFrom('session')
    .select('session_id')
    .where('session_id', '=', session_id)
    .where(sql<boolean>`addtime >= ${at}`)
    .executeTakeFirst()) !== undefined

/** Ordinary accounts that are linked with nothing of this provider, the newest first. */
export const unlinkedUsers = (db: Db, provider: string, count: number) =>
  db
    .selectFrom('user as u')
    .select(['u.uid', 'u.username', 'u.name'])
    .where('u.groupid', '<>', 1)
    .where('u.is_disabled', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('identity as i').select('i.id').whereRef('i.uid', '=', 'u.uid').where('i.provider', '=', provider))),
    )
    .orderBy('u.uid', 'desc')
    .limit(count)
    .execute()

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
