import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aMember, anItem } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { description } from '../test/orders.ts'
import { type ShopTable, shop, snapshot } from '../test/shop.ts'

type Report = Record<'source_id' | 'version_id' | 'seq' | 'state', string> &
  Record<'parts' | 'made' | 'changed' | 'binned' | 'kept' | 'gone' | 'breaking' | 'safe' | 'words', number> & {
    changes: { class: string; text: string }[]
    problems: { name: string; reason: string }[]
  }
interface Answer<T> {
  error_code: number
  error_name?: string
  data: T
}

onEachDatabase('a source that is a database', (product) => {
  let alice: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  beforeEach(async () => {
    item_id = await anItem(alice)
  })

  const add = async (bytes = snapshot(), fields: Record<string, string> = {}) =>
    (await product.upload(alice, 'source/add', { item_id, name: 'main', title: 'Shop', ...fields }, { name: 'shop.json', bytes })).json<
      Answer<{ source_id: string; report: Report }>
    >()
  const push = async (source_id: string, bytes: Buffer) =>
    (await product.upload(alice, 'source/push', { source_id }, { name: 'shop.json', bytes })).json<Answer<Report>>()
  const pages = async () => {
    const { menu } = await alice.api.item.info({ item_id })
    const all = [...menu.pages, ...menu.catalogs.flatMap((catalog) => catalog.pages)]
    return new Map(all.map((page) => [page.page_title, page.page_id]))
  }
  const pageOf = async (title: string) => {
    const page_id = (await pages()).get(title) ?? ''
    const { html } = await alice.api.page.view({ page_id })
    return { ...(await alice.api.page.info({ page_id })), html, raw: (await alice.api.page.info({ page_id, raw: 1 })).page_content }
  }
  const write = (page_id: string, path: string, words: string, mode = 'add') => alice.api.source.saveWords({ page_id, path, words, mode })
  const changed = (name: string, change: (table: ShopTable) => ShopTable) =>
    shop.map((table) => (table.name === name ? change(table) : table))

  it('makes an overview and a page of each table, with links both ways and a diagram', async () => {
    const { error_code, data } = await add()
    expect(error_code).toBe(0)
    expect(data.report).toMatchObject({ state: 'applied', seq: '1', parts: 4, made: 4, problems: [] })
    const { menu } = await alice.api.item.info({ item_id })
    expect(menu.pages.map((page) => page.page_title)).toEqual(['Database overview', 'customers', 'orders'])
    expect(menu.catalogs.map((one) => [one.cat_name, one.pages.map((page) => page.page_title)])).toEqual([['billing', ['invoices']]])
    const [orders, customers, invoices] = [await pageOf('orders'), await pageOf('customers'), await pageOf('invoices')]
    expect(orders.raw).toBe('```table main public.orders\n```\n')
    expect(orders.page_content).toContain('| quantity | integer |')
    expect(orders.page_content).toContain(`[customers](/${item_id}/${customers.page_id})`)
    expect(customers.page_content).toContain(`[orders](/${item_id}/${orders.page_id})`)
    expect(orders.html).toContain(`href="/${item_id}/${customers.page_id}"`)
    expect(orders.html).toContain(`href="/${item_id}/${invoices.page_id}"`)
    expect(orders.html).toContain('erDiagram')
    expect(orders.html).toContain('id="quantity"')
    expect(orders.html).toContain('<code>paid</code>')
    expect((await pageOf('Database overview')).html).toContain(`href="/${item_id}/${orders.page_id}"`)
    expect(await alice.api.source.list({ item_id })).toMatchObject([{ name: 'main', kind: 'database', parts: '4', pages: '4' }])
    expect((await alice.api.item.search({ item_id, keyword: 'pieces' })).pages?.map((one) => one.page_title)).toEqual(['orders'])
  })

  it('offers the diagram of each catalog if that of all tables is too large, to each reader those of their catalogs (S217)', async () => {
    const chain = (schema: string, count: number): ShopTable[] =>
      Array.from({ length: count }, (_, n) => ({
        name: `${schema}_${n}`,
        schema,
        columns: [{ name: 'id' }, { name: 'next', type: 'bigint' }],
        keys: n > 0 ? [{ column: 'next', table: `${schema}_${n - 1}`, schema }] : [],
      }))
    item_id = await anItem(alice, { password: 'sesame' })
    await add(snapshot([...chain('public', 4), ...chain('stock', 30), ...chain('sales', 40)]))
    const { page_id } = await pageOf('Database overview')
    const labels = (html: string) => [...html.matchAll(/<label><input type="radio"[^>]*>(?:<bdi>)?([^<]+)/g)].map(([, label]) => label)
    const { html } = await alice.api.page.view({ page_id })
    expect(html).toContain('The diagram of all tables is too large. Choose a catalog.')
    expect(labels(html)).toEqual(['Most keys', 'shop', 'sales', 'stock'])
    const panes = html.split('<div class="pane">').map((pane) => pane.split('</pre>')[0] ?? '')
    expect([panes[4]?.includes('stock_29'), panes[4]?.includes('sales_'), panes[4]?.match(/\|\|--o\{/g)?.length]).toEqual([true, false, 29])
    const { menu } = await alice.api.item.info({ item_id })
    const cat_id = menu.catalogs.find((one) => one.cat_name === 'stock')?.cat_id ?? ''
    // A page moves to the catalog, and its reader sees the diagrams of what they can read.
    await alice.api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: item_id, to_cat_id: cat_id })
    const reader = await product.user('reader-of-stock')
    await aMember(product, item_id, reader, { cat_id, edit: false })
    const seen = (await reader.api.page.view({ page_id })).html
    expect(seen).toContain('stock_29')
    expect(seen).not.toMatch(/sales|public_|more tables/)
    expect(labels(seen)).toEqual([])
  })

  it('keeps words about columns when a new version comes, and writes nothing for the same bytes', async () => {
    const { source_id } = (await add()).data
    const { page_id } = await pageOf('orders')
    await write(page_id, 'state', 'Only **open** orders can be cancelled.')
    await write(page_id, 'table', 'One row per order.', 'replace')
    await write(page_id, 'key:orders_customer_id', 'The buyer.')
    await write(page_id, 'index:orders_pkey', 'Its number.')
    await expect(write(page_id, 'nothing', 'x')).rejects.toThrow('There is no field nothing here')
    const saved = await pageOf('orders')
    expect(saved.raw).toBe(
      '```table main public.orders\nstate+: Only **open** orders can be cancelled.\ntable: One row per order.\nkey:orders_customer_id+: The buyer.\nindex:orders_pkey+: Its number.\n```\n',
    )
    expect(saved.page_content).toContain('Only **open** orders can be cancelled.')
    expect(saved.html).toContain('<strong>open</strong>')
    for (const text of ['One row per order.', 'The buyer.', 'Its number.']) expect(saved.html).toContain(text)
    expect((await push(source_id, snapshot())).data).toMatchObject({ state: 'same' })
    const out = (form: string) => product.send({ url: `/api/source/export?source_id=${source_id}&form=${form}`, headers: alice.headers })
    expect((await out('source')).rawPayload.equals(snapshot())).toBe(true)
    // Words have a place in descriptions of APIs only.
    for (const form of ['words', 'overlay']) expect((await out(form)).json()).toMatchObject({ error_code: 10101 })
    const next = changed('orders', (table) => ({
      ...table,
      columns: [
        ...table.columns.map((column) => ({ ...column, type: column.name === 'quantity' ? 'bigint' : (column.type ?? '') })),
        { name: 'note', nullable: true },
      ],
    }))
    const { data } = await push(source_id, snapshot(next))
    expect(data).toMatchObject({ state: 'applied', seq: '2', made: 0, changed: 1, breaking: 0, safe: 2 })
    expect(data.changes.map(({ text }) => text)).toEqual([
      'orders: `quantity`: type widened from integer to bigint',
      'orders: column `note` (text) added',
    ])
    const after = await pageOf('orders')
    expect(after.raw).toBe(saved.raw)
    expect(after.html).toContain('<strong>open</strong>')
    expect(after.page_content).toContain('| note | text |')
  })

  it('a table and a column that PostgreSQL has renamed keep their page and their words; elsewhere a person is asked', async () => {
    const { source_id } = (await add()).data
    const { page_id } = await pageOf('orders')
    await write(page_id, 'quantity', 'At most 999.')
    const next = changed('orders', (table) => ({
      ...table,
      name: 'purchases',
      columns: table.columns.map((column) => (column.name === 'quantity' ? { ...column, name: 'pieces' } : column)),
    }))
    const { data } = await push(source_id, snapshot(next))
    expect(data).toMatchObject({ made: 0, gone: 0, breaking: 2 })
    const page = await alice.api.page.info({ page_id })
    expect(page.page_title).toBe('purchases')
    expect(page.page_content).toMatch(/\| pieces \|.*At most 999\./)
    expect((await alice.api.source.result({ source_id })).words).toEqual([])
    // The version after that still knows the former names.
    await push(source_id, snapshot(next.map((table) => ({ ...table, comment: 'More' }))))
    expect((await alice.api.page.info({ page_id })).page_content).toMatch(/\| pieces \|.*At most 999\./)
    const other = next.map((table) => ({ ...table, name: table.name === 'customers' ? 'buyers' : table.name, comment: 'More' }))
    expect((await push(source_id, snapshot(other, { id: '' }))).data).toMatchObject({ made: 1, gone: 1 })
    const { matches } = await alice.api.source.result({ source_id, language: 'en' })
    expect(matches).toMatchObject([{ kind: 'table', from_title: 'customers', to_title: 'buyers' }])
  })

  it('a column of another database that was renamed is suggested as the new place of its words', async () => {
    const other = { kind: 'mysql', id: '' }
    const { source_id } = (await add(snapshot(shop, other))).data
    const { page_id } = await pageOf('orders')
    await write(page_id, 'quantity', 'At most 999.', 'replace')
    const note = { name: 'note', type: 'text' }
    const next = changed('orders', (table) => ({
      ...table,
      columns: [...table.columns.map((column) => (column.name === 'quantity' ? { ...column, name: 'pieces', comment: '' } : column)), note],
    }))
    await push(source_id, snapshot(next, other))
    const [word] = (await alice.api.source.result({ source_id })).words
    // Two columns are new; one of them has the type of the former one.
    expect(word).toMatchObject({ page_id, path: 'quantity', state: 'homeless', suggested: 'pieces' })
    const move = { page_id: Number(page_id), path: 'quantity', mode: 'replace', choice: 'move', to: 'pieces' }
    expect(await alice.api.source.decide({ source_id, words: JSON.stringify([move]) })).toEqual({ done: 1, refused: [] })
    expect((await alice.api.page.info({ page_id })).page_content).toMatch(/\| pieces \|.*At most 999\./)
  })

  it('counts what the database and people describe', async () => {
    await add()
    const counts = async () =>
      (await alice.api.source.list({ item_id })).map(({ describable, described, described_here }) => [
        describable,
        described,
        described_here,
      ])
    // 3 tables, and the columns email, customer_id, state, quantity, order_id; comments: customers, email, quantity.
    expect(await counts()).toEqual([['8', '3', '0']])
    const { page_id } = await pageOf('orders')
    await write(page_id, 'state', 'Open or paid.')
    await write(page_id, 'summary', 'One row per order.')
    await write(page_id, 'quantity', 'At most 999.')
    await write(page_id, 'id', 'Counted.')
    expect(await counts()).toEqual([['8', '3', '2']])
    const overview = await pageOf('Database overview')
    expect(overview.html).toContain('63% described: 38% in the database, 25% here')
    expect(overview.html).toContain('One row per order.')
    await write(page_id, 'state', '')
    expect((await pageOf('Database overview')).html).toContain('50% described: 38% in the database, 12% here')
  })

  it('takes a snapshot of tbls, refuses the other kind and what is neither', async () => {
    const tbls = {
      name: 'shop',
      tables: [
        {
          name: 'public.a',
          type: 'BASE TABLE',
          comment: 'First',
          columns: [{ name: 'id', type: 'int', nullable: false }, 7, { type: 'x' }],
          indexes: 'none',
          constraints: [{ name: 'a_pkey', type: 'PRIMARY KEY', columns: ['id'] }],
        },
        {
          name: 'public.b',
          columns: [{ name: 'a_id', type: 'int' }],
          constraints: [
            {
              name: 'k',
              type: 'FOREIGN KEY',
              def: 'FOREIGN KEY (a_id) REFERENCES a(id) ON DELETE CASCADE',
              columns: ['a_id'],
              referenced_table: 'public.a',
              referenced_columns: ['id'],
            },
          ],
        },
      ],
      driver: { name: 'mssql' },
    }
    const { data } = await add(Buffer.from(JSON.stringify(tbls)))
    expect(data.report.problems).toEqual([
      { name: 'public.a.indexes', reason: 'shape' },
      { name: 'public.a.columns[1]', reason: 'shape' },
      { name: 'public.a.columns[2]', reason: 'shape' },
    ])
    expect((await pageOf('b')).html).toContain('on delete CASCADE')
    expect(await push(data.source_id, description())).toMatchObject({ error_name: 'sourceOther' })
    expect(await add(Buffer.from('{"tables": []}'), { name: 'other' })).toMatchObject({ error_name: 'sourceKind' })
  })
})
