import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { call, connect, post, tokenOf } from './test/client.ts'

onEachDatabase('what is hidden from an agent', (product) => {
  let emma: TestUser
  let liam: TestUser
  let closed: string
  let own: string
  let hidden: string
  beforeAll(async () => {
    ;[emma, liam] = [await product.user('emma'), await product.user('liam')]
    closed = await anItem(emma, { item_name: 'Plans', password: 'seal' })
    ;[own, hidden] = [await aCatalog(emma, closed, 'Own'), await aCatalog(emma, closed, 'Hidden')]
    await aPage(emma, closed, { cat_id: hidden, page_title: 'Budget', page_content: 'Secret' })
    await aMember(product, closed, liam, { edit: true, cat_id: own })
  })

  /** A tool with a name of ShowDoc, called by liam. */
  async function alias(name: string, args: object) {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    const reply = await post(product, await tokenOf(liam, { level: '3' }), message, {}, '/mcp.php')
    return /"text":"|"message":"/.test(reply.body) ? reply.body : expect.fail(reply.body)
  }

  it('S104: a limited token names no item that its person can no longer read', async () => {
    const item = await anItem(emma, { item_name: 'Before', password: 'seal' })
    const reader = await product.user('reader')
    await aMember(product, item, reader, { edit: false })
    const client = await connect(product, await tokenOf(reader, { item_ids: [item] }))
    expect((await call(client, 'about')).text).toContain(`Before (${item})`)
    await product.server.services.store.db.deleteFrom('item_member').where('uid', '=', Number(reader.uid)).execute()
    await emma.api.item.update({ item_id: item, item_name: 'Afterwards', item_description: '', item_domain: '', password: '********' })
    expect((await call(client, 'about')).text).not.toMatch(/Before|Afterwards/)
  })

  it('S104: a missing catalog and one that is hidden give the same refusal', async () => {
    const outsider = await connect(product, await tokenOf(await product.user('outsider')))
    const member = await connect(product, await tokenOf(liam))
    for (const client of [outsider, member])
      expect(await call(client, 'browse', { cat_id: hidden })).toEqual(await call(client, 'browse', { cat_id: '999999' }))
    expect((await call(member, 'browse', { cat_id: own })).isError).toBe(false)
  })

  it('S104: a title discloses no page in a hidden catalog, and can be used elsewhere', async () => {
    for (const name of ['get_page', 'get_runapi_page']) {
      const refused = await alias(name, { item_id: closed, page_title: 'Budget' })
      expect(refused.replace('Budget', 'N')).toBe((await alias(name, { item_id: closed, page_title: 'Missing' })).replace('Missing', 'N'))
    }
    const place = { item_id: closed, cat_id: own, page_title: 'Budget' }
    expect(await alias('create_page', { ...place, page_content: 'Of our own' })).toContain('Page created')
    expect(await alias('upsert_page', { ...place, page_content: 'Changed' })).toContain('Page updated')
    expect(await alias('get_page', { item_id: closed, page_title: 'Budget' })).toContain('Changed')
  })

  it('S112: a time or a cursor beyond all others is no error of the server', async () => {
    const client = await connect(product, await tokenOf(emma))
    for (const since of ['9999-12-31', '+275760-09-13', '0001-01-01', 'c9999999999', 'c2147483647', '9999999999'])
      expect([since, (await call(client, 'changes', { since })).isError]).toEqual([since, false])
  })
})
