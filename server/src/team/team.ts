import { Refusal } from '@sheaf/contract'
import { mustOwnTeam } from '../access/access.ts'
import { writeAudit } from '../auth/audit.ts'
import { mustBeOwnPassword } from '../auth/throttle.ts'
import { removeTeamMember, touchTeam } from '../content/membership.store.ts'
import type { AllHandlers } from '../context.ts'
import { notify } from '../notice/notice.store.ts'
import { notifyUnowned } from '../notice/steward-notice.store.ts'
import { lockUsers, mustKnow, mustKnowAll, nameOf } from '../user/user.store.ts'
import { addToTeam } from './team.service.ts'
import { insertTeam, membersOfTeam, removeTeam, teamMemberOf, teamsOf, transferItems, updateTeam } from './team.store.ts'

export const team: AllHandlers['team'] = {
  getList: (_input, ctx) => teamsOf(ctx, ctx.user.uid),

  async save({ id, team_name }, ctx) {
    if (id === 0) return { ...(await insertTeam(ctx.db, ctx.user.uid, team_name, ctx.now())), username: ctx.user.username }
    const { permission } = await mustOwnTeam(ctx, id)
    const row = await ctx.store.db.transaction().execute(async (trx) => {
      await touchTeam(trx, permission, ctx.now())
      return updateTeam(trx, permission, { team_name }, ctx.now())
    })
    return { ...row, username: ctx.user.username }
  },

  async delete({ id }, ctx) {
    const { team_name, permission } = await mustOwnTeam(ctx, id)
    await ctx.store.db.transaction().execute(async (trx) => {
      await touchTeam(trx, permission, ctx.now())
      const uids = (await membersOfTeam(trx, id)).map((row) => row.member_uid)
      await notifyUnowned(trx, await removeTeam(trx, permission), team_name, ctx.now())
      await writeAudit(trx, ctx, 'teamDeleted', { subject: team_name })
      await notify(trx, ctx.user, { uids, kind: 'teamRemoved', about: { team: team_name } }, ctx.now())
    })
    return 1
  },

  async attorn({ team_id, username, password }, ctx) {
    const { team_name, permission } = await mustOwnTeam(ctx, team_id)
    await mustBeOwnPassword(ctx, password)
    await mustKnow(ctx.db, username)
    await ctx.store.db.transaction().execute(async (trx) => {
      // The new owner cannot be deleted concurrently.
      await lockUsers(ctx.store, trx)
      const next = await mustKnow(trx, username)
      await touchTeam(trx, permission, ctx.now())
      await updateTeam(trx, permission, { uid: next.uid }, ctx.now())
      await transferItems(trx, permission, ctx.user.uid, next.uid)
      await notify(trx, ctx.user, { uids: [next.uid], kind: 'teamGiven', about: { team: team_name } }, ctx.now())
      await writeAudit(trx, ctx, 'teamTransferred', { subject: team_name, detail: next.username })
    })
    return null
  },
}

export const teamMember: AllHandlers['teamMember'] = {
  async getList({ team_id }, ctx) {
    await mustOwnTeam(ctx, team_id)
    return membersOfTeam(ctx.db, team_id)
  },

  async save({ team_id, member_username }, ctx) {
    const { team_name, permission } = await mustOwnTeam(ctx, team_id)
    const users = await mustKnowAll(ctx.db, member_username)
    return ctx.store.db.transaction().execute(async (trx) => {
      const rows = await addToTeam(trx, ctx, { team_id, team_name, permission }, users)
      const last = users.at(-1)
      const row = rows.find((one) => one.member_uid === last?.uid)
      if (!last || !row) throw new Refusal('unexpected')
      return { ...row, member_username: last.username }
    })
  },

  async delete({ id }, ctx) {
    const membership = await teamMemberOf(ctx.db, id)
    const { team_name, permission } = await mustOwnTeam(ctx, membership?.team_id ?? 0)
    if (!membership) throw new Refusal('noPermission')
    if (membership.group !== null) throw new Refusal('memberByGroup', { group: membership.group })
    await ctx.store.db.transaction().execute(async (trx) => {
      await touchTeam(trx, permission, ctx.now())
      await removeTeamMember(trx, permission, membership.member_uid)
      await writeAudit(trx, ctx, 'teamMemberRemoved', { subject: team_name, detail: await nameOf(trx, membership.member_uid) })
      await notify(trx, ctx.user, { uids: [membership.member_uid], kind: 'teamRemoved', about: { team: team_name } }, ctx.now())
    })
    return 1
  },
}
