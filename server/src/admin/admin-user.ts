import { Refusal } from '@sheaf/contract'
import { type InLanguages, inLanguage } from '@sheaf/contract/languages'
import { writeAudit } from '../auth/audit.ts'
import { hashPassword, mustBeGoodPassword } from '../auth/password.ts'
import { randomHex } from '../auth/secrets.ts'
import { sessionLimits } from '../auth/session.ts'
import { endSessionsOf } from '../auth/session-end.ts'
import { signInSettings } from '../auth/sign-in-settings.ts'
import { renamePerson } from '../comment/people.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { removeInSteps } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { mailSecurity } from '../notice/security.service.ts'
import { notifyUnowned } from '../notice/steward-notice.store.ts'
import { canMail } from '../runtime/mail.ts'
import { writeInformed } from '../second-step/second-step.service.ts'
import { blockIdentities, unblockIdentities } from '../user/outside/identity.store.ts'
import { disableUser } from '../user/user.disable.service.ts'
import { inBackground, mailLink, mailLinkNow, mailNewEmail, storeEmail, takeEmail } from '../user/user.email.service.ts'
import { mustBeEmail, mustBeUsername } from '../user/user.rules.ts'
import { deleteTokens, insertUser, rowOfUser } from '../user/user.store.ts'
import { setPasswordOf } from './admin.password.service.ts'
import { changeUser, countUsers, hasOtherAdministrator, itemsOwned, listUsers, noticesLeft, removeUser } from './admin.store.ts'
import { personCalls } from './admin-sign-in.ts'

async function mustBeUser(ctx: Ctx, uid: number) {
  const row = await rowOfUser(ctx.db, uid)
  if (!row) throw new Refusal('notFound')
  return row
}

const emailOrNone = (given: string) => given.trim() && mustBeEmail(given)

/** Creates an account whose last login time is 0. With an address and no password, the user gets a mailed link to choose one. */
async function addUser(ctx: Ctx<'admin'>, given: { username: string; password: string; name: string; email: string }) {
  const username = mustBeUsername(given.username)
  const email = emailOrNone(given.email)
  const isInvited = given.password === '' && email !== ''
  if (isInvited && !canMail(ctx)) throw new Refusal('mailOff')
  if (!isInvited) mustBeGoodPassword(given.password)
  // An unknown password, until the invited user chooses one.
  const password_hash = await hashPassword(isInvited ? randomHex(32) : given.password)
  const user = await ctx.store.write(async (trx) => {
    const made = await insertUser(trx, { username, password_hash, groupid: 2, reg_time: ctx.now() })
    if (!made) throw new Refusal('usernameTaken')
    await unblockIdentities(trx, username)
    await trx.updateTable('user').set({ name: given.name.trim(), last_login_time: 0 }).where('uid', '=', made.uid).execute()
    await writeAudit(trx, ctx, 'userAdded', { subject: username })
    if (email) await takeEmail(trx, made.uid, email)
    return made
  })
  if (isInvited) inBackground(ctx, mailLink(ctx, 'invited', { ...user, email }))
  else if (email) mailNewEmail(ctx, user, email)
}

/** A new password ends all sessions of the account. Administrators change their own password only with the current one (S11). */
async function changeUserAs(ctx: Ctx<'admin'>, uid: number, { password = '', name = '' }: { password?: string; name?: string }) {
  const { username, name: previous } = await mustBeUser(ctx, uid)
  if (password && uid === ctx.user.uid) throw new Refusal('ownPasswordElsewhere')
  if (password) mustBeGoodPassword(password)
  const password_hash = password && (await hashPassword(password))
  const renamed = name.trim() !== '' && name.trim() !== previous
  await ctx.store.write(async (trx) => {
    if (renamed) {
      await changeUser(trx, uid, { name: name.trim() })
      await writeAudit(trx, ctx, 'userRenamed', { subject: username, detail: name.trim() })
    }
    if (password_hash) await setPasswordOf(trx, { uid, username }, password_hash, ctx)
  })
  if (password_hash) mailSecurity(ctx, { uid, kind: 'passwordReplaced', about: { by: ctx.user.name || ctx.user.username } })
}

async function mustOwnNothing(db: Db, uid: number, username: string) {
  const items = await itemsOwned(db, uid)
  if (items) throw new Refusal('ownsItems', { name: username, count: String(items) })
}

/** The name of a deleted account in comments, in the language of the administrator who deletes it. */
const FORMER_MEMBER: InLanguages<string> = { en: 'Former member', zh: '已注销用户' }
/** Rows per page when the request names no count. */
const ROWS = 20

export const adminUser: AllHandlers['adminUser'] = {
  ...personCalls,
  async getList({ username, role, page, count }, ctx) {
    const filter = { text: username, role }
    const limits = sessionLimits(await signInSettings(ctx), ctx.now())
    const [users, total] = await Promise.all([listUsers(ctx.db, filter, count || ROWS, page || 1, limits), countUsers(ctx.db, filter)])
    return { users, total }
  },

  async addUser({ uid, request_id: _, ...given }, ctx) {
    if (uid === 0) return addUser(ctx, given).then(() => null)
    await changeUserAs(ctx, uid, given)
    return []
  },

  async changePassword({ uid, new_password }, ctx) {
    if (new_password === '') throw new Refusal('passwordShort')
    await changeUserAs(ctx, uid, { password: new_password })
    return 1
  },

  async deleteUser({ uid, hide_name }, ctx) {
    const { username, name, groupid } = await mustBeUser(ctx, uid)
    if (groupid === 1) throw new Refusal('administratorStays', { name: username })
    await mustOwnNothing(ctx.db, uid, username)
    await ctx.store.db.transaction().execute(async (trx) => {
      // A concurrent request can have promoted the user or transferred an item to them, so both are checked again under the lock.
      await hasOtherAdministrator(ctx.store, trx, uid)
      if ((await rowOfUser(trx, uid))?.groupid === 1) throw new Refusal('administratorStays', { name: username })
      await mustOwnNothing(trx, uid, username)
      await deleteTokens(trx, uid)
      await endSessionsOf(trx, uid, null)
      await blockIdentities(trx, uid, username, ctx.now())
      const former = inLanguage(FORMER_MEMBER, ctx.language)
      if (hide_name) await renamePerson(trx, uid, former)
      const unowned = await removeUser(trx, uid, ctx.user.uid, ctx.now())
      await notifyUnowned(trx, unowned, hide_name ? former : name || username, ctx.now())
      await writeAudit(trx, ctx, 'userDeleted', { subject: username })
    })
    // Tens of thousands would take seconds in the transaction, for which other writers would wait. The hourly cleanup completes this.
    await removeInSteps(ctx.store, { table: 'notice', id: 'notice_id', next: (rows) => noticesLeft(ctx.db, uid, rows) })
    return 1
  },

  async update({ uid, name, email: given, groupid, is_disabled }, ctx) {
    if (groupid !== undefined && groupid !== 1 && groupid !== 2) throw new Refusal('badInput', { field: 'groupid' })
    if (uid === ctx.user.uid && is_disabled) throw new Refusal('ownAccount')
    const email = given === undefined ? undefined : emailOrNone(given)
    await mustBeUser(ctx, uid)
    const user = await ctx.store.db.transaction().execute(async (trx) => {
      const hasOther = await hasOtherAdministrator(ctx.store, trx, uid)
      const previous = await rowOfUser(trx, uid)
      if (!previous) throw new Refusal('notFound')
      const next = {
        name: name?.trim() ?? previous.name,
        groupid: groupid ?? previous.groupid,
        is_disabled: is_disabled ?? previous.is_disabled,
      }
      const administers = (one: { groupid: number; is_disabled: number }) => one.groupid === 1 && !one.is_disabled
      if (administers(previous) && !administers(next) && !hasOther) throw new Refusal('lastAdministrator')
      if (email !== undefined && email !== previous.email) {
        if (uid === ctx.user.uid) throw new Refusal('ownEmailElsewhere')
        await storeEmail(trx, ctx, previous, email)
      }
      await changeUser(trx, uid, next)
      const subject = previous.username
      if (next.name !== previous.name) await writeAudit(trx, ctx, 'userRenamed', { subject, detail: next.name })
      if (next.groupid !== previous.groupid) await writeAudit(trx, ctx, next.groupid === 1 ? 'userPromoted' : 'userDemoted', { subject })
      if (next.is_disabled !== previous.is_disabled) {
        if (next.is_disabled) await disableUser(trx, previous, ctx)
        else await writeAudit(trx, ctx, 'userEnabled', { subject })
      }
      return previous
    })
    if (email !== undefined && email !== user.email) mailNewEmail(ctx, user, email)
    return []
  },

  async sendLink({ uid }, ctx) {
    const user = await mustBeUser(ctx, uid)
    if (uid === ctx.user.uid) throw new Refusal('ownEmailElsewhere')
    if (!canMail(ctx)) throw new Refusal('mailOff')
    const isNew = user.last_login_time === 0
    if (!user.email || user.is_disabled || (user.email_verify && !isNew))
      throw new Refusal('noLinkToSend', { name: user.name || user.username })
    await mailLinkNow(ctx, isNew ? 'invited' : 'entered', user)
    await ctx.store.write((trx) => writeAudit(trx, ctx, 'userLinkSent', { subject: user.username, detail: user.email }))
    return []
  },

  async endSessions({ uid }, ctx) {
    const { username } = await mustBeUser(ctx, uid)
    return writeInformed(ctx, async (trx, inform) => {
      // Administrators who end their own sessions keep the current one.
      const ended = await endSessionsOf(trx, uid, uid === ctx.user.uid ? ctx.session_id : null)
      await writeAudit(trx, ctx, 'sessionsEnded', { subject: username })
      if (ended > 0 && uid !== ctx.user.uid) await inform(uid, 'sessionsEnded', {}, ctx.user)
      return ended
    })
  },
}
