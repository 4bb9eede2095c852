import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from '../case.ts'
import type { World } from '../world.ts'

const one = ({ hook }: World) => ({ webhook_id: hook.webhook_id })
const fields = { name: 'CI', kind: 'json', url: '', secret: '', events: '["page.changed"]', cat_id: '0', language: 'en', is_on: '1' }
const url = 'https://hooks.test/matrix'

export const webhookRows: { [G in 'webhook' | 'adminWebhook']: Rows<Contract[G]> } = {
  webhook: {
    getList: [
      { who: 'manage', fields: ({ item_id }) => ({ item_id }) },
      { who: 'admin', once: true, fields: () => ({ item_id: '0' }) },
    ],
    save: [
      { who: 'manage', fields: ({ item_id }) => ({ ...fields, webhook_id: '0', item_id, url }) },
      { who: 'manage', fields: ({ item_id, hook }) => ({ ...fields, webhook_id: hook.webhook_id, item_id }) },
      // The item of the webhook decides, not the item in the request.
      { who: 'manage', fields: ({ hook }) => ({ ...fields, webhook_id: hook.webhook_id, item_id: '0' }) },
      { who: 'admin', once: true, fields: () => ({ ...fields, webhook_id: '0', item_id: '0', url }) },
    ],
    delete: [{ who: 'manage', fields: one }],
    test: [{ who: 'manage', fields: one }],
    secret: [{ who: 'manage', fields: ({ hook }, { password }) => ({ webhook_id: hook.webhook_id, password }) }],
    rotate: [{ who: 'manage', fields: ({ hook }, { password }) => ({ webhook_id: hook.webhook_id, password }) }],
    deliveries: [{ who: 'manage', fields: ({ hook }) => ({ webhook_id: hook.webhook_id, state: '', page: '1', count: '10' }) }],
    delivery: [{ who: 'manage', fields: ({ hook }) => ({ id: hook.delivery_id }) }],
    resend: [{ who: 'manage', fields: ({ hook }) => ({ id: hook.delivery_id }) }],
  },
  adminWebhook: {
    getList: [{ who: 'admin', once: true, reveals: ['item'], fields: () => ({ state: '', host: '', page: '1', count: '100' }) }],
  },
} satisfies Record<string, Record<string, Case[]>>
