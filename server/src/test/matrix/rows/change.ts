import type { Contract } from '@sheaf/contract'
import type { Rows } from '../case.ts'
import type { Role } from '../users.ts'
import { searchers } from './search.ts'

/** The title of a deleted page is for those who can edit where it was. */
const editors: Role[] = ['CE', 'E', 'T1', 'O', 'A']
const readers: Role[] = ['V', 'Vk', 'U', 'R', 'CR', 'T0', 'TO', 'X', 'D']

/** The secrets in an answer identify what it contains: no list reveals more than the role can read. */
export const changeRows: { change: Rows<Contract['change']> } = {
  change: {
    getList: [
      { who: 'visit', roles: readers, fields: ({ item_id }) => ({ item_id }) },
      { who: 'visit', roles: editors, reveals: ['bin'], fields: ({ item_id }) => ({ item_id }) },
      { who: 'visit', at: 'own', fields: ({ pages }) => ({ page_id: pages.own }) },
      { who: 'visit', at: 'rest', fields: ({ pages }) => ({ page_id: pages.other }) },
      { who: 'users', once: true, roles: searchers.filter((role) => role !== 'O'), fields: () => ({ item_id: '0' }) },
      { who: 'users', once: true, roles: ['O'], reveals: ['bin'], fields: () => ({ item_id: '0' }) },
    ],
  },
}
