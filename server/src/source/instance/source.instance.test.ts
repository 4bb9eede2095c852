import { beforeAll, beforeEach, expect, it } from 'vitest'
import { later } from '../../test/clock.ts'
import { aMember, anItem } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { type ShopTable, shop, snapshot } from '../test/shop.ts'

interface Answer {
  error_code: number
  error_name?: string
  data: { state: string; breaking: number; risky: number; safe: number; changes: { class: string; text: string }[] }
}

onEachDatabase('instances of a database (T31)', (product) => {
  let alice: TestUser
  let item_id: string
  let keys: { api_key: string; api_token: string }
  let source_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  beforeEach(async () => {
    item_id = await anItem(alice, { password: 'open sesame' })
    keys = await alice.api.item.getKey({ item_id })
    expect((await push({ cat_name: '' }, snapshot())).error_code).toBe(0)
    source_id = (await alice.api.source.list({ item_id }))[0]?.source_id ?? ''
  })
  const push = async (fields: Record<string, string>, bytes: Buffer) =>
    (
      await product.upload(product.visitor(), 'open/pushSource', { ...keys, name: 'main', ...fields }, { name: 'shop.json', bytes })
    ).json<Answer>()
  const changed = (name: string, change: (table: ShopTable) => ShopTable) =>
    shop.map((table) => (table.name === name ? change(table) : table))
  const pageOf = async (title: string) => {
    const { menu } = await alice.api.item.info({ item_id })
    return [...menu.pages, ...menu.catalogs.flatMap((one) => one.pages)].find((one) => one.page_title === title)?.page_id ?? ''
  }
  const html = async (title: string, who = alice) =>
    (await who.api.page.view({ page_id: await pageOf(title), language: 'en' })).html.replace(/<[^>]*>/g, '')
  const without = changed('orders', (table) => ({ ...table, columns: table.columns.filter(({ name }) => name !== 'quantity') }))
  const production = [...without, { name: 'canary_extra', columns: [{ name: 'id' }] }]
  const instances = async () => (await alice.api.source.detail({ source_id })).instances

  it('change no page; tables say how they differ and since when, and the overview lists all', async () => {
    const before = await alice.api.page.info({ page_id: await pageOf('orders') })
    const { data } = await push({ instance: 'production' }, snapshot(production))
    expect(data).toMatchObject({ state: 'applied', breaking: 1, safe: 1 })
    expect(data.changes.map(({ text }) => text)).toEqual([
      'orders: production has no column `quantity`',
      'canary_extra: production also has this table',
    ])
    expect(await alice.api.page.info({ page_id: before.page_id })).toEqual(before)
    expect(await alice.api.source.versions({ source_id })).toMatchObject({ total: '1' })
    const first = /production has no column quantity since (\d{4}-\d\d-\d\d)/.exec(await html('orders'))?.[1]
    expect(first).toBeDefined()
    expect(await html('customers')).not.toContain('production')
    const overview = await html('Database overview')
    expect(overview).toContain('Other instances')
    expect(overview).toContain('production 2 differences')
    expect(overview).toContain('canary_extra: production also has this table')
    expect(await instances()).toMatchObject([{ name: 'production', differences: '2', is_compared: '1' }])
    // A difference that stays keeps its day, another one has its own.
    later(product, 3 * 86_400)
    const next = changed('orders', (table) => ({
      ...table,
      columns: table.columns.filter(({ name }) => !['quantity', 'state'].includes(name)),
    }))
    await push({ instance: 'production' }, snapshot(next))
    const now = await html('orders')
    expect(now).toContain(`production has no column quantity since ${first}`)
    expect(now).not.toContain(`production has no column state since ${first}`)
    expect(now).toContain('production has no column state since ')
    expect((await push({ instance: 'production' }, snapshot(next))).data.state).toBe('same')
  })

  it('are compared again with each new version, and are only compared with --check', async () => {
    await push({ instance: 'production' }, snapshot(without))
    expect((await push({ instance: 'staging', mode: 'check' }, snapshot(without))).data).toMatchObject({ state: 'checked', breaking: 1 })
    expect(await instances()).toHaveLength(1)
    await push({}, snapshot(without))
    expect(await instances()).toMatchObject([{ differences: '0', is_compared: '1' }])
    expect(await html('orders')).not.toContain('production')
    expect(await html('Database overview')).toContain('production no difference')
  })

  it('are nine at most, and are for databases', async () => {
    for (let n = 1; n <= 9; n++) expect((await push({ instance: `i${n}` }, snapshot())).error_code).toBe(0)
    expect(await push({ instance: 'i10' }, snapshot())).toMatchObject({ error_name: 'sourceInstances' })
    expect((await push({ instance: 'i9' }, snapshot(without))).data.state).toBe('applied')
    expect(await push({ instance: 'No name' }, snapshot())).toMatchObject({ error_name: 'sourceNameForm' })
    expect(await push({ instance: 'i1' }, Buffer.from('{"tables": 1}'))).toMatchObject({ error_name: 'sourceKind' })
    expect(await push({ instance: 'i1', name: 'none' }, snapshot())).toMatchObject({ error_name: 'notFound' })
    expect(await instances()).toHaveLength(9)
  })

  it('are removed by managers, and a reader of one catalog sees those of their tables (S217)', async () => {
    const scoped = await product.user('scoped')
    const { menu } = await alice.api.item.info({ item_id })
    const cat_id = menu.catalogs[0]?.cat_id ?? ''
    await aMember(product, item_id, scoped, { edit: true, cat_id })
    const overview = await alice.api.page.info({ page_id: await pageOf('Database overview'), raw: 1 })
    await alice.api.page.save({ ...overview, cat_id })
    const next = production.map((table) =>
      table.name === 'invoices' ? { ...table, keys: [{ column: 'order_id', table: 'canary_extra' }] } : table,
    )
    await push({ instance: 'production' }, snapshot(next))
    const all = await html('invoices')
    expect(all).toContain('canary_extra')
    const mine = `${await html('invoices', scoped)} ${await html('Database overview', scoped)}`
    expect(mine).toContain('production has another target')
    expect(mine).not.toMatch(/canary|quantity/)
    await expect(scoped.api.source.removeInstance({ source_id, instance: 'production' })).rejects.toMatchObject({ code: 10303 })
    await alice.api.source.removeInstance({ source_id, instance: 'production' })
    expect(await instances()).toEqual([])
    expect(await html('invoices')).not.toContain('production')
  })
})
