import fc from 'fast-check'
import { beforeAll, expect, it, vi } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { aCatalog, aMember, anItem, aPage, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('page/save', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
    item_id = await anItem(alice)
    await aMember(product, item_id, bob)
  })

  const save = (fields: Record<string, string | number>, who = alice) =>
    who.api.page.save({ page_title: 'Title', page_content: 'text', ...fields })
  it('creates a page and returns all of it', async () => {
    const cat_id = await aCatalog(alice, item_id)
    const made = await save({ item_id, cat_id, page_title: ' 标题 <b> ', page_content: '正文\n<b>&', page_comments: 'first', s_number: 7 })
    expect(made).toEqual({
      page_id: expect.stringMatching(/^\d+$/),
      author_uid: alice.uid,
      author_username: alice.username,
      item_id,
      cat_id,
      page_title: '标题 <b>',
      page_content: '正文\n<b>&',
      s_number: '7',
      page_comments: 'first',
      is_del: '0',
      version: '1',
      via: '',
      suggestion_id: '0',
      suggested_by: '',
      addtime: expect.stringMatching(/^\d{10}$/),
    })
    const { addtime, ...read } = await product.visitor().api.page.info({ page_id: made.page_id })
    const { addtime: _, ...saved } = made
    const names = { author_name: made.author_username, suggested_by_name: '' }
    expect(read).toEqual({ ...saved, ...names, attachment_count: '0', truth_state: '', unique_key: '' })
    expect(addtime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it.each(['moves the page', 'moves the page and deletes its catalog'])('keeps the place if someone %s during a save', async (what) => {
    const [first, second] = [await aCatalog(alice, item_id), await aCatalog(alice, item_id)]
    const { page_id } = await save({ item_id, cat_id: first, page_title: 'Before' })
    const { store } = product.server.services
    const write = vi.spyOn(store, 'write').mockImplementationOnce(async (run) => {
      await bob.api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: item_id, to_cat_id: second })
      if (what.includes('deletes')) await alice.api.catalog.delete({ item_id, cat_id: first })
      return store.write(run)
    })
    const saved = await save({ item_id, page_id, cat_id: first, page_title: 'After' }).finally(() => write.mockRestore())
    expect(saved).toMatchObject({ page_title: 'After', cat_id: second })
  })

  it.each([
    ['GET\t/orders', 'GET /orders'],
    ['two \t\r\n tabs\tand lines', 'two tabs and lines'],
    ['\ttwo  blanks\t', 'two  blanks'],
  ])('stores the title %j in one line, as %j', async (page_title, kept) => {
    const { page_id } = await save({ item_id, page_title })
    expect(await alice.api.page.info({ page_id })).toMatchObject({ page_title: kept })
  })

  it.each([
    ['%E6%AD%A3%E6%96%87%20%3Cb%3E', '1', '正文 <b>'],
    ['a+b%2Bc', '1', 'a b+c'],
    ['%253C', '1', '%3C'],
    ['100% sure', '1', '100% sure'],
    ['%E6%AD', '1', '%E6%AD'],
    ['a%00b', '1', 'a\uFFFDb'],
    ['a%20b', '0', 'a%20b'],
    ['a%20b', '', 'a%20b'],
    ['\r\n trailing \r\n', '0', '\r\n trailing \r\n'],
    ['%F0%9F%99%82', 'true', '🙂'],
  ])('decodes %j with is_urlencode %j once, as %j', async (page_content, is_urlencode, stored) => {
    expect(await save({ item_id, page_content, is_urlencode })).toMatchObject({ page_content: stored })
  })

  it('S55: preserves every text byte by byte, url-encoded or not', async () => {
    const page_id = await aPage(alice, item_id)
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((value) => value.trim() !== '')
    const encodings = fc.constantFrom<[(text: string) => string, string]>([encodeURIComponent, '1'], [(value) => value, '0'])
    await assertProperty(
      fc.asyncProperty(text, encodings, async (sent, [encode, is_urlencode]) => {
        const { page_content } = await save({ page_id, page_content: encode(sent), is_urlencode })
        expect(page_content).toBe(sent.replaceAll('\0', '\uFFFD').toWellFormed())
      }),
      { numRuns: 100 },
    )
  })

  it.each(['', ' ', '\n', '%20%0A'])('refuses the empty text %j', async (page_content) => {
    await expect(save({ item_id, page_content, is_urlencode: '1' })).rejects.toMatchObject({ code: 10103 })
  })

  it('accepts five million characters and refuses more', async () => {
    const page_content = '字'.repeat(2_000_000)
    const page = await save({ item_id, page_content })
    expect((await alice.api.page.info({ page_id: page.page_id })).page_content).toBe(page_content)
    await expect(save({ item_id, page_content: 'x'.repeat(5 * 1024 * 1024 + 1) })).rejects.toMatchObject({ code: 413 })
    await alice.api.page.delete({ page_id: page.page_id })
  })

  it('sets a default title in the author’s language if there is none, and refuses a too long one', async () => {
    expect(await save({ item_id, page_title: '  ' })).toMatchObject({ page_title: 'Untitled page' })
    const { headers } = alice
    alice.headers = { ...headers, cookie: `${headers['cookie']}; lang=zh-CN` }
    expect(await save({ item_id, page_title: '' })).toMatchObject({ page_title: '未命名页面' })
    alice.headers = headers
    expect(await save({ item_id, page_title: '题'.repeat(255) })).toMatchObject({ version: '1' })
    await expect(save({ item_id, page_title: 'x'.repeat(256) })).rejects.toMatchObject({ code: 10101 })
    await expect(save({ item_id, page_comments: 'x'.repeat(256) })).rejects.toMatchObject({ code: 10101 })
  })

  it('changes a page in its catalog, and keeps the previous revision', async () => {
    const cat_id = await aCatalog(alice, item_id)
    const page_id = await aPage(alice, item_id, { cat_id, s_number: 3, page_content: '旧 state', page_comments: 'c1' })
    expect(await save({ page_id, page_title: 'New', page_content: 'new' }, bob)).toMatchObject({
      page_id,
      item_id,
      cat_id,
      s_number: '3',
      version: '2',
      page_title: 'New',
      page_comments: '',
      author_uid: bob.uid,
      author_username: bob.username,
    })
    expect(await alice.api.page.history({ page_id })).toMatchObject([
      { page_content: '旧 state', page_title: 'Start', page_comments: 'c1', author_username: alice.username, cat_id, s_number: '3' },
    ])
    expect(await save({ page_id, cat_id: 0 })).toMatchObject({ cat_id: '0', version: '3' })
  })

  it('renames a single-page item together with its page, but no other item', async () => {
    const single = await anItem(alice, { item_type: 2, item_name: 'Readme' })
    const page_id = (await alice.api.item.info({ item_id: single })).menu.pages[0]?.page_id ?? ''
    await save({ page_id, page_title: 'Changelog' })
    expect(await alice.api.item.info({ item_id: single })).toMatchObject({
      item_name: 'Changelog',
      menu: { pages: [{ page_title: 'Changelog' }] },
    })
    expect(await alice.api.item.info({ item_id })).toMatchObject({ item_name: 'Manual' })
  })

  it.each(['2', '4'])('an item of type %s has one page and no catalogs', async (item_type) => {
    const single = await anItem(alice, { item_type, item_name: 'One' })
    const { api } = alice
    const page_id = (await api.item.info({ item_id: single })).menu.pages[0]?.page_id ?? ''
    const lines = JSON.stringify([{ page_id }])
    const refused = () => [
      aPage(alice, single, { page_title: 'Second' }),
      aCatalog(alice, single),
      api.tree.copy({ item_id: single, lines, to_item_id: single, to_cat_id: '0', checked: '' }),
    ]
    await areRefused(refused(), 10101, 'a single page')
    await api.page.delete({ page_id })
    const fresh = await Promise.allSettled([aPage(alice, single, { page_title: 'New' }), aPage(alice, single, { page_title: 'Newer' })])
    expect(fresh.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await areRefused([api.recycle.recover({ item_id: single, page_id })], 10101, 'a single page')
    expect((await api.item.info({ item_id: single })).menu).toMatchObject({ pages: [{ cat_id: '0' }], catalogs: [] })
  })

  it('refuses a catalog of another item', async () => {
    const page_id = await aPage(alice, item_id)
    const other = await anItem(alice)
    const foreign = await aCatalog(alice, other)
    for (const cat_id of [foreign, '5']) {
      await expect(save({ page_id, cat_id })).rejects.toMatchObject({ code: 10101 })
      await expect(save({ item_id, cat_id })).rejects.toMatchObject({ code: 10101 })
    }
    expect(await alice.api.page.info({ page_id })).toMatchObject({ item_id, cat_id: '0', version: '1' })
    for (const fields of [{ item_id: '1' }, { page_id: '1' }, {}]) await expect(save(fields)).rejects.toMatchObject({ code: 10103 })
  })

  it('creates one page for repeated requests', async () => {
    const fields = { item_id, page_title: 'Once', request_id: 'page-00001' }
    const all = await Promise.all([save(fields), save(fields), save(fields)])
    expect(new Set(all.map((page) => page.page_id)).size).toBe(1)
    expect(await save(fields)).toEqual(all[0])
  })
})
