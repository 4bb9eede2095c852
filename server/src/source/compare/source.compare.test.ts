import { beforeAll, expect, it } from 'vitest'
import { aMember, anItem } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { description, orders } from '../test/orders.ts'

onEachDatabase('two versions of a source', (product) => {
  let alice: TestUser
  let item_id: string
  let source_id: string
  let cat_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { password: 'sesame' })
    cat_id = (await alice.api.catalog.save({ item_id, cat_name: 'API', parent_cat_id: '0' })).cat_id
    const file = (list: typeof orders) => ({ name: 'o.json', bytes: description(list) })
    const { data } = (await product.upload(alice, 'source/add', { item_id, cat_id, name: 'orders' }, file(orders))).json()
    source_id = data.source_id
    const second = orders.map((one) => (one.id === 'createOrder' ? { ...one, maximum: 9 } : one))
    await product.upload(alice, 'source/push', { source_id }, file(second))
    await product.upload(alice, 'source/push', { source_id }, file(second.filter(({ id }) => id !== 'refund')))
  })
  const compare = (who: TestUser, from_seq: string, to_seq: string, language = 'en') =>
    who.api.source.compare({ source_id, from_seq, to_seq, language })
  const texts = async (...given: Parameters<typeof compare>) => (await compare(...given)).changes.map((one) => `${one.class}: ${one.text}`)

  it('are compared in both directions, with classes, sentences and pages', async () => {
    const all = await compare(alice, '1', '3')
    expect(all).toMatchObject({ breaking: '1', risky: '1', safe: '0' })
    expect(all.changes.map(({ text }) => text)).toEqual([expect.stringContaining('POST /refunds'), expect.stringContaining('POST /orders')])
    expect(Number(all.changes[1]?.page_id)).toBeGreaterThan(0)
    expect(await texts(alice, '1', '2')).toHaveLength(1)
    expect((await compare(alice, '3', '1')).changes.map((one) => one.class)).toEqual(['safe', 'safe'])
    expect(await texts(alice, '2', '2')).toEqual([])
    expect((await texts(alice, '1', '2', 'zh'))[0]).not.toBe((await texts(alice, '1', '2'))[0])
    await expect(compare(alice, '1', '9')).rejects.toMatchObject({ code: 10101 })
  })

  it('lead from changes of a named schema to its view on the introduction', async () => {
    const item_id = await anItem(alice)
    const api = (properties: object) => ({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      paths: {
        '/orders': { get: { responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } } } } },
      },
      components: { schemas: { Order: { type: 'object', properties } } },
    })
    const file = (properties: object) => ({ name: 'o.json', bytes: Buffer.from(JSON.stringify(api(properties))) })
    const { data } = (await product.upload(alice, 'source/add', { item_id, cat_id: '0', name: 'shop' }, file({}))).json()
    await product.upload(alice, 'source/push', { source_id: data.source_id }, file({ id: { type: 'string' } }))
    const { changes } = await alice.api.source.compare({ source_id: data.source_id, from_seq: '1', to_seq: '2', language: 'en' })
    expect(changes).toMatchObject([{ schema: 'Order', page_id: expect.stringMatching(/^[1-9]/) }])
    const { page_id = '', schema: name = '' } = changes[0] ?? {}
    expect((await alice.api.source.schema({ page_id, name, language: 'en' })).html).toContain('id')
  })

  it('show no reader changes of parts that they cannot read (S217)', async () => {
    const [outsider, scoped] = [await product.user('outsider'), await product.user('scoped')]
    await aMember(product, item_id, scoped, { edit: false, cat_id })
    await expect(compare(outsider, '1', '3')).rejects.toMatchObject({ code: 10303 })
    expect(await texts(scoped, '1', '3')).toHaveLength(2)
    const page_id = (await compare(alice, '1', '2')).changes[0]?.page_id ?? ''
    await alice.api.page.save({ ...(await alice.api.page.info({ page_id, raw: 1 })), cat_id: '0' })
    const seen = await compare(scoped, '1', '3')
    expect(seen).toMatchObject({ breaking: '1', risky: '0' })
    expect(JSON.stringify(seen)).not.toContain('/orders')
    expect(await texts(alice, '1', '3')).toHaveLength(2)
    await expect(scoped.api.source.compare({ source_id: '987654', from_seq: '1', to_seq: '2', language: 'en' })).rejects.toThrow()
  })
})
