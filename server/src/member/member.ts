import { Refusal } from '@sheaf/contract'
import { covers, mustBeEditor, mustManage, mustManageOpen, type Scope } from '../access/access.ts'
import { rightsOfEach } from '../access/people.ts'
import { writeAudit } from '../auth/audit.ts'
import { catalogsOf } from '../content/catalog.store.ts'
import { lockItem } from '../content/item.store.ts'
import type { AllHandlers } from '../context.ts'
import { orTaken } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { notify } from '../notice/notice.store.ts'
import { mustKnowAll, nameOf } from '../user/user.store.ts'
import { labelOf, mustBeAuthority, mustBeScope, scopeName, sortedByName } from './member.rules.ts'
import { addMembers, changeMember, memberAlready } from './member.service.ts'
import { memberOf, membersOf, peopleOfItem, removeMember, removeWatches } from './member.store.ts'

/** People in one answer. */
const PEOPLE_MAX = 1000

const meet = (edits: Scope, visits: Scope) =>
  typeof edits === 'string' ? visits !== 'none' : [...edits].some((cat_id) => covers(visits, cat_id))

/** The membership as it is now: another manager can have changed or removed it. Two changes follow each other. */
async function lockMember(trx: Db, item_id: number, item_member_id: number) {
  await lockItem(trx, item_id)
  const membership = await memberOf(trx, item_id, item_member_id)
  if (!membership) throw new Refusal('notFound')
  return membership
}

export const member: AllHandlers['member'] = {
  async getList({ item_id }, ctx) {
    await mustManage(ctx, item_id)
    return sortedByName(await membersOf(ctx.db, item_id), ctx.language).map((row) => {
      const cat_name = scopeName(row, ctx.language)
      return { ...row, member_group: labelOf(row.member_group_id, cat_name, ctx.language), cat_name }
    })
  },

  async getAllList({ item_id }, ctx) {
    const { item, edits } = await mustBeEditor(ctx, item_id)
    const people = await peopleOfItem(ctx.db, item_id, item.uid, PEOPLE_MAX)
    const uids = people.map(({ uid }) => uid)
    // An editor of some catalogs gets those who read there.
    const readers = new Set((await rightsOfEach(ctx, item, uids)).filter(([, { visits }]) => meet(edits, visits)).map(([uid]) => uid))
    return people
      .filter(({ uid }) => readers.has(uid))
      .map(({ uid, username, name, member_group_id }) => ({
        item_id,
        uid,
        username,
        username_name: name || username,
        name,
        member_group_id: uid === item.uid ? 1 : (member_group_id ?? 0),
      }))
  },

  async save({ item_id, username, cat_id, member_group_id }, ctx) {
    const { item, permission } = await mustManageOpen(ctx, item_id)
    const authority = mustBeAuthority(member_group_id)
    mustBeScope(await catalogsOf(ctx, item_id), cat_id)
    const users = await mustKnowAll(ctx.db, username)
    if (users.some((one) => one.uid === item.uid)) throw new Refusal('ownerNoMember')
    const rights = { authority, cat_id }
    const made = ctx.store.db.transaction().execute(async (trx) => {
      const rows = await addMembers(trx, ctx, { item, permission }, users, rights)
      const last = users.at(-1)
      const row = rows.find((one) => one.uid === last?.uid)
      if (!last || !row) throw new Refusal('unexpected')
      return { ...row, username: last.username }
    })
    return orTaken(made, memberAlready(users))
  },

  async update({ item_id, item_member_id, cat_id, member_group_id }, ctx) {
    const { item, permission } = await mustManageOpen(ctx, item_id)
    const authority = member_group_id === undefined ? undefined : mustBeAuthority(member_group_id)
    const scope = cat_id === undefined ? undefined : mustBeScope(await catalogsOf(ctx, item_id), cat_id)
    return ctx.store.write(async (trx) => {
      const membership = await lockMember(trx, item_id, item_member_id)
      const next = { authority: authority ?? membership.member_group_id, cat_id: scope ?? membership.cat_id }
      return changeMember(trx, ctx, { item, permission }, membership, next)
    })
  },

  async delete({ item_id, item_member_id }, ctx) {
    const { item, permission } = await mustManageOpen(ctx, item_id)
    await ctx.store.write(async (trx) => {
      const membership = await lockMember(trx, item_id, item_member_id)
      await removeMember(trx, permission, item_member_id)
      await removeWatches(trx, item_id, membership.uid)
      await writeAudit(trx, ctx, 'memberRemoved', { subject: item.item_name, detail: await nameOf(trx, membership.uid) })
      await notify(trx, ctx.user, { uids: [membership.uid], kind: 'itemRemoved', about: { item: item.item_name } }, ctx.now())
    })
    return 1
  },
}
