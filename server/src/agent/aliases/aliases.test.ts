import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aFile, anItem, aPage } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { post, tokenOf } from '../test/client.ts'

const NAMES = [
  'list_items',
  'get_item',
  'get_item_overview',
  'get_catalog',
  'list_pages',
  'get_page',
  'batch_get_pages',
  'search_pages',
  'search_all_pages',
  'list_attachments',
  'get_single_page_link',
  'get_runapi_page',
  'get_page_history',
  'get_page_version',
  'diff_page_versions',
]
const WRITING = ['create_page', 'update_page', 'update_page_diff', 'upsert_page', 'batch_upsert_pages']
const CATALOGS = ['create_catalog', 'update_catalog']

onEachDatabase('the tools of ShowDoc', (product) => {
  let emma: TestUser
  let item_id: number
  let tokens: Record<1 | 2 | 3, string>
  beforeAll(async () => {
    emma = await product.user('emma')
    item_id = Number(await anItem(emma, { item_name: 'Orders', item_description: 'All of them', password: 'seal' }))
    const [one = '', two = '', three = ''] = await Promise.all(['1', '2', '3'].map((level) => tokenOf(emma, { level })))
    tokens = { 1: one, 2: two, 3: three }
  })

  /** A message as clients of ShowDoc send it: they accept JSON only, and every answer is JSON. */
  async function send(method: string, params: object, level: 1 | 2 | 3 = 3) {
    const message = { jsonrpc: '2.0', id: 1, method, params }
    const reply = await post(product, tokens[level], message, { accept: 'application/json' }, '/mcp.php')
    expect(reply.headers['content-type']).toContain('application/json')
    return reply.json<{
      result?: { isError?: true; content: { text: string }[]; tools: { name: string }[] }
      error?: { code: number; message: string }
    }>()
  }
  async function call(name: string, args: object = {}, level: 1 | 2 | 3 = 3) {
    const { result, error } = await send('tools/call', { name, arguments: args }, level)
    const text = result?.content[0]?.text ?? ''
    if (error || result?.isError) return { refused: error?.message ?? text }
    return JSON.parse(text)
  }

  it('are 22, by level, behind the handshake of older clients', async () => {
    const hello = { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    expect(await send('initialize', hello)).toMatchObject({ result: { serverInfo: { name: 'sheaf' } } })
    const names = async (level: 1 | 2 | 3) => (await send('tools/list', {}, level)).result?.tools.map(({ name }) => name)
    expect(await names(1)).toEqual(NAMES)
    expect(await names(2)).toEqual([...NAMES, ...WRITING])
    expect(await names(3)).toEqual([...NAMES, ...WRITING, ...CATALOGS])
    expect([...NAMES, ...WRITING, ...CATALOGS]).toHaveLength(22)
  })

  it('read items, catalogs and pages with the fields of ShowDoc', async () => {
    const cat_id = Number(await aCatalog(emma, String(item_id), 'Guides'))
    const page_id = Number(await aPage(emma, String(item_id), { cat_id, page_title: 'Create an order', page_content: 'Send "qty" & more' }))
    expect((await call('list_items')).items).toContainEqual(
      expect.objectContaining({ item_id, item_name: 'Orders', item_description: 'All of them' }),
    )
    expect(await call('get_item', { item_id })).toMatchObject({ item_id, role: 'owner', page_count: 1, share_url: `/${item_id}` })
    const overview = await call('get_item_overview', { item_id })
    expect(overview.catalogs).toEqual([
      { cat_id, cat_name: 'Guides', s_number: 99, pages: [{ page_id, page_title: 'Create an order', s_number: 99 }] },
    ])
    expect(await call('get_catalog', { cat_id })).toMatchObject({ cat_id, cat_name: 'Guides', item_id, parent_cat_id: 0, page_count: 1 })
    expect(await call('list_pages', { item_id, cat_id, page_size: 10 })).toMatchObject({
      pages: [{ page_id, cat_id }],
      total: 1,
      page: 1,
      page_size: 10,
    })
    const page = await call('get_page', { page_id: String(page_id) })
    expect(page).toMatchObject({
      page_id,
      page_title: 'Create an order',
      type: 'markdown',
      page_content: 'Send "qty" & more',
      content: 'Send "qty" & more',
      author_username: emma.username,
    })
    expect(page).toMatchObject({
      content_hash: expect.stringMatching(/^[0-9a-f]{12}$/),
      addtime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      page_url: `/${item_id}/${page_id}`,
    })
    expect(await call('get_page', { item_id, page_title: 'Create an order' })).toEqual(page)
    expect((await call('batch_get_pages', { page_ids: [page_id, 7] })).pages).toMatchObject([
      { status: 'success' },
      { status: 'failed', page_id: 7 },
    ])
    expect(await call('search_pages', { query: 'qty', item_id, search_mode: 'all' })).toMatchObject({
      search_mode: 'all',
      pages: [{ page_id, snippet: expect.stringContaining('qty') }],
      total: 1,
    })
    expect(await call('search_pages', { query: 'qty', search_mode: 'wrong' })).toMatchObject({ search_mode: 'title', total: 0 })
    expect(await call('search_all_pages', { keywords: 'create order' })).toMatchObject({ pages: [{ page_id }] })
    const sign = await aFile(product, String(item_id), Buffer.from('x'), { page_id: String(page_id), owner: emma })
    expect(await call('list_attachments', { item_id })).toMatchObject({
      attachments: [{ sign, page_id, file_name: 'notes.txt' }],
      total: 1,
    })
    expect(await call('get_single_page_link', { page_id })).toEqual({ has_link: false })
    const { unique_key } = (await emma.api.page.createSinglePage({ page_id: String(page_id), isCreateSiglePage: '1' })) as {
      unique_key: string
    }
    expect(await call('get_single_page_link', { page_id })).toMatchObject({ has_link: true, unique_key })
    expect(await call('get_page', { unique_key })).toMatchObject({ page_id, page_content: 'Send "qty" & more' })
  })

  it('R24: make one page and one path of catalogs for calls at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const page = { item_id, page_title: 'Limits', page_content: 'ten', cat_name: `Rates ${round}/Daily` }
      const calls = ['upsert_page', 'create_page', 'upsert_page', 'create_page', 'upsert_page'].map((name) => call(name, page))
      const made = (await Promise.all(calls)).filter(({ refused }) => refused === undefined)
      expect(new Set(made.map(({ page_id }) => page_id)).size).toBe(1)
      const { catalogs } = await call('get_item_overview', { item_id })
      const named = catalogs.filter(({ cat_name }: { cat_name: string }) => cat_name === `Rates ${round}`)
      expect(named).toMatchObject([{ children: [{ cat_name: 'Daily', pages: [{ page_title: 'Limits' }] }] }])
    }
  })

  it('save at level 3, with the lock of ShowDoc, and create missing catalogs', async () => {
    const made = await call('create_page', { item_id, page_title: 'Refund', page_content: 'one\ntwo\n', cat_name: 'Money/Back' })
    const page = await call('get_page', { page_id: made.page_id })
    expect((await call('get_item_overview', { item_id })).catalogs).toContainEqual(
      expect.objectContaining({ cat_name: 'Money', children: [expect.objectContaining({ cat_name: 'Back' })] }),
    )
    expect((await call('create_page', { item_id, page_title: 'Refund', page_content: 'x', cat_name: 'Money/Back' })).refused).toContain(
      String(made.page_id),
    )
    const changed = await call('update_page', { page_id: made.page_id, page_content: 'one\nthree\n', expected_hash: page.content_hash })
    expect(changed.content_hash).not.toBe(page.content_hash)
    expect((await call('update_page', { page_id: made.page_id, page_content: 'x', expected_hash: page.content_hash })).refused).toContain(
      'changed by',
    )
    expect(await call('update_page_diff', { page_id: made.page_id, diffs: [{ old_text: 'three', new_text: 'four' }] })).toMatchObject({
      diffs_applied: 1,
    })
    expect((await call('update_page_diff', { page_id: made.page_id, diffs: [{ old_text: 'none', new_text: 'x' }] })).refused).toContain(
      'does not occur',
    )
    expect((await call('get_page', { page_id: made.page_id })).page_content).toBe('one\nfour\n')
    expect((await call('upsert_page', { item_id, page_title: 'Refund', page_content: 'five', cat_name: 'Money/Back' })).page_id).toBe(
      made.page_id,
    )
    const many = await call('batch_upsert_pages', {
      item_id,
      pages: [
        { page_title: 'A', page_content: 'a' },
        { page_title: 'B', page_content: '' },
      ],
    })
    expect(many).toMatchObject({
      success_count: 1,
      failed_count: 1,
      results: [{ status: 'success' }, { page_title: 'B', status: 'failed' }],
    })
    const { history } = await call('get_page_history', { page_id: made.page_id })
    expect(history.length).toBeGreaterThanOrEqual(3)
    const [two, one] = [history[0].version_id, history[1].version_id]
    expect((await call('get_page_version', { page_id: made.page_id, version_id: two })).content).toBe('one\nfour\n')
    expect((await call('diff_page_versions', { page_id: made.page_id, version_id_1: one, version_id_2: two })).diff).toEqual({
      changes: [
        { type: 'removed', line: 2, content: 'three' },
        { type: 'added', line: 2, content: 'four' },
      ],
      summary: { added: 1, removed: 1 },
    })
    const catalog = await call('create_catalog', { item_id, cat_name: 'New', s_number: 3 })
    expect(await call('update_catalog', { cat_id: catalog.cat_id, cat_name: 'Newer' })).toMatchObject({ cat_id: catalog.cat_id })
    expect(await call('get_catalog', { cat_id: catalog.cat_id })).toMatchObject({ cat_name: 'Newer', s_number: 3 })
  })

  it('suggest at level 2 and say so first, and refuse catalogs', async () => {
    const page_id = Number(await aPage(emma, String(item_id), { page_title: 'Suggested', page_content: 'old\n' }))
    const change = await call('update_page', { page_id, page_content: 'new\n' }, 2)
    expect(Object.keys(change)[0]).toBe('message')
    expect(change).toMatchObject({
      message: expect.stringContaining('Not saved: suggestion'),
      suggestion_url: expect.stringContaining('/page/suggestion/'),
    })
    expect((await call('get_page', { page_id })).page_content).toBe('old\n')
    expect(await call('create_page', { item_id, page_title: 'Idea', page_content: 'x' }, 2)).toMatchObject({
      message: expect.stringContaining('Not saved'),
    })
    expect((await call('create_catalog', { item_id, cat_name: 'No' }, 2)).refused).toContain('needs a token')
    expect((await call('update_page', { page_id, page_content: 'x' }, 1)).refused).toContain('needs a token')
  })

  it('tell nothing of other items, and answer one sentence for tools that are left out', async () => {
    const other = await product.user('other')
    const closed = await anItem(other, { item_name: 'Closed canary', password: 'seal' })
    const page = await aPage(other, closed, { page_title: 'Secret canary' })
    const cat_id = await aCatalog(other, closed, 'Catalog canary')
    for (const [name, args] of [
      ['get_item', { item_id: closed }],
      ['get_item_overview', { item_id: closed }],
      ['get_catalog', { cat_id }],
      ['list_pages', { item_id: closed }],
      ['get_page', { page_id: page }],
      ['get_page', { item_id: closed, page_title: 'Secret canary' }],
      ['list_attachments', { item_id: closed }],
      ['get_page_history', { page_id: page }],
      ['create_page', { item_id: closed, page_title: 'x', page_content: 'x' }],
      ['update_page', { page_id: page, page_content: 'x' }],
      ['create_catalog', { item_id: closed, cat_name: 'x' }],
      ['update_catalog', { cat_id, cat_name: 'x' }],
    ] as const) {
      const { refused } = await call(name, args)
      expect([name, typeof refused, String(refused).replace('“Secret canary”', '').includes('canary')]).toEqual([name, 'string', false])
    }
    expect(JSON.stringify(await call('search_all_pages', { keywords: 'canary', mode: 'all' }))).not.toContain(page)
    for (const name of ['delete_item', 'kanban_get_board', 'import_openapi', 'list_catalogs'])
      expect((await send('tools/call', { name, arguments: {} })).error).toMatchObject({
        code: -32602,
        message: expect.not.stringContaining('Unknown'),
      })
  })
})
