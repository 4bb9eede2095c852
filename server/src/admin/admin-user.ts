import { Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import type { Rooms } from '../context.ts'
import { endSessionsOf, rowOfUser } from '../user/account.store.ts'
import { blockIdentities } from '../user/outside/identity.store.ts'
import { killTokens } from '../user/token.store.ts'
import { addUser, changeUserAs, mustBeUser } from './admin-user.save.ts'
import { changeUser, countUsers, hasOtherAdministrator, itemsOwned, listUsers, removeUser } from './admin-user.store.ts'

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
