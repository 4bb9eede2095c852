import type { SessionRow } from '@sheaf/contract'
import { sessionLimits } from '../auth/session.ts'
import { signInSettings } from '../auth/sign-in-settings.ts'
import { namesOf } from '../auth/user-agent.ts'
import type { Ctx } from '../context.ts'
import { liveSessions } from './session.store.ts'

/** Where a person is signed in, with names of browsers and without any token or hash (S165). */
export async function sessionsOf(ctx: Ctx, uid: number): Promise<SessionRow[]> {
  const now = ctx.now()
  const rows = await liveSessions(ctx.db, uid, sessionLimits(await signInSettings(ctx), now))
  const isOwn = (row: { session_id: number }) => row.session_id === ctx.session_id
  return rows
    .map(({ user_agent, way, trusted_until, ...row }) => ({
      ...row,
      ...namesOf(user_agent),
      way: way as SessionRow['way'],
      is_own: isOwn(row),
      trusted_until: trusted_until !== null && trusted_until > now ? trusted_until : 0,
    }))
    .sort((a, b) => Number(b.is_own) - Number(a.is_own))
}
