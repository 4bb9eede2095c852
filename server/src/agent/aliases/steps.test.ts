import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aFile, anItem } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { tokenOf } from '../test/client.ts'

/*
 * What ShowDoc's own test of its tools does, in its order, as a PHP program sends it: no Accept, no Accept-Language, [] for an empty object.
 * It takes a refusal only as an error of JSON-RPC, recognises some by a number or a Chinese word, and reads texts as JSON.
 */

interface Reply {
  result?: { content: { text: string }[]; tools: { name: string }[]; isError?: boolean; protocolVersion: string }
  error?: { code: number; message: string }
}

onEachDatabase('the steps of ShowDoc’s own test', (product) => {
  let emma: TestUser
  let item_id: string
  let other: string
  let write: string
  beforeAll(async () => {
    emma = await product.user('emma')
    item_id = await anItem(emma, { item_name: 'Orders', password: 'seal' })
    other = await anItem(emma, { item_name: 'Other', password: 'seal' })
    write = await tokenOf(emma, { level: '3' })
  })

  async function send(message: object, token = write) {
    const reply = await product.send({
      method: 'POST',
      url: '/mcp.php',
      payload: JSON.stringify({ jsonrpc: '2.0', ...message }),
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    })
    return { status: reply.statusCode, body: reply.body, ...(reply.body ? reply.json<Reply>() : {}) }
  }
  /** Without arguments PHP sends a list. */
  const call = (name: string, args: object = [], token = write) =>
    send({ id: 'a1', method: 'tools/call', params: { name, arguments: args } }, token)
  async function data(name: string, args?: object) {
    const { result, error } = await call(name, args)
    expect([name, error, result?.isError]).toEqual([name, undefined, undefined])
    return JSON.parse(result?.content[0]?.text ?? '')
  }
  const refused = async (name: string, args?: object, token?: string) => (await call(name, args, token)).error

  it('greets, lists 22 tools, and refuses requests without a token or with a wrong one', async () => {
    const hello = { protocolVersion: '2024-11-05', capabilities: [], clientInfo: { name: 'showdoc-mcp-test', version: '1.0.0' } }
    expect((await send({ id: 1, method: 'initialize', params: hello })).result?.protocolVersion).toBe('2024-11-05')
    expect(await send({ method: 'notifications/initialized', params: [] })).toMatchObject({ status: 202, body: '' })
    expect((await send({ id: 2, method: 'tools/list', params: [] })).result?.tools).toHaveLength(22)
    expect(await send({ id: 3, method: 'tools/list', params: [] }, '')).toMatchObject({ status: 401, error: { code: -32001 } })
    expect(await refused('list_items', [], 'invalid_token_format')).toMatchObject({
      code: -32001,
      message: expect.stringContaining('无效'),
    })
    expect((await call('list_items', [], write.slice(0, -1))).status).toBe(401)
  })

  it('reads items, and searches in every mode; an unknown mode searches titles', async () => {
    const { items } = await data('list_items')
    expect(items.map((one: { item_id: number }) => String(one.item_id)).sort()).toEqual([item_id, other].sort())
    expect(await data('get_item', { item_id })).toMatchObject({ item_id: Number(item_id) })
    expect(await data('list_pages', { item_id })).toMatchObject({ pages: [] })
    await data('search_pages', { query: 'test' })
    for (const mode of ['title', 'content', 'all', 'invalid_mode'])
      expect(await data('search_pages', { query: 'test', item_id, search_mode: mode })).toMatchObject({
        search_mode: mode === 'invalid_mode' ? 'title' : mode,
      })
    await data('search_pages', { query: '<>&"\'', item_id })
  })

  it('creates and changes a catalog and pages, and reads their history', async () => {
    const { cat_id } = await data('create_catalog', { item_id, cat_name: 'Guides' })
    await data('update_catalog', { cat_id, cat_name: 'Guides, changed' })
    expect(await data('get_catalog', { cat_id })).toMatchObject({ cat_name: 'Guides, changed' })
    const page_content = '# Page\n\n- one\n\n```json\n{"test": true}\n```'
    const { page_id } = await data('create_page', { item_id, page_title: 'Page', page_content })
    expect(await data('get_page', { page_id })).toMatchObject({ content: page_content })
    await data('update_page', { page_id, page_content: '# Changed' })
    const first = await data('upsert_page', { item_id, page_title: 'Upsert', page_content: 'one' })
    expect((await data('upsert_page', { item_id, page_title: 'Upsert', page_content: 'two' })).page_id).toBe(first.page_id)
    expect((await data('batch_get_pages', { page_ids: [page_id] })).pages).toMatchObject([{ status: 'success' }])
    const pages = ['One', 'Two'].map((page_title) => ({ page_title, page_content: `# ${page_title}` }))
    expect(await data('batch_upsert_pages', { item_id, pages })).toMatchObject({ success_count: 2 })
    await data('update_page', { page_id, page_content: '# A third time' })
    const { history } = await data('get_page_history', { page_id })
    const [newer, older] = history as { version_id: number }[]
    expect(await data('get_page_version', { page_id, version_id: newer?.version_id })).toMatchObject({ content: '# Changed' })
    await data('diff_page_versions', { page_id, version_id_1: older?.version_id, version_id_2: newer?.version_id })
    const html = '<div class="test">Test & "quotes" \'apostrophe\'</div>'
    const made = await data('create_page', { item_id, page_title: 'HTML', page_content: html })
    expect((await data('get_page', { page_id: made.page_id })).content).toBe(html)
    await aFile(product, item_id, Buffer.from('x'), { page_id: String(page_id), owner: emma })
    expect((await data('list_attachments', { item_id })).attachments).toHaveLength(1)
  })

  it('refuses what a token cannot do, with the numbers of ShowDoc', async () => {
    const page = { item_id, page_title: 'No', page_content: 'x' }
    expect(await refused('create_page', page, await tokenOf(emma, { level: '1' }))).toMatchObject({
      code: -32004,
      message: expect.stringContaining('权限'),
    })
    const scoped = await tokenOf(emma, { level: '3', item_ids: [item_id] })
    const outside = await refused('get_item', { item_id: other }, scoped)
    expect(outside).toMatchObject({ code: -32006, message: expect.stringContaining('范围') })
    // An item that does not exist gives the same answer.
    expect(await refused('get_item', { item_id: 2_000_000_007 }, scoped)).toEqual({
      ...outside,
      message: outside?.message.replace(other, '2000000007'),
    })
  })

  it('refuses missing and wrong arguments', async () => {
    for (const [name, args] of [
      ['get_item', []],
      ['get_page', []],
      ['create_page', { item_id }],
      ['create_page', { item_id, page_title: '', page_content: 'test' }],
      ['upsert_page', { item_id, page_title: ' ', page_content: 'test' }],
      ['get_item', { item_id: 'abc' }],
      ['get_item', { item_id: -1 }],
    ] as const)
      expect([name, args, typeof (await refused(name, args))?.message]).toEqual([name, args, 'string'])
  })

  it('says that something is not there, also for a number that no database has', async () => {
    for (const [name, field] of [
      ['get_item', 'item_id'],
      ['get_page', 'page_id'],
      ['get_catalog', 'cat_id'],
    ] as const)
      for (const id of [999_999_999_999_999, 2_000_000_007])
        expect(await refused(name, { [field]: id })).toMatchObject({ code: -32006, message: expect.stringContaining('不存在') })
    expect(await refused('non_existent_method')).toMatchObject({ message: expect.stringContaining('不存在') })
  })

  it('S104: a catalog of a closed item is refused as a missing one', async () => {
    const paul = await product.user('paul')
    const cat_id = await aCatalog(paul, await anItem(paul, { password: 'seal' }), 'Closed')
    for (const name of ['get_catalog', 'update_catalog'])
      expect(await refused(name, { cat_id, cat_name: 'x' })).toEqual(await refused(name, { cat_id: 2_000_000_007, cat_name: 'x' }))
  })

  it('answers one sentence for each other tool of the test', async () => {
    for (const name of [
      'list_catalogs',
      'get_page_template',
      'create_item',
      'update_item',
      'create_page_by_comment',
      'restore_page_version',
      'upload_attachment',
      'delete_attachment',
      'import_openapi',
      'delete_page',
      'delete_catalog',
      'delete_item',
    ]) {
      const error = await refused(name, { item_id })
      expect([name, error?.message.includes('工具不存在'), (error?.message.length ?? 0) > 10]).toEqual([name, false, true])
    }
  })

  it('takes a message without an id as a notification', async () => {
    expect(await send({ method: 'tools/call', params: { name: 'list_items', arguments: [] } })).toMatchObject({ status: 202, body: '' })
  })
})
