import type { ConsoleField } from '@sheaf/contract'
import type { ConsoleCall, ConsoleEnvironment } from '../request/values.ts'

export const field = (name: string, more: Partial<ConsoleField> = {}): ConsoleField => ({
  name,
  type: 'string',
  required: false,
  about: '',
  example: '',
  values: [],
  is_alternative: false,
  lists: 0,
  fields: [],
  ...more,
})

const order = [
  field('order_id', { required: true }),
  field('state', { values: ['reserved', 'confirmed'] }),
  field('lines', { type: 'array[object]', lists: 1, fields: [field('sku', { required: true }), field('quantity', { type: 'integer' })] }),
  field('labels', { type: 'object', fields: [field('*', { type: 'string' })] }),
]

/** `PUT /orders/{id}` with fields of every place. */
export const aCall = (more: Partial<ConsoleCall> = {}): ConsoleCall => ({
  page_id: '4',
  method: 'PUT',
  path: '/orders/{id}',
  schemes: [{ kind: 'bearer', key: '' }],
  in_path: [field('id', { required: true, example: '7' })],
  in_query: [field('limit', { example: '20' }), field('region', { required: true, example: '{{region}}' })],
  in_headers: [field('X-Trace', { about: 'Any text' })],
  in_cookies: [],
  bodies: [
    {
      content_type: 'application/json',
      type: '',
      fields: [field('lines', { required: true, type: 'array[object]', fields: [field('sku', { required: true })] }), field('note')],
      example: '{\n  "lines": []\n}',
    },
  ],
  responses: [
    { status: '200', contents: [{ content_type: 'application/json', type: '', fields: order, example: '' }] },
    { status: '4XX', contents: [] },
  ],
  is_cut: false,
  editable: false,
  ...more,
})

export const anEnvironment = (more: Partial<ConsoleEnvironment> = {}): ConsoleEnvironment => ({
  env_id: '9',
  env_name: 'Staging',
  base_url: 'https://api.test/v2',
  is_shown: true,
  by_server: false,
  variables: [
    { name: 'region', value: 'eu', is_secret: false },
    { name: 'api_token', value: '', is_secret: true },
  ],
  ...more,
})
