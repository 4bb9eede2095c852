import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { hashPassword, mustBeGoodPassword } from '../auth/password.ts'
import type { Ctx } from '../context.ts'
import { replacePassword, rowOfUser } from '../user/account.store.ts'
import { unblockIdentities } from '../user/outside/identity.store.ts'
import { mustBeUsername } from '../user/user.rules.ts'
import { insertUser } from '../user/user.store.ts'
import { changeUser } from './admin-user.store.ts'

export async function mustBeUser(ctx: Ctx, uid: number) {
  const row = await rowOfUser(ctx.db, uid)
  if (!row) throw new Refusal('notFound')
  return row
}

/** A new account, which nobody has signed in with yet. */
export async function addUser(ctx: Ctx<'admin'>, given: { username: string; password: string; name: string }) {
  const username = mustBeUsername(given.username)
  mustBeGoodPassword(given.password)
  const password_hash = await hashPassword(given.password)
  await ctx.store.write(async (trx) => {
    const made = await insertUser(trx, { username, password_hash, groupid: 2, reg_time: ctx.now() })
    if (!made) throw new Refusal('usernameTaken')
    await unblockIdentities(trx, username)
    await trx.updateTable('user').set({ name: given.name.trim(), last_login_time: 0 }).where('uid', '=', made.uid).execute()
    await writeAudit(trx, ctx, 'userAdded', { subject: username })
  })
}

/** Another password ends all sessions of the account. One's own is changed where the present one is asked for (S11). */
export async function changeUserAs(ctx: Ctx<'admin'>, uid: number, { password = '', name = '' }: { password?: string; name?: string }) {
  const { username, name: before } = await mustBeUser(ctx, uid)
  if (password && uid === ctx.user.uid) throw new Refusal('ownPasswordElsewhere')
  if (password) mustBeGoodPassword(password)
  const password_hash = password && (await hashPassword(password))
  const renamed = name.trim() !== '' && name.trim() !== before
  await ctx.store.write(async (trx) => {
    if (renamed) {
      await changeUser(trx, uid, { name: name.trim() })
      await writeAudit(trx, ctx, 'userRenamed', { subject: username, detail: name.trim() })
    }
    if (!password_hash) return
    await replacePassword(trx, uid, password_hash, null)
    await writeAudit(trx, ctx, 'userPassword', { subject: username })
  })
}
