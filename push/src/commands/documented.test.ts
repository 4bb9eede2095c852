import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aPage } from '../../../server/src/test/given.ts'
import { onEachDatabase } from '../../../server/src/test/product.ts'
import { folderOf } from '../test/folder.ts'
import { type Item, itemWithKeys, pageOf, start } from '../test/site.ts'

const CANARY = 'canary-9c1d'

const line = {
  type: 'object',
  required: ['sku'],
  properties: { sku: { type: 'string' }, quantity: { type: 'integer' } },
}
const order = {
  type: 'object',
  required: ['order_id', 'state'],
  properties: {
    order_id: { type: 'string' },
    state: { type: 'string', enum: ['reserved', 'confirmed'] },
    note: { type: ['string', 'null'] },
    lines: { type: 'array', items: line },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
  },
}
const json = (schema: object) => ({ 'application/json': { schema } })
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const description = {
  openapi: '3.1.0',
  info: { title: 'Orders API', version: '1' },
  servers: [{ url: 'https://api.example.com/v2' }],
  paths: {
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        summary: 'Get an order',
        parameters: [id],
        responses: {
          200: { description: 'Done', content: json(order) },
          '4XX': {
            description: 'Not found',
            content: json({ type: 'object', required: ['message'], properties: { message: { type: 'string' } } }),
          },
        },
      },
    },
    '/orders': {
      get: {
        operationId: 'listOrders',
        summary: 'List orders',
        responses: { 200: { description: 'Done', content: json({ type: 'array', items: order }) } },
      },
    },
  },
}

const right = { order_id: 'ord_1', state: 'reserved', note: null, lines: [{ sku: 'a', quantity: 1 }], labels: { any: 'x' } }
const answers: Record<string, [status: number, body: unknown]> = {
  missing: [200, { ...right, order_id: undefined }],
  type: [200, { ...right, lines: [{ sku: 'a', quantity: `${CANARY}-value` }] }],
  value: [200, { ...right, state: `${CANARY}-value` }],
  map: [200, { ...right, labels: { [`${CANARY}-key`]: 1 } }],
  error: [404, { text: 'x' }],
  more: [200, { ...right, [`${CANARY}-field`]: 1, lines: [{ sku: 'a', [`${CANARY}-inner`]: 2 }] }],
  none: [404, { message: 'No such order' }],
}

onEachDatabase('sheaf-push examples, with the documentation', (product) => {
  let server: Server
  let host: string
  beforeAll(async () => {
    server = createServer((request, reply) => {
      const { pathname } = new URL(request.url ?? '/', 'http://api.test')
      const name = pathname.split('/').at(-1) ?? ''
      const [status, body] = answers[name] ?? [200, name === 'orders' ? [right] : right]
      reply.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    host = `http://127.0.0.1:${(server.address() as { port: number }).port}/v2`
  })
  afterAll(() => void server.close())

  let item: Item
  beforeEach(async () => {
    item = await itemWithKeys(product)
    const bytes = Buffer.from(JSON.stringify(description))
    const { item_id, owner } = item
    const added = await product.upload(owner, 'source/add', { item_id, name: 'orders', title: 'Orders' }, { name: 'o.json', bytes })
    expect(added.json()).toMatchObject({ error_code: 0 })
  })
  const get = (path: string, expects = '200') => `\`\`\`http env=staging expect=${expects}\nGET {{host}}${path}\n\`\`\`\n\n`
  const block = (name: string) => `\`\`\`operation orders ${name}\n\`\`\`\n\n`
  const examples = (...argv: string[]) =>
    start(
      product,
      { env: { ...item.env, SHEAF_VAR_host: host, SHEAF_VAR_other: host }, folder: folderOf({ 'notes.md': '' }) },
      ...['examples', '--env', 'staging', ...argv],
    )
  const asked = async () => {
    const keys = await item.owner.api.item.getKey({ item_id: item.item_id })
    return item.owner.api.open.getExamples({ env: 'staging', ...keys })
  }

  it('finds exactly the five wrong ones of twenty, with the path', async () => {
    const { page_id } = (await pageOf(item, 'Get an order')) as { page_id: string }
    const wrong = ['missing', 'type', 'value', 'map'].map((name) => get(`/orders/${name}`))
    const fine = Array.from({ length: 10 }, (_, n) => get(`/orders/${n}?full=1`))
    await item.owner.api.page.save({
      page_id,
      page_title: 'Get an order',
      page_content:
        block('getOrder') + [...wrong, get('/orders/error', '4xx'), get('/orders/more'), get('/orders/none', '404'), ...fine].join(''),
    })
    await aPage(item.owner, item.item_id, { page_title: 'Guide', page_content: block('listOrders') + get('/orders') })
    // Not compared: a request of another operation, and pages without an operation or with two.
    await aPage(item.owner, item.item_id, { page_title: 'Other', page_content: block('listOrders') + get('/health') })
    await aPage(item.owner, item.item_id, {
      page_title: 'Both',
      page_content: block('listOrders') + block('getOrder') + get('/orders/missing'),
    })
    const { code, out, err } = await examples()
    expect([code, err]).toEqual([4, ''])
    expect(out).toBe(`staging: 20 examples on 4 pages
15 pass, 5 fail, 0 could not be run, 0 skipped
Failing:
  - Get an order: GET /orders/missing: order_id is missing
  - Get an order: GET /orders/type: lines[].quantity has another type
  - Get an order: GET /orders/value: state has a value that is not documented
  - Get an order: GET /orders/map: labels.* has another type
  - Get an order: GET /orders/error: message is missing
The answer has more than the page or the description shows:
  - Get an order: GET /orders/error: 1 more field in $
  - Get an order: GET /orders/more: 1 more field in lines[]; 1 more field in $
`)
    const { state, reasons } = await item.owner.api.truth.page({ page_id })
    expect([state, reasons.length]).toEqual(['stale', 5])
    expect(reasons[2]).toMatchObject({ paths: [{ path: 'state', problem: 'value' }] })
    const zh = await start(
      product,
      { env: { ...item.env, LANG: 'zh_CN.UTF-8', SHEAF_VAR_host: host }, folder: folderOf({ 'notes.md': '' }) },
      ...['examples', '--env', 'staging', '--dry-run'],
    )
    expect(zh.out).toContain('state 的值不在文档列出的范围内')
    for (const text of [out, zh.out, JSON.stringify(await item.owner.api.truth.page({ page_id }))]) expect(text).not.toContain('canary')
  })

  it('sends the documentation once for a page, only for examples of its operation, and no words or examples of it', async () => {
    const { page_id } = (await pageOf(item, 'Get an order')) as { page_id: string }
    await item.owner.api.page.save({
      page_id,
      page_title: 'Get an order',
      page_content: block('getOrder') + get('/orders/1') + get('/orders/2/') + get('/orders') + get('/orders/1/lines'),
    })
    const { list, documented } = await asked()
    expect(list.map(({ name, is_documented }) => [name, is_documented])).toEqual([
      ['GET /orders/1', '1'],
      ['GET /orders/2/', '1'],
      ['GET /orders', '0'],
      ['GET /orders/1/lines', '0'],
    ])
    expect(documented).toMatchObject([{ page_id, method: 'GET', path: '/orders/{id}', is_cut: false }])
    expect(documented[0]?.responses[0]?.contents[0]?.fields[0]).toEqual({
      name: 'order_id',
      type: 'string',
      required: true,
      values: [],
      is_alternative: false,
      fields: [],
    })
    await item.owner.api.page.save({ page_id, page_title: 'Get an order', page_content: block('getOrder') + get('/health') })
    expect((await asked()).documented).toEqual([])
  })

  it('is bounded for an operation with many fields', async () => {
    const properties = Object.fromEntries(Array.from({ length: 2500 }, (_, n) => [`field_${n}`, { type: 'string' }]))
    const large = {
      ...description,
      paths: {
        '/large': {
          get: {
            operationId: 'large',
            summary: 'Large',
            responses: { 200: { description: 'x', content: json({ type: 'object', properties }) } },
          },
        },
      },
    }
    const { item_id, owner } = item
    const bytes = Buffer.from(JSON.stringify(large))
    await product.upload(owner, 'source/add', { item_id, name: 'large', title: 'Large' }, { name: 'l.json', bytes })
    await aPage(owner, item_id, { page_title: 'Guide', page_content: block('large').replace('orders', 'large') + get('/large') })
    const { documented } = await asked()
    expect(documented[0]).toMatchObject({ is_cut: true })
    expect(documented[0]?.responses[0]?.contents[0]?.fields).toHaveLength(1000)
    // Fields that were not sent are not called undocumented.
    const { code, out } = await examples()
    expect(code).toBe(0)
    expect(out).not.toContain('more field')
  })
})
