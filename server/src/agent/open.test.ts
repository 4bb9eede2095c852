import { beforeAll, expect, it } from 'vitest'
import { anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { call, connect, post } from './test/client.ts'

onEachDatabase(
  'agents without a token',
  (product) => {
    let emma: TestUser
    let listed: string
    let unlisted: string
    let closed: string
    const pages: Record<string, string> = {}
    const set = (settings: Record<string, string>) => product.admin.api.adminSetting.saveConfig(settings as never)
    beforeAll(async () => {
      emma = await product.user('emma')
      listed = await anItem(emma, { item_name: 'Listed' })
      // A single page is not listed by its kind.
      unlisted = await anItem(emma, { item_name: 'Unlisted note', item_type: '2' })
      closed = await anItem(emma, { item_name: 'Closed', password: 'seal' })
      pages[listed] = await aPage(emma, listed, { page_title: 'Orders', page_content: 'canary' })
      pages[closed] = await aPage(emma, closed, { page_title: 'Secret', page_content: 'canary' })
      pages[unlisted] = (await emma.api.item.info({ item_id: unlisted })).menu.pages[0]?.page_id ?? ''
      await set({ site_index: '1', index_default: 'kind', mcp_open: '1' })
    })
    const client = () => connect(product, undefined, { url: '/mcp/open' })

    it('read listed items with the reading tools', async () => {
      const one = await client()
      expect((await one.listTools()).tools.map(({ name }) => name)).toEqual(['about', 'browse', 'search', 'fetch', 'changes'])
      expect((await call(one, 'about')).text).toContain('without an account')
      const items = await call(one, 'browse')
      expect([items.text.includes('Listed ·'), items.text.includes('Unlisted'), items.text.includes('Closed')]).toEqual([
        true,
        false,
        false,
      ])
      expect((await call(one, 'search', { query: 'canary' })).data).toMatchObject({ results: [{ id: pages[listed] }] })
      expect((await call(one, 'fetch', { id: pages[listed] })).data).toMatchObject({ text: 'canary' })
      expect((await call(one, 'changes', { item: 'Listed' })).text).toContain('“Orders”')
    })

    it('learn nothing of others, also by number, and call no other tool', async () => {
      const one = await client()
      for (const item of [unlisted, closed, 'Closed', 'Unlisted note']) {
        expect([item, (await call(one, 'browse', { item })).isError]).toEqual([item, true])
        expect([item, (await call(one, 'search', { query: 'canary', item })).isError]).toEqual([item, true])
        expect([item, (await call(one, 'changes', { item })).isError]).toEqual([item, true])
      }
      for (const id of [pages[unlisted], pages[closed]]) expect([id, (await call(one, 'fetch', { id })).isError]).toEqual([id, true])
      for (const name of ['history', 'save_page', 'propose_edit', 'get_page'])
        await expect(one.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32602 })
      await expect(one.callTool({ name: 'changes', arguments: {} })).rejects.toMatchObject({ code: -32602 })
    })

    it('S105: an item that is closed or taken out is gone with the next request', async () => {
      const one = await client()
      await emma.api.item.update({ item_id: listed, item_name: 'Listed', item_description: '', item_domain: '', password: 'seal' } as never)
      expect((await call(one, 'fetch', { id: pages[listed] })).isError).toBe(true)
      await emma.api.item.update({ item_id: listed, item_name: 'Listed', item_description: '', item_domain: '', password: '' } as never)
      expect((await call(one, 'fetch', { id: pages[listed] })).isError).toBe(false)
      await set({ site_index: '0' })
      expect((await call(one, 'browse')).text).toBe('There are no items that you can read.')
      await set({ site_index: '1' })
    })

    it('are refused while the site does not allow it', async () => {
      await set({ mcp_open: '0' })
      const reply = await post(product, undefined, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, {}, '/mcp/open')
      expect([reply.statusCode, reply.json().error_name]).toEqual([404, 'agentsOff'])
    })
  },
  { PUBLIC_URL: 'https://docs.example.com' },
)
