import { isId, Refusal } from '@sheaf/contract'
import { tilesOf } from '../content/item.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { groupsOf, insertGroup, removeGroup, setGroupOrder, updateGroup } from './item.store.ts'

const dateText = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

const rowOf = (row: {
  created_at: number
  updated_at: number
  id: number
  uid: number
  group_name: string
  item_ids: string
  s_number: number
}) => ({
  ...row,
  created_at: dateText(row.created_at),
  updated_at: dateText(row.updated_at),
})

function mustBeIds(list: string): string[] {
  const parts = list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (!parts.every(isId)) throw new Refusal('badInput', { field: 'item_ids' })
  return [...new Set(parts)]
}

export const itemGroup: AllHandlers['itemGroup'] = {
  async getList(_input, ctx) {
    return (await groupsOf(ctx.db, ctx.user.uid)).map(rowOf)
  },

  async save({ id, group_name, item_ids }, ctx) {
    // Items that the user cannot access, or that no longer exist, are omitted.
    const mine = new Set((await tilesOf(ctx, ctx.user.uid, false)).map((tile) => String(tile.item_id)))
    const row = {
      group_name,
      item_ids: mustBeIds(item_ids)
        .filter((id) => mine.has(id))
        .join(','),
    }
    const saved =
      id === 0 ? await insertGroup(ctx.db, ctx.user.uid, row, ctx.now()) : await updateGroup(ctx.db, ctx.user.uid, id, row, ctx.now())
    if (!saved) throw new Refusal('notFound')
    return rowOf(saved)
  },

  async delete({ id }, ctx) {
    if (!(await ctx.store.db.transaction().execute((trx) => removeGroup(trx, ctx.user.uid, id)))) throw new Refusal('notFound')
    return 1
  },

  async saveSort({ groups }, ctx: Ctx<'user'>) {
    await ctx.store.db.transaction().execute((trx) => setGroupOrder(trx, ctx.user.uid, groups))
    return []
  },
}
