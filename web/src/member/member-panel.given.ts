import type { Answer } from '@sheaf/contract/client'

type Member = Answer<'member', 'getList'>[number]
type Bound = Answer<'teamItem', 'getList'>[number]
type Right = Answer<'teamItemMember', 'getList'>[number]

export const item = { item_id: '7', item_name: 'Orders', item_type: '1', uid: '1', username: 'lena' }

export const aMember = (item_member_id: string, username: string, more: Partial<Member> = {}): Member => ({
  item_member_id,
  item_id: '7',
  uid: `1${item_member_id}`,
  username,
  name: '',
  member_group_id: '1',
  member_group: 'Edit/Catalog: All catalogs',
  cat_id: '0',
  cat_name: 'All catalogs',
  addtime: '2026-02-11 10:00:00',
  ...more,
})

const teamRow = { uid: '1', username: 'lena', addtime: '2026-02-11 10:00:00', last_update_time: '2026-02-11 10:00:00' }
export const aBound = (id: string, team_id: string, team_name: string, more: Partial<Bound> = {}): Bound => ({
  ...teamRow,
  id,
  team_id,
  team_name,
  ...more,
})
export const aTeam = (id: string, team_name: string) => ({ ...teamRow, id, team_name, memberCount: '2', itemCount: '0' })

export const aRight = (id: string, member_username: string, more: Partial<Right> = {}): Right => ({
  id,
  team_id: '5',
  last_update_time: '1795000000',
  item_id: '7',
  member_group_id: '1',
  member_uid: `2${id}`,
  member_username,
  cat_id: '0',
  addtime: '2026-02-11 10:00:00',
  cat_name: 'All catalogs',
  name: '',
  ...more,
})

export const aPath = (cat_id: string, cat_name: string) => ({
  cat_id,
  cat_name,
  item_id: '7',
  s_number: '1',
  parent_cat_id: '0',
  level: '2',
  addtime: '2026-02-11 10:00:00',
})

export const users = [
  { uid: '1', username: 'lena', name: 'Lena Hartwig' },
  { uid: '131', username: 'emma', name: 'Emma Watts' },
  { uid: '3', username: 'noah', name: 'Noah Park' },
  { uid: '4', username: 'zhiyuan', name: '林知远' },
  { uid: '5', username: 'plain', name: '' },
]
