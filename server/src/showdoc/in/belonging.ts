import { jsonIn } from './items.ts'
import type { TableMigrator } from './mover.ts'
import type { Row } from './staging.ts'
import { flagOf, nameOf, numberOf, plain, timeOf, wholeOf } from './texts.ts'

export const memberOf = (row: Row) => {
  // Later versions may name several catalogs; ours names one. The first, never all: nobody sees more than before.
  const several = String(row['cat_ids'] ?? '')
    .split(',')
    .map(Number)
    .filter(Boolean)
  return { cat: wholeOf(row['cat_id']) || (several[0] ?? 0), several }
}

export const memberships: TableMigrator[] = [
  {
    table: 'item_token',
    key: ['id'],
    async take(row, way) {
      const item_id = way.id('item', row['item_id'])
      const api_key = String(row['api_key'])
      if (!item_id) return { left: 'orphan' }
      if (!(await way.claim('item_key', { item_id }))) return { left: 'twice' }
      if (!(await way.claim('item_key', { api_key }))) return { left: 'taken' }
      const key = { id: way.own('item_token', row['id']), item_id, api_key, api_token: String(row['api_token']) }
      return { rows: [['item_key', { ...key, addtime: timeOf(row['addtime']), last_check_time: timeOf(row['last_check_time']) }]] }
    },
  },
  {
    table: 'item_member',
    key: ['item_member_id'],
    async take(row, way) {
      const [item_id, uid] = [way.id('item', row['item_id']), way.id('user', row['uid'])]
      const { cat, several } = memberOf(row)
      const cat_id = cat === 0 ? 0 : way.id('catalog', cat)
      // Of a scope that is gone nothing is left to see; without it there would be everything.
      if (!item_id || !uid || cat_id === undefined) return { left: 'orphan' }
      if (!(await way.claim('item_member', { item_id, uid }))) return { left: 'twice' }
      const member = { item_member_id: way.own('item_member', row['item_member_id']), item_id, uid, cat_id }
      const rest = { member_group_id: flagOf(row['member_group_id']), addtime: timeOf(row['addtime']) }
      return { rows: [['item_member', { ...member, ...rest }]], ...(several.length > 1 ? { aside: { cat_ids: row['cat_ids'] } } : {}) }
    },
  },
  {
    table: 'item_group',
    key: ['id'],
    take(row, way) {
      const [id, uid] = [way.id('item_group', row['id']), way.id('user', row['uid'])]
      if (!id || !uid) return { left: 'orphan' }
      const item_ids = String(row['item_ids'] ?? '')
        .split(',')
        .flatMap((old) => way.id('item', old) ?? [])
        .join()
      const group = { id, uid, group_name: nameOf(row['group_name']), item_ids, s_number: numberOf(row['s_number']) }
      return { rows: [['item_group', { ...group, created_at: timeOf(row['created_at']), updated_at: timeOf(row['updated_at']) }]] }
    },
  },
  {
    table: 'item_sort',
    key: ['id'],
    async take(row, way) {
      const uid = way.id('user', row['uid'])
      const old = wholeOf(row['item_group_id'])
      const item_group_id = old === 0 ? 0 : way.id('item_group', old)
      if (!uid || item_group_id === undefined) return { left: 'orphan' }
      if (!(await way.claim('item_sort', { uid, item_group_id }))) return { left: 'twice' }
      const order = Object.entries(Object(jsonIn(plain(row['item_sort_data'])))).flatMap(([item, number]) => {
        const id = way.id('item', item)
        return id ? [[id, Number(number)]] : []
      })
      return { rows: [['item_sort', { uid, item_group_id, item_sort_data: JSON.stringify(Object.fromEntries(order)) }]] }
    },
  },
  {
    table: 'item_top',
    key: ['id'],
    async take(row, way) {
      const [uid, item_id] = [way.id('user', row['uid']), way.id('item', row['item_id'])]
      if (!uid || !item_id) return { left: 'orphan' }
      if (!(await way.claim('item_top', { uid, item_id }))) return { left: 'twice' }
      return { rows: [['item_top', { uid, item_id, addtime: timeOf(row['addtime']) }]] }
    },
  },
]
