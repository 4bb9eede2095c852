import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { storedGroups } from '../../group/group.rules.ts'
import { rulesOf } from '../../group/group.store.ts'
import { type ExternalUser, mustBeEmail } from '../user.rules.ts'
import { keyOf } from '../user.store.ts'

/** The id of a user at a provider; the same id at another provider is another user. */
interface ExternalIdentity {
  provider: string
  subject: string
}

/** The provider of users with a signed link, whose only id is their name (W17). */
export const KEY = 'key'

export const userOf = (db: Db, { provider, subject }: ExternalIdentity) =>
  db
    .selectFrom('identity as i')
    .innerJoin('user as u', 'u.uid', 'i.uid')
    .selectAll('u')
    .where('i.provider', '=', provider)
    .where('i.subject', '=', subject)
    .executeTakeFirst()

/** Links an identity to an account; returns false if the identity is linked already, even by a concurrent request. */
export const link = async (db: Db, uid: number, { provider, subject }: ExternalIdentity, addtime: number): Promise<boolean> =>
  (await db
    .insertInto('identity')
    .values({ uid, provider, subject, addtime })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

export const identitiesOf = (db: Db, uid: number) =>
  db.selectFrom('identity').select(['id', 'provider', 'subject', 'addtime']).where('uid', '=', uid).orderBy('id').execute()

/** Unlinks an identity and returns its provider; undefined when this user has no such identity. */
export const unlink = async (db: Db, uid: number, id: number) =>
  (await db.deleteFrom('identity').where('id', '=', id).where('uid', '=', uid).returning('provider').executeTakeFirst())?.provider

export const isBlocked = async (db: Db, { provider, subject }: ExternalIdentity): Promise<boolean> =>
  (await db.selectFrom('departed').select('id').where('provider', '=', provider).where('subject', '=', subject).executeTakeFirst()) !==
  undefined

/** Unlinks the identities of a deleted account and blocks them, so that signing in does not create the account again. */
export async function blockIdentities(db: Db, uid: number, username: string, addtime: number) {
  const username_key = keyOf(username)
  const known = await db.selectFrom('identity').select(['provider', 'subject']).where('uid', '=', uid).execute()
  for (const identity of [...known, { provider: KEY, subject: username_key }])
    await db
      .insertInto('departed')
      .values({ ...identity, username_key, addtime })
      .onConflict((conflict) => conflict.columns(['provider', 'subject']).doUpdateSet({ username_key, addtime }))
      .execute()
  await db.deleteFrom('identity').where('uid', '=', uid).execute()
}

/** Unblocks the identities of a name when an administrator creates an account with it again. */
export const unblockIdentities = (db: Db, username: string) =>
  db.deleteFrom('departed').where('username_key', '=', keyOf(username)).execute()

/** Whether an enabled administrator can sign in with a local password, without any external login. */
export const hasLocalAdministrator = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('user')
    .select('uid')
    .where('groupid', '=', 1)
    .where('is_disabled', '=', 0)
    .where('password_hash', '<>', '')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The keys of those of the names that are taken. */
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

/** Enabled accounts of non-administrators without an identity of this provider, newest first. */
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

/** Seconds in which an external user can choose or create an account. */
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
    provider_id: who.provider_id,
    id_token_sealed: who.id_token_sealed,
    provider_sid: who.provider_sid,
    provider_sub: who.provider_sub,
    said: storedGroups(await rulesOf(ctx.db, who.provider_id), who),
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

/** The sign-in continues in another session. */
export const movePendingIdentity = (db: Db, from: number, to: number) =>
  db.updateTable('outside_newcomer').set({ session_id: to }).where('session_id', '=', from).execute()

export const deletePendingIdentity = (db: Db, session_id: number) =>
  db.deleteFrom('outside_newcomer').where('session_id', '=', session_id).execute()

/** Sets the address of a new account if it is valid and free; it is verified only if the provider has verified it. */
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
