import type { Contract } from '@sheaf/contract'
import type { Rows } from '../case.ts'
import { searchers } from './search.ts'

/** The secrets in an answer identify what it contains: no list reveals more than the role can read. */
export const changeRows: { change: Rows<Contract['change']> } = {
  change: {
    getList: [
      { who: 'visit', fields: ({ item_id }) => ({ item_id }) },
      { who: 'visit', at: 'own', fields: ({ pages }) => ({ page_id: pages.own }) },
      { who: 'visit', at: 'rest', fields: ({ pages }) => ({ page_id: pages.other }) },
      { who: 'users', once: true, roles: searchers, fields: () => ({ item_id: '0' }) },
    ],
  },
}
