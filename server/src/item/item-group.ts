import { isId, Refusal } from '@sheaf/contract'
import { tilesOf } from '../content/item.store.ts'
import type { Ctx, Rooms } from '../context.ts'
import { groupsOf, insertGroup, removeGroup, setGroupOrder, updateGroup } from './item.store.ts'

const when = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

const shown = (row: {
  created_at: number
  updated_at: number
  id: number
  uid: number
  group_name: string
  item_ids: string
  s_number: number
}) => ({
  ...row,
  created_at: when(row.created_at),
  updated_at: when(row.updated_at),
})

function mustBeIds(list: string): string[] {
  const parts = list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (!parts.every(isId)) throw new Refusal('badInput', { field: 'item_ids' })
  return [...new Set(parts)]
}

export const itemGroup: Rooms['itemGroup'] = {
  async getList(_input, ctx) {
    return (await groupsOf(ctx.db, ctx.user.uid)).map(shown)
  },

  async save({ id, group_name, item_ids }, ctx) {
    // Items of others, and what is gone, are left out.
    const mine = new Set((await tilesOf(ctx, ctx.user.uid, false)).map((tile) => String(tile.item_id)))
    const row = {
      group_name,
      item_ids: mustBeIds(item_ids)
        .filter((one) => mine.has(one))
        .join(','),
    }
    const saved =
      id === 0 ? await insertGroup(ctx.db, ctx.user.uid, row, ctx.now()) : await updateGroup(ctx.db, ctx.user.uid, id, row, ctx.now())
    if (!saved) throw new Refusal('notFound')
    return shown(saved)
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
