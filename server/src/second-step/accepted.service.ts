import { needsPasskey, signInSettings } from '../auth/sign-in-settings.ts'
import type { Ctx } from '../context.ts'
import { codesOf, methodsOf } from './second-step.store.ts'

interface Account {
  uid: number
  groupid: number
  has_passkey: number
}

/** Whether codes of an app are refused: of an administrator who has the passkey that the site requires. */
export const isPasskeyOnly = async (ctx: Ctx, user: Account) => user.has_passkey === 1 && needsPasskey(user, await signInSettings(ctx), ctx)

/** The methods that the second step of a sign-in accepts from this account now. */
export async function acceptedMethods(ctx: Ctx, user: Account) {
  const [isOnly, methods, codes] = await Promise.all([isPasskeyOnly(ctx, user), methodsOf(ctx.db, user.uid), codesOf(ctx.db, user.uid)])
  return [
    ...(methods.passkeys > 0 ? (['passkey'] as const) : []),
    ...(methods.app && !isOnly ? (['totp'] as const) : []),
    ...(codes.left > 0 ? (['recovery'] as const) : []),
  ]
}
