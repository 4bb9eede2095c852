import { beforeAll, describe, expect, it } from 'vitest'
import { anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { call, connect, post, tokenOf } from './test/client.ts'

onEachDatabase('agents', (product) => {
  let emma: TestUser
  let item_id: string
  let page_id: string
  let token: string
  beforeAll(async () => {
    emma = await product.user('emma')
    item_id = await anItem(emma, { item_name: 'Orders', password: 'seal' })
    page_id = await aPage(emma, item_id, {
      page_title: 'Create an order',
      page_content: '# Request\n\nSend **qty**.\n\n# Response\n\nA number.\n',
    })
    token = await tokenOf(emma)
  })

  describe.each(['legacy', 'auto', { pin: '2026-07-28' }] as const)('with the client library, %o', (mode) => {
    it('list, search and read', async () => {
      const client = await connect(product, token, { mode })
      expect(client.getServerVersion()).toMatchObject({ name: 'sheaf' })
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(['about', 'browse', 'search', 'fetch'])
      const found = await call(client, 'search', { query: 'qty' })
      expect(found.data).toMatchObject({ results: [{ id: page_id, title: 'Create an order' }] })
      const read = await call(client, 'fetch', { id: page_id })
      expect(read).toMatchObject({ isError: false, data: { text: '# Request\n\nSend **qty**.\n\n# Response\n\nA number.\n' } })
      expect(JSON.parse(read.text)).toEqual(read.data)
      expect((await call(client, 'browse')).text).toContain(`${item_id} Orders`)
      expect((await call(client, 'browse', { item: 'orders' })).text).toContain(`page ${page_id} Create an order`)
    })
  })

  it('raw', async () => {
    const raw = async (message: unknown, headers = {}) => {
      const reply = await post(product, token, message, headers)
      return [reply.statusCode, reply.headers['content-type'], reply.body.slice(0, 300)]
    }
    console.log(await raw({ jsonrpc: '2.0', id: 1, method: 'tools/list' }))
    console.log(await raw({ jsonrpc: '2.0', id: 1, method: 'nope' }))
    console.log(await raw({ jsonrpc: '2.0', id: null, method: 'tools/list' }))
    console.log(await raw([{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]))
    console.log(await raw('{'))
    console.log(await raw({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    console.log(await raw({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} }))
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    console.log(
      await raw(
        { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } },
        { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
      ),
    )
    console.log(
      await raw(
        { jsonrpc: '2.0', id: 1, method: 'nope', params: { _meta } },
        { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'nope' },
      ),
    )
    console.log(await raw({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'fetch', arguments: { id: ['x'] } } }))
  })
})
