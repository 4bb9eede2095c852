import { beforeAll, expect, it } from 'vitest'
import { digestOf } from '../../test/digest.ts'
import { anItem } from '../../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../../test/product.ts'
import { description, orders } from '../test/orders.ts'

interface Imported {
  error_code: number
  error_name?: string
  data: { item_id: string; item_name: string; report: { catalogs: number; pages: number; skipped: object[] } }
}

onEachDatabase('an item whose pages follow a description', (product) => {
  let alice: TestUser
  let bob: TestUser
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
  })

  const send = async (bytes: Buffer, fields: Record<string, string> = {}, name = 'orders.json') =>
    (await product.upload(alice, 'import/auto', { source: 'orders', ...fields }, { name, bytes })).json<Imported>()

  it('has the title of the description, a page for each operation, and a source that takes newer versions', async () => {
    const { data } = await send(description(), { label: '1.4.0', password: '' })
    expect(data).toMatchObject({ item_name: 'Orders API', report: { catalogs: 2, pages: 5, skipped: [] } })
    const { item_id } = data
    const [source] = await alice.api.source.list({ item_id })
    expect(source).toMatchObject({ name: 'orders', title: 'Orders API', label: '1.4.0', pages: '5', cat_id: '0' })
    const { menu } = await bob.api.item.info({ item_id })
    const page = menu.catalogs.flatMap(({ pages }) => pages).find(({ page_title }) => page_title === 'Create an order')
    const before = await bob.api.page.info({ page_id: page?.page_id ?? '' })
    expect(before.page_content).toContain('How many pieces')
    const next = orders.map((one) => (one.id === 'createOrder' ? { ...one, quantity: 'Pieces, whole' } : one))
    const { source_id = '' } = source ?? {}
    await product.upload(alice, 'source/push', { source_id }, { name: 'orders.json', bytes: description(next) })
    expect((await bob.api.page.info({ page_id: page?.page_id ?? '' })).page_content).toContain('Pieces, whole')
    // The history of the item has the import as one change.
    const { list } = await alice.api.change.getList({ item_id })
    expect(list.at(-1)).toMatchObject({ type: 'item.imported' })
    expect((await alice.api.item.search({ item_id, keyword: 'whole' })).pages).toHaveLength(1)
  })

  it('is private without the field of the password, as other imports of descriptions are', async () => {
    const { data } = await send(description())
    await expect(bob.api.item.info({ item_id: data.item_id })).rejects.toMatchObject({ code: 10303 })
  })

  it('is not created from a file that is no description, nor with a wrong name, and leaves nothing', async () => {
    const before = await digestOf(product)
    expect(await send(Buffer.from('# A text\n'), {}, 'a.md')).toMatchObject({ error_name: 'sourceKind' })
    expect(await send(Buffer.from('{"openapi": 1'))).toMatchObject({ error_name: 'importJson' })
    expect(await send(description(), { source: 'Not a name' })).toMatchObject({ error_name: 'sourceNameForm' })
    const after = await digestOf(product)
    expect(Object.keys(after).filter((table) => after[table] !== before[table] && table !== 'job')).toEqual([])
  })

  it('is a new item: an item that exists takes a source with source/add', async () => {
    const item_id = await anItem(alice)
    expect(await send(description(), { item_id })).toMatchObject({ error_code: 10101 })
    expect(await alice.api.source.list({ item_id })).toEqual([])
  })

  it('is not created by a token of certain items', async () => {
    const item_id = await anItem(alice)
    const { token } = await alice.api.token.save({
      ...{ name: 'Build', level: '3', days: '1', password: PASSWORD },
      ...{ is_limited: '1', item_ids: `[${item_id}]` },
    })
    const build = { ...alice, headers: { authorization: `Bearer ${token}` } }
    const reply = await product.upload(build, 'import/auto', { source: 'orders' }, { name: 'orders.json', bytes: description() })
    expect(reply.json()).toMatchObject({ error_name: 'itemsOnly' })
  })
})
