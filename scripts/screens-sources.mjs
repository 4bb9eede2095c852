// Sources for scripts/screens.mjs: one in step, one whose new version is held, one with parts that are gone or left out.
const names = ['orders', 'refunds', 'labels', 'carriers', 'stock', 'returns', 'partners', 'invoices', 'prices', 'webhooks']
const verbs = { get: 'Get', post: 'Create', put: 'Replace', delete: 'Cancel' }

const operations = (count) =>
  Array.from({ length: count }, (_, n) => ({
    path: `/${names[Math.floor(n / 4) % names.length]}`,
    method: Object.keys(verbs)[n % 4],
  }))

/** Named schemas, of which one has itself as a field. */
const schemas = {
  Order: {
    type: 'object',
    description: 'What a customer has bought, with a price for each line. An order is final after 30 minutes.',
    required: ['id', 'lines'],
    properties: {
      id: { type: 'string', format: 'uuid', description: 'Made by the server', readOnly: true },
      customer: { $ref: '#/components/schemas/Customer' },
      lines: { type: 'array', minItems: 1, maxItems: 100, items: { $ref: '#/components/schemas/Line' } },
      state: { type: 'string', enum: ['draft', 'placed', 'paid', 'shipped', 'cancelled'], default: 'draft' },
      replaces: { $ref: '#/components/schemas/Order' },
      note: { type: 'string', maxLength: 2000, description: 'Printed on the delivery note' },
    },
  },
  Line: {
    type: 'object',
    required: ['sku', 'quantity'],
    properties: {
      sku: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$', description: 'The number of the article', example: 'TEA-0001' },
      quantity: { type: 'integer', minimum: 1, maximum: 999, description: 'How many pieces' },
      price: { type: 'number', description: 'Of one piece, in the currency of the customer' },
    },
  },
  Customer: {
    type: 'object',
    properties: { name: { type: 'string' }, email: { type: 'string', format: 'email', description: 'For the confirmation' } },
  },
}
const orderBody = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } }

function description(title, version, list, more = {}, quantity = 'How many pieces') {
  const paths = {}
  for (const { path, method, tag = path.slice(1), id = `${method}-${tag}` } of list) {
    paths[path] = {
      ...paths[path],
      [method]: {
        operationId: id,
        summary: `${verbs[method]} ${tag}`,
        tags: [tag],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { quantity: { type: 'integer', description: quantity } } },
            },
          },
        },
        responses: { 200: { description: 'Done', ...(tag === 'orders' && method !== 'delete' ? orderBody : {}), ...more } },
      },
    }
  }
  return JSON.stringify({ openapi: '3.1.0', info: { title, version, description: `All about ${title}.` }, paths, components: { schemas } })
}

function upload(name, text, fields) {
  const form = new FormData()
  // The server checks the target before it reads the file.
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  form.set('file', new Blob([text]), name)
  return form
}

/** Fills an item with sources; returns the ids that the screens need. */
export async function fillSources({ call }) {
  const { item_id } = await call('item/add', { item_name: 'Order Service API' })
  const { cat_id } = await call('catalog/save', { item_id, cat_name: 'Logistics', parent_cat_id: '0' })
  const add = (name, title, text, fields = {}) => call('source/add', upload(`${name}.json`, text, { item_id, name, title, ...fields }))
  const push = (source_id, name, text, fields) => call('source/push', upload(`${name}.json`, text, { source_id, ...fields }))

  // The next version has a further field, and a longer note.
  const former = description('Order Service API', '1.3.2', operations(28))
    .replace('"maxLength":2000', '"maxLength":500')
    .replace(/"price":\{[^}]*\}/, '"cost":{}')
  const orders = await add('orders', 'Order Service API', former, { label: '1.3.2' })
  const commit = { commit: '4f2c9e1b70', branch: 'main' }
  await push(orders.source_id, 'orders', description('Order Service API', '1.4.0', operations(30), { description: 'Done at once' }), {
    label: '1.4.0',
    ...commit,
  })

  const payments = await add('payments', 'Payments', description('Payments', '2.9.1', operations(40)), { label: '2.9.1', cat_id })
  await push(payments.source_id, 'payments', description('Payments', '2.10.0', operations(9)), { label: '2.10.0' })

  const carrier = await add('carrier', 'carrier', description('Carrier', '5.1', operations(20)), { label: '5.1', on_gone: 'keep', cat_id })
  const { menu } = await call('item/info', { item_id })
  const pages = menu.catalogs.flatMap(function all(one) {
    return [...one.pages, ...one.catalogs.flatMap(all)]
  })
  const first = menu.catalogs.find(({ cat_name }) => cat_name === 'orders')?.pages[0]
  // Words of people that wait, because the new version says something else.
  for (const { page_id } of pages) {
    const { page_content } = await call('page/info', { page_id, raw: '1' })
    if (!/operation carrier (?:get|post)-orders\n/.test(page_content)) continue
    await call('source/saveWords', {
      page_id,
      path: 'body.quantity',
      words: 'Whole pieces only; at most 999 in one order.',
      mode: 'replace',
    })
  }
  const moved = operations(18).map((one) =>
    one.path === '/refunds' && one.method === 'put' ? { ...one, path: '/refunds/entries', id: 'put-entries', tag: 'refunds' } : one,
  )
  const changed = description('Carrier', '5.2', moved, {}, 'The number of pieces, as printed on the label')
  await push(carrier.source_id, 'carrier', changed, { label: '5.2' })
  // A build has compared a branch, and a manager has accepted one of the changes that it found.
  const { api_key, api_token } = await call('item/getKey', { item_id })
  const branch = { api_key, api_token, name: 'orders', mode: 'check', branch: 'fewer-orders', commit: '9d01c44ab2' }
  await call('open/pushSource', upload('orders.json', description('Order Service API', '1.5.0', operations(27)), branch))
  const { checks } = await call('source/result', { source_id: orders.source_id, language: 'en' })
  const [{ seal }] = checks[0].changes
  await call('source/accept', { source_id: orders.source_id, seal, reason: 'No client has used it since March.' })
  await call('page/save', {
    item_id,
    page_id: first.page_id,
    page_title: first.page_title,
    page_content:
      'Orders are final after 30 minutes.\n\n```operation orders get-orders\nbody.quantity+: At most 999; larger orders go through the bulk import.\n200: |\n  The order as it is now.\nbody.price: Without tax.\n```\n',
  })
  // Words everywhere a schema is used, on a page that is made for them.
  const line = await call('source/saveWords', {
    page_id: first.page_id,
    schema: 'Line',
    path: 'fields.quantity',
    words: 'At most 999; larger orders go through the bulk import.',
    mode: 'add',
  })
  for (const { page_id } of pages.filter(({ page_title }) => /^(Create|Cancel) stock$/.test(page_title)).slice(-2))
    await call('page/delete', { page_id })
  await call('source/saveSchedule', {
    source_id: orders.source_id,
    url: 'https://api.example.com/openapi.json',
    every_hours: '24',
    header_name: 'Authorization',
    header_value: 'Bearer sample',
  }).catch(() => {})
  const intro = menu.pages[0]
  return {
    item: item_id,
    held: payments.source_id,
    gone: carrier.source_id,
    source: orders.source_id,
    page: first.page_id,
    line: line.page_id,
    intro: intro.page_id,
  }
}

const choose = (title, file) => async (page) => {
  const bytes = Buffer.from(description(title, '3.0.1', operations(12)))
  await page.locator('input[type=file]').first().setInputFiles({ name: file, mimeType: 'application/json', buffer: bytes })
  await page.locator('.src-form, .src-push').waitFor()
}

const write = (path) => async (tab) => {
  const pencil = tab.getByRole('button', { name: path }).first()
  await pencil.scrollIntoViewIfNeeded()
  await pencil.click()
  await tab.locator('.fw-form').waitFor()
}

/** Scrolls to the words of a schema. */
const toWords = async (tab) => {
  const field = tab.locator('.param[data-from]').first()
  await field.waitFor()
  await field.evaluate((one) => one.scrollIntoView({ block: 'center' }))
}

/** Types at the end of the text, or in a new line `above` lines above it. */
const typed = (text, above) => async (tab) => {
  const content = tab.locator('.cm-content')
  await content.waitFor()
  if (tab.viewportSize().width > 640) await tab.locator('.art .endpoint').waitFor()
  await content.click()
  await tab.keyboard.press('Control+End')
  for (let n = 0; n < above; n++) await tab.keyboard.press('ArrowUp')
  if (above > 0) await tab.keyboard.press('End')
  await tab.keyboard.type(above > 0 ? `${text}l` : text)
  await tab.locator('.ed-fence').waitFor()
}

/** The screens of sources, by the ids of `fillSources`. */
export function sourceScreens({ empty, sources }) {
  if (!sources) return []
  const { item, held, gone, source, page, line, intro } = sources
  const menu = (name) => async (tab) => {
    await tab
      .getByRole('button', { name: /^(More|更多)/ })
      .first()
      .click()
    await tab.getByRole('menuitem', { name }).first().click()
  }
  const press = (name) => async (tab) => {
    await tab.getByRole('button', { name }).first().click()
    await tab.getByRole('dialog').waitFor()
  }
  return [
    ['sources', `/item/sources/${item}`, 'admin'],
    ['sources-empty', `/item/sources/${empty}`, 'admin'],
    ['sources-add', `/item/sources/${empty}?add=1`, 'admin'],
    ['sources-add-filled', `/item/sources/${empty}?add=1`, 'admin', choose('Order Service API', 'openapi.json')],
    ['sources-refused', `/item/sources/${item}`, 'newcomer'],
    ['source', `/item/sources/${item}/${source}`, 'admin'],
    [
      'source-download',
      `/item/sources/${item}/${source}`,
      'admin',
      (tab) => tab.getByRole('button', { name: /^(Download|下载)$/ }).click(),
    ],
    ['source-schema', `/${item}/${intro}?schema=Order`, 'admin'],
    ['source-schema-missing', `/${item}/${intro}?schema=Nothing`, 'admin'],
    ['source-schema-types', `/${item}/${page}`, 'admin'],
    [
      'source-compare',
      `/item/sources/${item}/${source}?from=1&to=2`,
      'admin',
      async (tab) => {
        await tab.locator('.src-compared').waitFor()
        await tab.locator('#src-compare').evaluate((one) => one.scrollIntoView())
      },
    ],
    [
      'source-compare-none',
      `/item/sources/${item}/${held}`,
      'admin',
      (tab) => tab.locator('#src-compare').evaluate((one) => one.scrollIntoView()),
    ],
    ['source-fetch', `/item/sources/${item}/${source}`, 'admin', (tab) => tab.getByLabel(/^(How often|频率)/).scrollIntoViewIfNeeded()],
    ['source-push', `/item/sources/${item}/${source}`, 'admin', choose('Order Service API', 'openapi.json')],
    ['source-held', `/item/sources/${item}/${held}`, 'admin'],
    ['source-gone', `/item/sources/${item}/${gone}`, 'admin'],
    [
      'source-gone-pages',
      `/item/sources/${item}/${gone}`,
      'admin',
      (tab) => tab.locator('#src-gone').evaluate((one) => one.scrollIntoView()),
    ],
    ['source-accept', `/item/sources/${item}/${source}`, 'admin', press(/^(Accept…|接受…)/)],
    ['source-bin', `/item/sources/${item}/${gone}`, 'admin', press(/^(Move to the recycle bin:|移入回收站：)/)],
    ['source-page', `/${item}/${page}`, 'admin'],
    ['source-words', `/${item}/${page}`, 'admin', write(/body\.quantity/)],
    ['source-words-schema', `/${item}/${page}`, 'admin', write(/200\.lines\[\]\.quantity/)],
    ['source-words-from', `/${item}/${page}`, 'admin', toWords],
    ['source-words-reader', `/${item}/${page}`, 'newcomer', toWords],
    ['source-words-page', `/${item}/${line}`, 'admin'],
    ['source-marks', `/${item}/${page}`, 'admin', (tab) => tab.locator('.lately').first().scrollIntoViewIfNeeded()],
    ['source-page-info', `/${item}/${page}`, 'admin', menu(/Page information|页面信息/)],
    ['source-detach', `/${item}/${page}`, 'admin', menu(/plain text|普通文本/)],
    ['source-editor', `/page/edit/${item}/${page}`, 'admin'],
    ['source-editor-paths', `/page/edit/${item}/${page}`, 'admin', typed('\n', 2)],
    ['source-editor-keys', `/page/edit/${item}/${page}`, 'admin', typed('\n\n```operation orders pos', 0)],
  ]
}
