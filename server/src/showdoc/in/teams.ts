import { memberOf } from './belonging.ts'
import type { TableMigrator } from './mover.ts'
import { flagOf, nameOf, timeOf } from './texts.ts'

export const teams: TableMigrator[] = [
  {
    table: 'team',
    key: ['id'],
    take(row, way) {
      const [id, addtime] = [way.id('team', row['id']) as number, timeOf(row['addtime'])]
      const team = { id, uid: way.id('user', row['uid']) ?? way.owner, team_name: nameOf(row['team_name']), addtime }
      return { rows: [['team', { ...team, last_update_time: timeOf(row['last_update_time']) || addtime }]] }
    },
  },
  {
    table: 'team_member',
    key: ['id'],
    async take(row, way) {
      const [team_id, member_uid] = [way.id('team', row['team_id']), way.id('user', row['member_uid'])]
      if (!team_id || !member_uid) return { left: 'orphan' }
      if (!(await way.claim('team_member', { team_id, member_uid }))) return { left: 'twice' }
      return { rows: [['team_member', { id: way.own('team_member', row['id']), team_id, member_uid, addtime: timeOf(row['addtime']) }]] }
    },
  },
  {
    table: 'team_item',
    key: ['id'],
    async take(row, way) {
      const [team_id, item_id] = [way.id('team', row['team_id']), way.id('item', row['item_id'])]
      if (!team_id || !item_id) return { left: 'orphan' }
      if (!(await way.claim('team_item', { team_id, item_id }))) return { left: 'twice' }
      return { rows: [['team_item', { id: way.own('team_item', row['id']), team_id, item_id, addtime: timeOf(row['addtime']) }]] }
    },
  },
  {
    table: 'team_item_member',
    key: ['id'],
    async take(row, way) {
      const [team_id, item_id, member_uid] = [
        way.id('team', row['team_id']),
        way.id('item', row['item_id']),
        way.id('user', row['member_uid']),
      ]
      const { cat, several } = memberOf(row)
      const cat_id = cat === 0 ? 0 : way.id('catalog', cat)
      if (!team_id || !item_id || !member_uid || cat_id === undefined) return { left: 'orphan' }
      if (!(await way.claim('team_item_member', { team_id, item_id, member_uid }))) return { left: 'twice' }
      const member = { id: way.own('team_item_member', row['id']), team_id, item_id, member_uid, cat_id }
      const rest = { member_group_id: flagOf(row['member_group_id']), addtime: timeOf(row['addtime']) }
      return { rows: [['team_item_member', { ...member, ...rest }]], ...(several.length > 1 ? { aside: { cat_ids: row['cat_ids'] } } : {}) }
    },
  },
]
