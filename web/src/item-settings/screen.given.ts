import type { Answer } from '@sheaf/contract/client'

type Item = Answer<'item', 'detail'>

/** Test data: a private item of lena whose settings are open. */
export const anItem = (more: Partial<Item> = {}): Item => ({
  item_id: '7',
  item_name: 'Orders',
  item_description: 'All about orders',
  uid: '1',
  username: 'lena',
  password: '********',
  addtime: '1760000000',
  last_update_time: '1760000000',
  item_domain: 'orders',
  item_type: '1',
  is_archived: '0',
  is_del: '0',
  ...more,
})
