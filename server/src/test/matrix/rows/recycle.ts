import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from '../case.ts'

/** The deleted page, the deleted page with a wrong item_id, and a page that is not deleted. */
const inBin = (who: Case['who'], reveals: Case['reveals'] = []): Case[] => [
  { who, reveals, fields: ({ item_id, binned }) => ({ item_id, page_id: binned }) },
  { who: 'none', fields: ({ elsewhere, binned }) => ({ item_id: elsewhere, page_id: binned }) },
  { who: 'none', fields: ({ item_id, pages }) => ({ item_id, page_id: pages.own }) },
]

export const recycleRows: { recycle: Rows<Contract['recycle']> } = {
  recycle: {
    getList: [{ who: 'manage', reveals: ['bin'], fields: ({ item_id }) => ({ item_id }) }],
    entries: [{ who: 'manage', reveals: ['bin'], fields: ({ item_id }) => ({ item_id, page: '1', count: '100' }) }],
    info: inBin('manage', ['bin']),
    recover: inBin('change'),
  },
}
