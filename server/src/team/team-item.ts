import { isId, Refusal } from '@sheaf/contract'
import { type Granted, mustManage, mustManageOpen, mustOwnTeam } from '../access/access.ts'
import { writeAudit } from '../auth/audit.ts'
import { catalogsOf } from '../content/catalog.store.ts'
import { touchTeam } from '../content/membership.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { mustBeAuthority, mustBeScope, scopeName } from '../member/member.rules.ts'
import { notify } from '../notice/notice.store.ts'
import { notifyUnowned } from '../notice/steward-notice.store.ts'
import { nameOf } from '../user/user.store.ts'
import {
  bindingOf,
  bindingsOf,
  giveRights,
  insertBindings,
  itemsOfTeam,
  membersOfTeam,
  removeBinding,
  rightOf,
  rightsOf,
  teamNameOf,
  teamsOfItem,
  updateRights,
} from './team.store.ts'

function idsIn(list: string): number[] {
  const parts = [
    ...new Set(
      list
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  ]
  if (parts.length === 0 || parts.length > 200 || !parts.every(isId)) throw new Refusal('badInput', { field: 'item_id' })
  return parts.map(Number)
}

export const teamItem: AllHandlers['teamItem'] = {
  async getList({ item_id }, ctx) {
    await mustManage(ctx, item_id)
    return teamsOfItem(ctx.db, item_id)
  },

  async getListByTeam({ team_id }, ctx) {
    await mustOwnTeam(ctx, team_id)
    return (await itemsOfTeam(ctx.db, team_id)).map((item) => ({ ...item, username: item.username ?? '', password: '' }))
  },

  async save({ team_id, item_id }, ctx) {
    const item_ids = idsIn(item_id)
    const { team_name, permission } = await mustOwnTeam(ctx, team_id)
    const items: Granted<'edit' | 'manage'>[] = []
    for (const one of item_ids) items.push(await mustManageOpen(ctx, one))
    return ctx.store.db.transaction().execute(async (trx) => {
      await touchTeam(trx, permission, ctx.now())
      const known = new Set((await bindingsOf(trx, team_id)).map((row) => row.item_id))
      if (item_ids.some((one) => known.has(one))) throw new Refusal('boundAlready')
      const rows = await insertBindings(
        trx,
        permission,
        items.map((one) => one.permission),
        ctx.now(),
      )
      await giveRights(
        trx,
        permission,
        item_ids,
        (await membersOfTeam(trx, team_id)).map((row) => row.member_uid),
        ctx.now(),
      )
      for (const { item } of items) await writeAudit(trx, ctx, 'teamBound', { subject: item.item_name, detail: team_name })
      const last = rows.find((row) => row.item_id === item_ids.at(-1))
      if (!last) throw new Refusal('unexpected')
      return last
    })
  },

  async delete({ id }, ctx) {
    const binding = await bindingOf(ctx.db, id)
    const { item, permission } = await mustManageOpen(ctx, binding?.item_id ?? 0)
    if (!binding) throw new Refusal('noVisit')
    await ctx.store.db.transaction().execute(async (trx) => {
      const team_name = await teamNameOf(trx, binding.team_id)
      await notifyUnowned(trx, await removeBinding(trx, permission, binding), team_name, ctx.now())
      await writeAudit(trx, ctx, 'teamUnbound', { subject: item.item_name, detail: team_name })
    })
    return 1
  },
}

/** Only a manager of the item who also owns the team can set the rights of its members there. */
async function mustDecide(ctx: Ctx<'user'>, item_id: number, team_id: number) {
  const { item, permission } = await mustManageOpen(ctx, item_id)
  return { item, decides: { item: permission, team: (await mustOwnTeam(ctx, team_id)).permission } }
}

export const teamItemMember: AllHandlers['teamItemMember'] = {
  async getList({ item_id, team_id }, ctx) {
    await mustManage(ctx, item_id)
    return (await rightsOf(ctx.db, item_id, team_id)).map((row) => ({ ...row, cat_name: scopeName(row, ctx.language) }))
  },

  async save({ id, member_group_id, cat_id }, ctx) {
    const right = await rightOf(ctx.db, id)
    const { item, decides } = await mustDecide(ctx, right?.item_id ?? 0, right?.team_id ?? 0)
    if (!right) throw new Refusal('noVisit')
    const authority = member_group_id === undefined ? right.member_group_id : mustBeAuthority(member_group_id)
    const scope = cat_id === undefined ? right.cat_id : mustBeScope(await catalogsOf(ctx, right.item_id), cat_id)
    return ctx.store.db.transaction().execute(async (trx) => {
      await touchTeam(trx, decides.team, ctx.now())
      if (authority !== right.member_group_id)
        await notify(
          trx,
          ctx.user,
          { uids: [right.member_uid], kind: 'authority', about: { item: item.item_name, authority }, item_id: right.item_id },
          ctx.now(),
        )
      await writeAudit(trx, ctx, 'memberChanged', {
        subject: item.item_name,
        detail: `${await nameOf(trx, right.member_uid)} (${authority})`,
      })
      return updateRights(trx, decides, [id], { member_group_id: authority, cat_id: scope })
    })
  },

  async saveAll({ item_id, team_id, member_group_id }, ctx) {
    const { item, decides } = await mustDecide(ctx, item_id, team_id)
    const authority = mustBeAuthority(member_group_id)
    return ctx.store.db.transaction().execute(async (trx) => {
      await touchTeam(trx, decides.team, ctx.now())
      const changed = (await rightsOf(trx, item_id, team_id)).filter((row) => row.member_group_id !== authority)
      if (changed.length === 0) return 0
      await notify(
        trx,
        ctx.user,
        { uids: changed.map((row) => row.member_uid), kind: 'authority', about: { item: item.item_name, authority }, item_id },
        ctx.now(),
      )
      for (const row of changed)
        await writeAudit(trx, ctx, 'memberChanged', { subject: item.item_name, detail: `${row.member_username} (${authority})` })
      return updateRights(
        trx,
        decides,
        changed.map((row) => row.id),
        { member_group_id: authority },
      )
    })
  },
}
