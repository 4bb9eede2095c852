import { type ErrorName, Refusal } from '@sheaf/contract'
import type { Ctx } from '../context.ts'
import { renewForm, verifyPassword } from './password.ts'
import { limitTries } from './password-try.ts'

const WRONG_PASSWORDS_MAX = 20
const HOUR = 3600

/** Stops here unless this is the acting user's own password (S45); wrong tries are counted per user. */
export async function mustBeOwnPassword(ctx: Ctx<'user' | 'admin'>, password: string, wrong: ErrorName = 'wrongPassword') {
  const { uid } = ctx.user
  const row = await ctx.db.selectFrom('user').select('password_hash').where('uid', '=', uid).executeTakeFirst()
  if (row?.password_hash === '') throw new Refusal('ownPasswordNone')
  const right = await limitTries(ctx, `own ${uid}`, WRONG_PASSWORDS_MAX, HOUR, async () =>
    row && (await verifyPassword(row.password_hash, password)) ? row : undefined,
  )
  if (!right) throw new Refusal(wrong)
  await renewForm(ctx.db, { uid, ...right }, password)
}
