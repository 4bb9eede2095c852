import { Refusal } from '@sheaf/contract/errors'
import type { Ctx } from '../context.ts'

/**
 * The caller of a long request with the account as it is now. Since the request began, it can have been disabled or deleted, or have lost
 * the role of an administrator.
 */
export async function asOfNow(ctx: Ctx<'user'>): Promise<Ctx<'user'>> {
  const { uid } = ctx.user
  const found = await ctx.db.selectFrom('user').select(['groupid', 'is_disabled']).where('uid', '=', uid).executeTakeFirst()
  if (!found || found.is_disabled) throw new Refusal('loginInvalid')
  return { ...ctx, user: { ...ctx.user, groupid: found.groupid } }
}
