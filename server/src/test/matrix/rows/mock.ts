import type { Contract } from '@sheaf/contract'
import type { Rows } from '../case.ts'

const answer = { template: '{"error_code":0}', path: '/new' }

export const mockRows: { mock: Rows<Contract['mock']> } = {
  mock: {
    add: [
      { who: 'edit', at: 'own', fields: ({ pages }) => ({ ...answer, page_id: pages.own }) },
      { who: 'edit', at: 'own', fields: ({ pages }) => ({ ...answer, page_id: pages.below }) },
      { who: 'edit', at: 'rest', fields: ({ pages }) => ({ ...answer, page_id: pages.other }) },
    ],
    delete: [
      { who: 'edit', at: 'own', fields: ({ pages }) => ({ page_id: pages.own }) },
      { who: 'edit', at: 'rest', fields: ({ pages }) => ({ page_id: pages.other }) },
    ],
    infoByPageId: [
      { who: 'visit', at: 'own', fields: ({ pages }) => ({ page_id: pages.own }) },
      { who: 'visit', at: 'rest', fields: ({ pages }) => ({ page_id: pages.other }) },
    ],
    infoByKey: [{ who: 'linked', reveals: ['own'], fields: ({ mock_key }) => ({ unique_key: mock_key }) }],
    infoByPath: [{ who: 'everybodyOfAPublic', reveals: ['own'], fields: ({ item_id }) => ({ item_id, path: '/own' }) }],
  },
}
