// The structure of a database as a source, for scripts/screens.mjs: a table with words of people, an overview, the list of sources.
const column = (name, type, comment = '', more = {}) => ({ name, type, comment, nullable: false, ...more })
const index = (name, columns, more = {}) => ({ name, columns, unique: false, primary: false, comment: '', ...more })
const key = (name, from, table, to, more = {}) => ({ name, columns: [from], schema: 'public', table, references: [to], ...more })

const table = (name, columns, more = {}) => ({
  schema: 'public',
  name,
  kind: 'table',
  comment: '',
  columns,
  indexes: [index(`${name}_pkey`, [columns[0].name], { unique: true, primary: true })],
  foreignKeys: [],
  checks: [],
  triggers: [],
  ...more,
})

const orders = (length) => ({
  comment: 'One row per order that was accepted. A quote is no order.\nRows are never deleted, a cancelled order keeps its row.',
  indexes: [
    index('orders_pkey', ['order_id'], { unique: true, primary: true }),
    index('orders_customer_state', ['customer_id', 'state']),
    index('orders_hold', ['hold_until'], { where: "state = 'reserved'" }),
  ],
  foreignKeys: [key('orders_customer_id_fkey', 'customer_id', 'customers', 'customer_id', { onDelete: 'RESTRICT' })],
  checks: [{ name: 'orders_quantity_check', expression: `quantity_total > 0 and length(reference) <= ${length}` }],
  triggers: [
    { name: 'orders_total', definition: 'CREATE TRIGGER orders_total AFTER INSERT ON order_line FOR EACH ROW EXECUTE FUNCTION total()' },
  ],
})

function snapshot(length) {
  const tables = [
    table('customers', [
      column('customer_id', 'bigint', 'Number of the customer'),
      column('name', 'text', 'As on the invoice'),
      column('created_at', 'timestamptz', '', { default: 'now()' }),
    ]),
    table('warehouse', [column('warehouse_id', 'text', 'Its code'), column('city', 'text')]),
    table(
      'orders',
      [
        column('order_id', 'bigint', 'Number of the order, counted by the database.', { counted: true }),
        column('customer_id', 'bigint', 'Who ordered.'),
        column('warehouse_id', 'text', '', { nullable: true }),
        column('state', 'order_state', '', { default: "'reserved'" }),
        column('quantity_total', 'integer'),
        column('reference', `varchar(${length})`, 'Number the customer gave.', { nullable: true }),
        column('hold_until', 'timestamptz', '', { nullable: true }),
        column('risk_band', 'smallint', '', { nullable: true }),
        column('created_at', 'timestamptz', '', { default: 'now()' }),
      ],
      orders(length),
    ),
    table('order_line', [column('line_id', 'bigint'), column('order_id', 'bigint'), column('sku', 'varchar(20)', 'As printed.')], {
      foreignKeys: [key('order_line_order_id_fkey', 'order_id', 'orders', 'order_id', { onDelete: 'CASCADE' })],
    }),
    table('stock_reservation', [column('reservation_id', 'bigint'), column('order_id', 'bigint'), column('pieces', 'integer')], {
      foreignKeys: [key('stock_reservation_order_id_fkey', 'order_id', 'orders', 'order_id')],
    }),
    table('open_orders', [column('order_id', 'bigint', '', { nullable: true })], {
      kind: 'view',
      indexes: [],
      definition: "SELECT orders.order_id\n  FROM orders\n WHERE orders.state = 'reserved';",
    }),
    { ...table('invoice', [column('id', 'bigint'), column('order_id', 'bigint')]), schema: 'billing', comment: 'What was billed.' },
  ]
  const enums = [{ schema: 'public', name: 'order_state', values: ['reserved', 'confirmed', 'shipped', 'cancelled'], comment: '' }]
  const database = { sheaf: 'database', form: 2, kind: 'postgres', name: 'shop', mainSchema: 'public', id: '7-1' }
  return JSON.stringify({ ...database, tables, enums })
}

const areas = {
  sales: ['quote', 'contract', 'invoice', 'payment', 'refund', 'reminder'],
  staff: ['shift', 'leave', 'training', 'payroll', 'travel', 'contract'],
  stock: ['receiving', 'picking', 'packing', 'shipping', 'returns', 'counting'],
}

/** A database whose diagram is too large for one picture: 72 tables in three schemas. */
function large() {
  const tables = Object.entries(areas).flatMap(([schema, names]) =>
    names.flatMap((name, at) => {
      const id = column('id', 'bigint')
      const to = (target, by) => ({ ...key(`${target}_fkey`, by, target, 'id'), schema })
      const inside = (part) => ({
        ...table(`${name}_${part}`, [id, column(`${name}_id`, 'bigint')], { foreignKeys: [to(name, `${name}_id`)] }),
        schema,
      })
      const before = names[at - 1]
      const own = before ? { foreignKeys: [to(before, `${before}_id`)] } : {}
      const head = { ...table(name, [id, ...(before ? [column(`${before}_id`, 'bigint')] : [])], own), schema }
      return [head, inside('line'), inside('event'), inside('note')]
    }),
  )
  return JSON.stringify({
    ...{ sheaf: 'database', form: 2, kind: 'postgres', name: 'warehouse', mainSchema: 'public', id: '7-2', enums: [], tables },
  })
}

function upload(text, fields) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([text]), 'shop.json')
  return form
}

/** Fills an item with the structure of a database, about which people have written; returns the ids that the screens need. */
export async function fillTables({ call }) {
  const { item_id } = await call('item/add', { item_name: 'Shop database' })
  const { source_id } = await call('source/add', upload(snapshot(40), { item_id, name: 'main', title: 'Shop database' }))
  const { menu } = await call('item/info', { item_id })
  const pages = new Map(menu.pages.map((page) => [page.page_title, page.page_id]))
  const page_id = pages.get('orders')
  const words = {
    state: '`reserved` → `confirmed` → `shipped`. Only `reserved` can be cancelled; it never goes back.',
    quantity_total: 'Pieces of all lines. Kept by a trigger, do not write it.',
    hold_until: 'Keeps the reservation until this moment, **72 hours** at most.',
    reference: 'Unique for each customer, but not across customers.',
  }
  for (const [path, text] of Object.entries(words)) await call('source/saveWords', { page_id, path, words: text, mode: 'add' })
  const line = { page_id: pages.get('order_line'), path: 'table', words: 'One row per article of an order.', mode: 'replace' }
  await call('source/saveWords', line)
  await call('source/push', upload(snapshot(60), { source_id, label: '2026.11' }))
  const { api_key, api_token } = await call('item/getKey', { item_id })
  const live = JSON.parse(snapshot(60))
  for (const one of live.tables)
    if (one.name === 'orders') one.columns = one.columns.filter(({ name }) => name !== 'hold_until').concat(column('legacy_no', 'text'))
  for (const [instance, text] of [
    ['production', JSON.stringify(live)],
    ['staging', snapshot(60)],
  ])
    await call('open/pushSource', upload(text, { api_key, api_token, name: 'main', instance }))
  const many = await call('item/add', { item_name: 'Warehouse database' })
  await call('source/add', upload(large(), { item_id: many.item_id, name: 'main', title: 'Warehouse' }))
  const [whole] = (await call('item/info', { item_id: many.item_id })).menu.pages
  const large_overview = `/${many.item_id}/${whole.page_id}`
  return {
    large_overview,
    item: item_id,
    source: source_id,
    page: page_id,
    overview: menu.pages[0].page_id,
    view: pages.get('open_orders'),
  }
}

const choose = async (tab) => {
  const file = { name: 'shop.json', mimeType: 'application/json', buffer: Buffer.from(snapshot(40)) }
  await tab.locator('input[type=file]').first().setInputFiles(file)
  await tab.locator('.src-form').waitFor()
}

const below = async (tab) => {
  await tab.locator('#related').evaluate((one) => one.scrollIntoView())
  await tab.locator('.diagram svg, .mermaid svg').first().waitFor()
}

/** The browser draws the first diagram for seconds, and answers nothing until then. */
const chooseDiagram = async (tab) => {
  await tab.locator('#diagram').evaluate((one) => one.scrollIntoView())
  await tab.locator('.diagrams .pane:visible svg').waitFor({ timeout: 60_000 })
  await tab.locator('.diagrams label', { hasText: 'stock' }).click()
  await tab.locator('.diagrams .pane:visible svg').waitFor()
}

const scrollTo = (place) => async (tab) => {
  await tab.locator(place).evaluate((one) => one.scrollIntoView())
}

const write = async (tab) => {
  await tab.getByRole('button', { name: /risk_band/ }).click()
  await tab.locator('.fw-form').waitFor()
}

/** The screens of a database, by the ids of `fillTables`. */
export function tableScreens({ tables }) {
  if (!tables) return []
  const { item, source, page, overview, view, large_overview } = tables
  return [
    ['table', `/${item}/${page}`, 'admin'],
    ['table-reader', `/${item}/${page}`, 'newcomer'],
    ['table-below', `/${item}/${page}`, 'admin', below],
    ['table-words', `/${item}/${page}`, 'admin', write],
    ['table-view', `/${item}/${view}`, 'admin'],
    ['table-overview', `/${item}/${overview}`, 'admin'],
    ['table-diagrams', large_overview, 'admin', chooseDiagram],
    ['table-instances', `/${item}/${overview}`, 'admin', scrollTo('#instances')],
    ['table-source-instances', `/item/sources/${item}/${source}`, 'admin', scrollTo('#src-instances')],
    ['table-sources', `/item/sources/${item}`, 'admin'],
    ['table-source', `/item/sources/${item}/${source}`, 'admin'],
    ['table-add', `/item/sources/${item}?add=1`, 'admin', choose],
  ]
}
