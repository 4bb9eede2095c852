// "Try it" for scripts/screens.mjs: an item with a source, environments, and an API that the browser answers itself.
import { own } from './screens-programs.mjs'

const text = (description, more = {}) => ({ type: 'string', description, ...more })

const order = {
  type: 'object',
  required: ['order_id', 'state', 'expires_at', 'carrier'],
  properties: {
    order_id: text('Its number'),
    state: text('Where it is', { enum: ['reserved', 'confirmed', 'cancelled'] }),
    expires_at: text('When the reservation ends', { format: 'date-time' }),
    carrier: text('Who brings it'),
    note: text('Words of the customer'),
  },
}

const body = {
  type: 'object',
  required: ['warehouse_id', 'reference', 'lines'],
  properties: {
    warehouse_id: text('Where the stock is taken from'),
    reference: text('Your own number'),
    lines: {
      type: 'array',
      items: { type: 'object', required: ['sku'], properties: { sku: text('The article'), quantity: { type: 'integer' } } },
    },
    ship_to: { type: 'object', properties: { country: text('Two letters'), zip: text('As printed') } },
  },
}

const example = {
  warehouse_id: 'wh_rotterdam_2',
  reference: 'PO-20931',
  lines: [{ sku: 'BRK-0440-BLK', quantity: 12 }],
  ship_to: { country: 'NL', zip: '3011 AA' },
}

const document = {
  openapi: '3.1.0',
  info: { title: 'Order Service API', version: '1.4.0', description: 'Reserves stock and ships it.' },
  servers: [
    {
      url: 'https://{tenant}.{region}.example.com',
      description: 'Production',
      variables: { tenant: { default: 'acme' }, region: { default: 'eu-west', enum: ['eu-west', 'us-east'] } },
    },
    { url: 'https://api.staging.example.com', description: 'Staging' },
  ],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  security: [{ token: [] }],
  paths: {
    '/v2/orders': {
      post: {
        operationId: 'createOrder',
        summary: 'Create an order',
        description: 'Reserves stock in one warehouse and returns an order in the state `reserved`.',
        tags: ['Orders'],
        parameters: [
          { name: 'Accept-Language', in: 'header', description: 'The language of messages', schema: { type: 'string' }, example: 'en' },
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: true,
            description: 'A UUID of your own. The same key within 24 hours returns the first answer',
            schema: { type: 'string' },
            example: '{{uuid}}',
          },
          { name: 'region', in: 'query', description: 'Where the stock is', schema: { type: 'string' }, example: '{{region}}' },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: body, example } } },
        responses: { 201: { description: 'The order', content: { 'application/json': { schema: order } } } },
      },
    },
    '/v2/orders/{id}/label': {
      put: {
        operationId: 'putLabel',
        summary: 'Upload a label',
        tags: ['Orders'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'ord_9F4K' }],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: { file: { type: 'string', format: 'binary' }, title: text('Its title') },
              },
            },
          },
        },
        responses: { 204: { description: 'Stored' } },
      },
    },
  },
}

/** An item whose pages show the description. */
async function described(call) {
  const { item_id } = await call('item/add', { item_name: 'Order Service API' })
  const form = new FormData()
  for (const [key, value] of Object.entries({ item_id, name: 'orders', title: 'Order Service API', label: '1.4.0' })) form.set(key, value)
  form.set('file', new Blob([JSON.stringify(document)]), 'orders.json')
  await call('source/add', form)
  const { menu } = await call('item/info', { item_id })
  return { item_id, pages: menu.catalogs.flatMap((catalog) => catalog.pages) }
}

/** Fills items; returns the ids that the screens need. */
export async function fillConsole({ call }) {
  // Without environments, its readers choose one of the servers of the description.
  const { item_id: served, pages: servedPages } = await described(call)
  const { item_id, pages } = await described(call)
  const save = (env_name, base_url, is_shown, variables = [], by_server = '') =>
    call('console/saveEnvironment', { item_id, env_id: '0', env_name, base_url, is_shown, by_server, variables: JSON.stringify(variables) })
  await save('Staging', 'https://api.staging.example.com', '1', [
    { name: 'region', value: 'eu-west' },
    { name: 'api_token', value: '' },
  ])
  await save('Inside', 'http://10.0.4.20:8080', '')
  if (own) await save('Gateway', `http://${own}:8090`, '1', [], '1')
  const [source] = await call('source/list', { item_id })
  const { item_id: bare } = await call('item/add', { item_name: 'Without environments' })
  const pageOf = (all, title) => all.find((page) => page.page_title === title)?.page_id
  const [create, label] = ['Create an order', 'Upload a label'].map((title) => pageOf(pages, title))
  return { item: item_id, create, label, bare, source: source.source_id, served, servedCreate: pageOf(servedPages, 'Create an order') }
}

const answer = {
  order_id: 'ord_9F4K',
  state: 'reserved',
  expires_at: '2026-11-20T15:11:08Z',
  hold_until: null,
  risk: { score: 0.02 },
}

const API = 'https://api.staging.example.com/**'
const panel = (page) => page.locator('dialog.try')

/** The browser answers in place of the API. */
const answered = async (page) => {
  await page.context().route(API, (route) =>
    route.fulfill({
      status: route.request().method() === 'OPTIONS' ? 204 : 201,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*, authorization',
        'access-control-expose-headers': 'x-request-id',
        'x-request-id': '7f2c',
      },
      contentType: 'application/json',
      body: JSON.stringify(answer),
    }),
  )
  await type(page)
  await send(page)
}
const type = async (page) => {
  await panel(page).getByLabel('Token', { exact: true }).fill('sample-token-4d1e')
}
const send = async (page) => {
  await panel(page)
    .getByRole('button', { name: /^(Send|发送)$/ })
    .click()
  await page.locator('.try-answer').waitFor()
}
/** This server answers as if it had sent the request. */
const byServer = async (page) => {
  const body = Buffer.from(JSON.stringify(answer)).toString('base64')
  const data = { status: 201, headers: [{ name: 'content-type', value: 'application/json' }], ms: 48, body, cut: false }
  await page.context().route('**/api/console/send', (route) => route.fulfill({ json: { error_code: 0, error_message: '', data } }))
  await panel(page).locator('.try-head select').selectOption('Gateway')
  await type(page)
  await send(page)
}
const refused = async (page) => {
  await panel(page).locator('.try-head select').selectOption('Gateway')
  await type(page)
  await send(page)
}
const asExample = async (page) => {
  await answered(page)
  await page.getByRole('button', { name: /^(Save as example|保存为示例)$/ }).click()
  await page.locator('.ex-text').waitFor()
  await page.getByRole('switch', { name: /^(With the answer|包含响应)$/ }).click()
}
const failed = async (page) => {
  await page.context().route(API, (route) => route.abort())
  await type(page)
  await send(page)
}
const wrong = async (page) => {
  await panel(page)
    .getByRole('textbox', { name: /^(Body|请求体)$/ })
    .fill('{\n  "warehouse_id": 7,\n  "lines": [{ "quantity": 2, "colour": "red" }]\n}')
}
const press = (name) => async (page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

const chosen = async (page) => {
  await page.getByLabel('region', { exact: true }).selectOption('us-east')
  await page.getByLabel('tenant', { exact: true }).fill('northwind-logistics')
}

/** The screens of the console, by the ids of `fillConsole`. */
export function consoleScreens({ console: ids }) {
  if (!ids) return []
  const { item, create, label, bare, source, served, servedCreate } = ids
  return [
    ['console-page', `/${item}/${create}`, 'admin'],
    ['console-server', `/${served}/${servedCreate}`, 'admin', chosen],
    ['console-form', `/${item}/${create}?try`, 'admin'],
    ['console-wrong', `/${item}/${create}?try`, 'admin', wrong],
    ['console-answered', `/${item}/${create}?try`, 'admin', answered],
    ['console-failed', `/${item}/${create}?try`, 'admin', failed],
    ['console-by-server', `/${item}/${create}?try`, 'admin', byServer],
    ['console-refused', `/${item}/${create}?try`, 'admin', refused],
    ['console-example', `/${item}/${create}?try`, 'admin', asExample],
    ['console-hint', `/item/sources/${item}/${source}`, 'admin'],
    ['console-files', `/${item}/${label}?try`, 'admin'],
    ['console-environments', `/item/setting/${item}?tab=environments`, 'admin'],
    ['console-environments-empty', `/item/setting/${bare}?tab=environments`, 'admin'],
    ['console-environment', `/item/setting/${item}?tab=environments`, 'admin', press(/^(Edit Staging|编辑 Staging)/)],
    ['console-offered', `/item/setting/${item}?tab=environments`, 'admin', press(/^(Make it an|设为环境)/)],
  ]
}
