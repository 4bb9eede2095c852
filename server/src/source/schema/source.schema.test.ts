import { beforeAll, expect, it } from 'vitest'
import { aMember, anItem } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'

const ok = (name: string) => ({
  description: 'OK',
  content: { 'application/json': { schema: { type: 'array', items: { $ref: `#/components/schemas/${name}` } } } },
})
const get = (operationId: string, tag: string, name: string) => ({
  get: { operationId, summary: operationId, tags: [tag], responses: { 200: ok(name) } },
})
const hostile = '</script><img src=x onerror=marker()>'
const description = Buffer.from(
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/orders': get('listOrders', 'Orders', 'Order'),
      '/refunds': get('listRefunds', 'Refunds', 'Refund'),
      '/safes': get('listSafes', 'Safes', 'CanarySafe'),
    },
    components: {
      schemas: {
        Order: {
          description: 'What a customer bought.',
          required: ['lines'],
          properties: {
            lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
            parent: { $ref: '#/components/schemas/Order' },
            note: { type: 'string', description: hostile },
          },
        },
        Line: { properties: { sku: { type: 'string' } } },
        Refund: { properties: { order: { $ref: '#/components/schemas/Order' } } },
        CanarySafe: { properties: { canaryField: { type: 'string' } } },
        Lonely: { deprecated: true, properties: { one: { type: 'integer' } } },
      },
    },
  }),
)

onEachDatabase('the view of a schema', (product) => {
  let alice: TestUser
  let item_id: string
  const pages = new Map<string, { page_id: string; cat_id: string }>()
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { item_type: '1', password: 'open sesame' })
    await product.upload(alice, 'source/add', { item_id, name: 'shop' }, { name: 'shop.json', bytes: description })
    const { menu } = await alice.api.item.info({ item_id })
    for (const { pages: some } of [menu, ...menu.catalogs]) for (const page of some) pages.set(page.page_title, page)
  })
  const intro = () => pages.get('Introduction')?.page_id ?? ''
  const addressOf = (title: string) => `/${item_id}/${pages.get(title)?.page_id}`
  const view = (who: TestUser, name: string, language = 'en') => who.api.source.schema({ page_id: intro(), name, language })

  it('has its fields, and the operations that use it, also through other schemas', async () => {
    const { html, headings, page_title, name } = await view(alice, 'Order')
    expect({ page_title, name }).toEqual({ page_title: 'Introduction', name: 'Order' })
    expect(headings.map(({ text }) => text)).toEqual(['Fields', 'Used by'])
    expect(html).toContain('What a customer bought.')
    expect(html).toMatch(/lines<\/bdi><\/a> <bdi class="ptype">array\[<a class="pschema" href="\/\d+\/\d+\?schema=Line">Line<\/a>\]/)
    expect(html).toContain(`↻ <a class="pschema" href="/${item_id}/${intro()}?schema=Order">Order</a>`)
    expect(html).not.toContain('onerror=marker()>')
    const links = [...html.matchAll(/<a href="([^"#]+)">/g)].map(([, href]) => href)
    expect(links).toEqual([addressOf('listOrders'), addressOf('listRefunds')])
    expect((await view(alice, 'Order', 'zh')).headings.map(({ text }) => text)).toEqual(['字段', '使用它的接口'])
    expect((await view(alice, 'Lonely')).html).toContain('No operation that you can read uses it.')
  })

  it('is where the types of an operation lead to', async () => {
    const { html } = await alice.api.page.view({ page_id: pages.get('listRefunds')?.page_id ?? '', language: 'en' })
    expect(html).toContain(`<bdi>array[<a class="pschema" href="/${item_id}/${intro()}?schema=Refund">Refund</a>]</bdi>`)
    expect(html).toContain(`href="/${item_id}/${intro()}?schema=Line"`)
  })

  it('shows no reader what they cannot read (S217)', async () => {
    const [outsider, scoped] = [await product.user('outsider'), await product.user('scoped')]
    // The introduction is moved to the catalog that the member can read.
    const cat_id = pages.get('listRefunds')?.cat_id ?? ''
    await aMember(product, item_id, scoped, { edit: false, cat_id })
    await expect(view(scoped, 'Refund')).rejects.toMatchObject({ code: 10303 })
    await alice.api.page.save({ ...(await alice.api.page.info({ page_id: intro(), raw: 1 })), cat_id })
    expect((await view(scoped, 'Refund')).html).toContain(addressOf('listRefunds'))
    const order = await view(scoped, 'Order')
    expect(order.html).toContain(addressOf('listRefunds'))
    expect(order.html).not.toContain('listOrders')
    for (const name of ['CanarySafe', 'Lonely', 'Missing', '__proto__', ''])
      await expect(view(scoped, name)).rejects.toMatchObject({ code: 10101 })
    const refused = await Promise.allSettled([
      view(outsider, 'Order'),
      outsider.api.source.schema({ page_id: '987654', name: 'Order', language: 'en' }),
    ])
    expect(refused.map((one) => (one as PromiseRejectedResult).reason.message)).toEqual([
      expect.any(String),
      refused[0]?.status === 'rejected' ? refused[0].reason.message : '',
    ])
    await expect(
      alice.api.source.schema({ page_id: pages.get('listOrders')?.page_id ?? '', name: 'Order', language: 'en' }),
    ).rejects.toThrow()
  })
})
