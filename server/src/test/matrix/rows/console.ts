import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from '../case.ts'

const environment = { env_name: 'Staging', base_url: 'https://api.test/v2', is_shown: '1', variables: '[]', request_id: '' }

const request = { path: '/orders', query: '[]', headers: '[]', body: '', type: '' }

export const consoleRows: { console: Rows<Contract['console']> } = {
  console: {
    environments: [{ who: 'visit', reveals: ['key'], fields: ({ item_id }) => ({ item_id }) }],
    call: [
      { who: 'visit', fields: ({ source }) => ({ page_id: source.page_id }) },
      { who: 'none', fields: ({ binned }) => ({ page_id: binned }) },
    ],
    saveEnvironment: [
      { who: 'change', fields: ({ item_id }) => ({ ...environment, item_id, env_id: '0' }) },
      { who: 'change', fields: ({ item_id, clients }) => ({ ...environment, item_id, env_id: clients.env }) },
      { who: 'none', fields: ({ item_id, clients }) => ({ ...environment, item_id, env_id: clients.envElsewhere }) },
    ],
    deleteEnvironment: [
      { who: 'change', fields: ({ item_id, clients }) => ({ item_id, env_id: clients.env }) },
      { who: 'none', fields: ({ item_id, clients }) => ({ item_id, env_id: clients.envElsewhere }) },
    ],
    send: [
      { who: 'send', fields: ({ source, clients }) => ({ ...request, page_id: source.page_id, env_id: clients.sending }) },
      { who: 'none', fields: ({ source, clients }) => ({ ...request, page_id: source.page_id, env_id: clients.env }) },
      { who: 'none', fields: ({ source, clients }) => ({ ...request, page_id: source.page_id, env_id: clients.envElsewhere }) },
      { who: 'none', fields: ({ pages, clients }) => ({ ...request, page_id: pages.other ?? '', env_id: clients.sending }) },
      { who: 'none', fields: ({ binned, clients }) => ({ ...request, page_id: binned, env_id: clients.sending }) },
    ],
    addresses: [{ who: 'manage', needsThread: true, fields: ({ item_id }) => ({ item_id }) }],
  },
} satisfies Record<string, Record<string, Case[]>>
