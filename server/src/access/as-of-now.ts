import { Refusal } from '@sheaf/contract/errors'
import type { Ctx } from '../context.ts'

/**
 * The caller of a long request with the account as it is now. Since the request began, it can have been disabled or deleted, or have lost
 * the role of an administrator; the session or the token can have ended.
 */
export async function asOfNow(ctx: Ctx<'user'>): Promise<Ctx<'user'>> {
  const { uid } = ctx.user
  const found = await ctx.db.selectFrom('user').select(['groupid', 'is_disabled']).where('uid', '=', uid).executeTakeFirst()
  if (!found || found.is_disabled || !(await hasAccess(ctx))) throw new Refusal('loginInvalid')
  return { ...ctx, user: { ...ctx.user, groupid: found.groupid } }
}

/** Whether the session of the caller is open, and the token valid. A caller by the key pair of an item has neither. */
async function hasAccess({ db, session_id, grant, now }: Ctx<'user'>): Promise<boolean> {
  const [session, token] = await Promise.all([
    session_id === null || db.selectFrom('session').select('session_id').where('session_id', '=', session_id).executeTakeFirst(),
    !grant ||
      db
        .selectFrom('access_grant')
        .select('grant_id')
        .where('grant_id', '=', grant.grant_id)
        .where('ended_time', '=', 0)
        .where('until', '>', now())
        .executeTakeFirst(),
  ])
  return Boolean(session && token)
}
