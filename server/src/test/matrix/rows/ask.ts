import type { Contract } from '@sheaf/contract'
import type { Rows } from '../case.ts'

/** Everyone who is signed in asks, for every item: the answer is the same. */
const anywhere = { once: true, who: 'users' } as const

export const askRows: { ask: Rows<Contract['ask']> } = {
  ask: {
    own: [{ ...anywhere, fields: ({ item_id }) => ({ item_id, page_id: '0' }) }],
    send: [{ ...anywhere, fields: ({ pages }) => ({ item_id: '0', page_id: pages.other, wants: 'read', note: '' }) }],
    withdraw: [{ who: 'none', once: true, fields: ({ ask_id }) => ({ ask_id }) }],
    getList: [{ who: 'manage', fields: ({ item_id }) => ({ item_id }) }],
    decide: [
      {
        who: 'change',
        fields: ({ ask_id, cats }) => ({ ask_id, yes: '1', member_group_id: '0', cat_id: cats.own, team_id: '0', answer: '' }),
      },
    ],
    settings: [{ who: 'manage', fields: ({ item_id }) => ({ item_id }) }],
    saveSettings: [{ who: 'change', fields: ({ item_id }) => ({ item_id, ask_access: '0' }) }],
  },
}
