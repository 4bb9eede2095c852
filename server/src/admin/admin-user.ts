import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { hashPassword, mustBeGoodPassword } from '../auth/password.ts'
import type { Ctx, Rooms } from '../context.ts'
import { blockIdentities, unblockIdentities } from '../user/outside/identity.store.ts'
import { mustBeUsername } from '../user/user.rules.ts'
import { endSessionsOf, insertUser, killTokens, replacePassword, rowOfUser } from '../user/user.store.ts'
import { changeUser, countUsers, hasOtherAdministrator, itemsOwned, listUsers, removeUser } from './admin.store.ts'

async function mustBeUser(ctx: Ctx, uid: number) {
  const row = await rowOfUser(ctx.db, uid)
  if (!row) throw new Refusal('notFound')
  return row
}

/** A new account, which nobody has signed in with yet. */
async function addUser(ctx: Ctx<'admin'>, given: { username: string; password: string; name: string }) {
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
async function changeUserAs(ctx: Ctx<'admin'>, uid: number, { password = '', name = '' }: { password?: string; name?: string }) {
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

/** Rows of a list where the caller does not say. */
const ROWS = 20

export const adminUser: Rooms['adminUser'] = {
  async getList({ username, role, page, count }, ctx) {
    const filter = { text: username, role }
    const [users, total] = await Promise.all([listUsers(ctx.db, filter, count || ROWS, page || 1, ctx.now()), countUsers(ctx.db, filter)])
    return { users, total }
  },

  async addUser({ uid, ...given }, ctx) {
    if (uid === 0) return addUser(ctx, given).then(() => null)
    await changeUserAs(ctx, uid, given)
    return []
  },

  async changePassword({ uid, new_password }, ctx) {
    if (new_password === '') throw new Refusal('passwordShort')
    await changeUserAs(ctx, uid, { password: new_password })
    return 1
  },

  async deleteUser({ uid }, ctx) {
    const { username, groupid } = await mustBeUser(ctx, uid)
    if (groupid === 1) throw new Refusal('administratorStays', { name: username })
    await ctx.store.db.transaction().execute(async (trx) => {
      // The right may have been given this moment, and an item been handed over.
      await hasOtherAdministrator(ctx.store, trx, uid)
      if ((await rowOfUser(trx, uid))?.groupid === 1) throw new Refusal('administratorStays', { name: username })
      const items = await itemsOwned(trx, uid)
      if (items) throw new Refusal('ownsItems', { name: username, count: String(items) })
      await killTokens(trx, uid)
      await endSessionsOf(trx, uid, null)
      await blockIdentities(trx, uid, username, ctx.now())
      await removeUser(trx, uid, ctx.user.uid, ctx.now())
      await writeAudit(trx, ctx, 'userDeleted', { subject: username })
    })
    return 1
  },

  async update({ uid, name, groupid, is_disabled }, ctx) {
    if (groupid !== undefined && groupid !== 1 && groupid !== 2) throw new Refusal('badInput', { field: 'groupid' })
    if (uid === ctx.user.uid && is_disabled) throw new Refusal('ownAccount')
    await mustBeUser(ctx, uid)
    await ctx.store.db.transaction().execute(async (trx) => {
      const another = await hasOtherAdministrator(ctx.store, trx, uid)
      const before = await rowOfUser(trx, uid)
      if (!before) throw new Refusal('notFound')
      const after = {
        name: name?.trim() ?? before.name,
        groupid: groupid ?? before.groupid,
        is_disabled: is_disabled ?? before.is_disabled,
      }
      const administers = (one: { groupid: number; is_disabled: number }) => one.groupid === 1 && !one.is_disabled
      if (administers(before) && !administers(after) && !another) throw new Refusal('lastAdministrator')
      await changeUser(trx, uid, after)
      const subject = before.username
      if (after.name !== before.name) await writeAudit(trx, ctx, 'userRenamed', { subject, detail: after.name })
      if (after.groupid !== before.groupid) await writeAudit(trx, ctx, after.groupid === 1 ? 'userPromoted' : 'userDemoted', { subject })
      if (after.is_disabled === before.is_disabled) return
      if (after.is_disabled) {
        await killTokens(trx, uid)
        await endSessionsOf(trx, uid, null)
      }
      await writeAudit(trx, ctx, after.is_disabled ? 'userDisabled' : 'userEnabled', { subject })
    })
    return []
  },

  async endSessions({ uid }, ctx) {
    const { username } = await mustBeUser(ctx, uid)
    return ctx.store.write(async (trx) => {
      // Whoever ends their own keeps the one they do it with.
      const ended = await endSessionsOf(trx, uid, uid === ctx.user.uid ? ctx.session_id : null)
      await writeAudit(trx, ctx, 'sessionsEnded', { subject: username })
      return ended
    })
  },
}
