import { isOutside, requiredFrom, type SignInSettings } from '../auth/sign-in-settings.ts'
import { siteSettings } from '../common/settings.store.ts'
import type { Ctx } from '../context.ts'

/** Seconds after signing in during which an account without password and method needs no other proof (as for setFirstPassword). */
const FRESH_SECONDS = 600

/** The account and its session, as far as the second step depends on them. */
export async function ownState(ctx: Ctx<'user'>) {
  const [user, session] = await Promise.all([
    ctx.db
      .selectFrom('user')
      .select(['password_hash', 'has_second_step', 'groupid'])
      .where('uid', '=', ctx.user.uid)
      .executeTakeFirstOrThrow(),
    ctx.db.selectFrom('session').select(['way', 'addtime']).where('session_id', '=', ctx.session_id).executeTakeFirst(),
  ])
  const has_password = user.password_hash !== ''
  const isFresh = !has_password && !user.has_second_step && (session?.addtime ?? 0) >= ctx.now() - FRESH_SECONDS
  return { ...user, has_password, isFresh, way: session?.way ?? '' }
}

/** Whether the account signs in with a password of the directory, which it can confirm with. */
export async function isOfDirectory(ctx: Ctx<'user'>): Promise<boolean> {
  if ((await siteSettings(ctx)).ldap_open !== '1') return false
  const linked = ctx.db.selectFrom('identity').select('id').where('uid', '=', ctx.user.uid).where('provider', '=', 'ldap')
  return (await linked.executeTakeFirst()) !== undefined
}

/** Since when the site requires a second step of this account in the ways that it can sign in; 0 when it does not. */
export function requiredOf(state: { groupid: number; has_password: boolean; way: string }, settings: SignInSettings): number {
  const isByProvider = isOutside(state.way) && !state.has_password
  return isByProvider && !settings.mfa_outside ? 0 : requiredFrom(state, settings)
}
