import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../../auth/audit.ts'
import { sessionOf } from '../../auth/session.ts'
import type { Ctx, User } from '../../context.ts'
import { byName, insertUser, noteLogin } from '../user.store.ts'
import { hasDeparted, link, userOf } from './identity.store.ts'
import { savePendingIdentity, setEmailOfNew } from './newcomer.store.ts'
import { type ExternalUser, localUsername } from './outside.rules.ts'

export const kindOf = (provider: string) => provider.replace(/ .*/, '')
export const placeOf = (provider: string) => provider.replace(/^\S+ ?/, '')

/**
 * The account of whoever comes from outside: the one that is linked with this identity, or a new one under a name that is free. Never
 * one that merely has the same name (S84): that is shown to be one's own by its password, and until then the session remembers who came.
 */
export async function accountOf(ctx: Ctx, who: ExternalUser): Promise<User> {
  const known = await userOf(ctx.db, who)
  if (known?.is_disabled) throw new Refusal('outsideGone')
  if (known) return known
  if (await hasDeparted(ctx.db, who)) throw new Refusal('outsideGone')
  const username = localUsername(who.username)
  const holder = await byName(ctx.db, username)
  // Most likely the same person, who is to stay out until an administrator says otherwise.
  if (holder?.is_disabled) throw new Refusal('outsideGone')
  const made = who.mayJoin && !holder ? await makeAccount(ctx, username, who) : undefined
  // Of two windows that come in at once the other one may have made it.
  const account = made ?? (holder ? undefined : await userOf(ctx.db, who))
  if (account) return account
  await savePendingIdentity(ctx, await sessionOf(ctx), who)
  throw new Refusal(holder ? 'outsideTaken' : 'outsideClosed', { name: username }, { newcomer: 1 })
}

/** An account without a password, linked from its first moment; undefined when the name is somebody's by now. */
export const makeAccount = (ctx: Ctx, username: string, who: Omit<ExternalUser, 'mayJoin'>): Promise<User | undefined> =>
  ctx.store.write(async (trx) => {
    const made = await insertUser(trx, { username, password_hash: '', groupid: 2, reg_time: ctx.now() })
    if (!made) return undefined
    if (!(await link(trx, made.uid, who, ctx.now()))) throw new Refusal('outsideLinked')
    await trx
      .updateTable('user')
      .set({ name: who.name.slice(0, 100) })
      .where('uid', '=', made.uid)
      .execute()
    await setEmailOfNew(trx, made.uid, who)
    await writeAudit(trx, ctx, 'register', { by: made, detail: who.provider })
    return (await byName(trx, username)) ?? made
  })

/** Written down with the way that was taken. */
export const noteOutsideLogin = (ctx: Ctx, user: User, provider: string) =>
  ctx.store.write(async (trx) => {
    await noteLogin(trx, user.uid, ctx.now())
    await writeAudit(trx, ctx, 'externalLogin', { by: user, detail: provider })
  })
