import { Refusal } from '@sheaf/contract'
import type { Ctx } from './context.ts'
import { renewForm, verifyPassword } from './password.ts'
import { countFailure, failuresOf } from './throttle.ts'

const MOST = 20

/** Stops here unless this is the acting user's own password (S45); wrong tries are counted per user. */
export async function mustBeOwnPassword(ctx: Ctx<'user' | 'admin'>, password: string) {
  const counter = `own ${ctx.user.uid}`
  if ((await failuresOf(ctx, counter)) >= MOST) throw new Refusal('tooMany', { seconds: '3600' })
  const row = await ctx.db.selectFrom('user').select('password_hash').where('uid', '=', ctx.user.uid).executeTakeFirst()
  if (row?.password_hash === '') throw new Refusal('ownPasswordNone')
  if (row && (await verifyPassword(row.password_hash, password))) return renewForm(ctx.db, { uid: ctx.user.uid, ...row }, password)
  await countFailure(ctx, counter, 3600)
  throw new Refusal('wrongPassword')
}
