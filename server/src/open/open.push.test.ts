import { beforeAll, expect, it } from 'vitest'
import { anApiClient, outlineOf } from '../test/api-client.ts'
import { aFile, anItem, aPage, archive, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('a page pushed by a program', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  const newItem = async (more: Record<string, string> = {}) => {
    const item_id = await anItem(alice, more)
    return { item_id, ...(await anApiClient(product, alice, item_id)) }
  }
  const page = (page_id = '') => alice.api.page.info({ page_id })
  const history = (page_id = '') => alice.api.page.history({ page_id, brief: '0' })

  it('is created with its catalogs and found again by title and place', async () => {
    const { item_id, push } = await newItem()
    const first = await push({ cat_name: ' Orders / Refunds//Open ', s_number: '7' })
    expect(first).toMatchObject({ error_code: 0, item_id, page_title: 'From outside', page_content: 'one', s_number: '7', is_del: '0' })
    expect(await outlineOf(alice, item_id)).toEqual([
      'Orders/',
      'Orders/Refunds/',
      'Orders/Refunds/Open/',
      'Orders/Refunds/Open/From outside',
    ])
    const second = await push({ cat_name: 'Orders/Refunds', cat_name_sub: 'Open', page_content: 'two' })
    expect(second).toMatchObject({ page_id: first.page_id, cat_id: first.cat_id, page_content: 'two', s_number: '7', version: '2' })
    for (const s_number of ['', 'abc', '0', '-1', '1e9', '99999999999'])
      expect(await push({ cat_name: 'Orders/Refunds/Open', page_content: `with ${s_number}`, s_number })).toMatchObject({ s_number: '7' })
    expect(await push({ title: 'Short', page_title: '' })).toMatchObject({ page_title: 'Short', cat_id: '0', s_number: '99' })
    expect((await push({ cat_name: 'Orders' })).page_id).not.toBe(first.page_id)
  })

  it('is found again by a title with a tab, which is stored as a space, as in catalog names', async () => {
    const { item_id, push } = await newItem()
    const first = await push({ page_title: 'GET\t/orders', cat_name: 'All\torders' })
    expect(first).toMatchObject({ page_title: 'GET /orders' })
    for (const page_title of ['GET\t/orders', 'GET /orders'])
      expect(await push({ page_title, cat_name: 'All\torders', page_content: page_title })).toMatchObject({ page_id: first.page_id })
    expect(await outlineOf(alice, item_id)).toEqual(['All orders/', 'All orders/GET /orders'])
  })

  it('is never placed below the third level of catalogs', async () => {
    const { item_id, push } = await newItem()
    const deep = await push({ cat_name: 'A/B/C/D/E' })
    expect(await push({ cat_name: 'A/B', cat_name_sub: 'C/D', page_content: 'two' })).toMatchObject({ page_id: deep.page_id })
    expect(await outlineOf(alice, item_id)).toEqual(['A/', 'A/B/', 'A/B/C/', 'A/B/C/From outside'])
  })

  it('keeps its history under the name API and gets no new version without a change', async () => {
    const { item_id, push } = await newItem()
    const { page_id } = await push({})
    const before = await page(page_id)
    expect(before).toMatchObject({ author_username: 'API', author_uid: null, version: '1' })
    for (let n = 0; n < 3; n++) expect(await push({ s_number: '' })).toMatchObject({ page_id, version: '1' })
    expect([await page(page_id), await history(page_id)]).toEqual([before, []])
    expect(await push({ s_number: '3' })).toMatchObject({ version: '1', s_number: '3' })
    expect([(await page(page_id)).s_number, await history(page_id)]).toEqual(['3', []])
    await alice.api.page.save({ page_id, page_title: 'From outside', page_content: 'by hand' })
    await push({ page_content: 'two' })
    expect((await history(page_id)).map((state) => [state.page_content, state.author_username])).toEqual([
      ['by hand', alice.username],
      ['one', 'API'],
    ])
    expect((await alice.api.item.info({ item_id, item_domain: '', keyword: 'two', default_page_id: '0' })).menu.pages).toHaveLength(1)
  })

  it('is one page when many programs push it concurrently', async () => {
    const { item_id, push } = await newItem()
    const all = await Promise.all(Array.from({ length: 16 }, (_, n) => push({ cat_name: 'A/B', page_content: `text ${n}` })))
    expect(new Set(all.map((one) => one.page_id)).size).toBe(1)
    expect(await outlineOf(alice, item_id)).toEqual(['A/', 'A/B/', 'A/B/From outside'])
    const { page_id } = await push({ cat_name: 'A/B', page_content: 'last' })
    // Every push is a version: sixteen concurrent ones, then the last one.
    expect([(await page(page_id)).version, (await history(page_id)).length]).toEqual(['17', 16])
    const others = await Promise.all(Array.from({ length: 16 }, (_, n) => push({ cat_name: `A/B/C${n % 4}`, page_title: `P${n}` })))
    expect(others.every((one) => one.error_code === 0)).toBe(true)
    expect((await outlineOf(alice, item_id)).filter((line) => line.endsWith('/'))).toHaveLength(6)
  })

  it('is returned as it was sent', async () => {
    const { push } = await newItem()
    const page_content = '1 + 1 = 2 & 100% <b> %20 "q" \\ 内容\r\nline\n\n  end  '
    const { page_id } = await push({ page_title: '获取 + 100% & <b>', page_content })
    expect(await page(page_id)).toMatchObject({ page_title: '获取 + 100% & <b>', page_content })
  })

  it('needs a title and content within the size limit of a page', async () => {
    const { item_id, push, send, keys } = await newItem()
    for (const fields of [
      { page_title: '' },
      { page_title: ' ' },
      { page_content: '' },
      { page_content: ' \n' },
      { page_title: 'x'.repeat(256) },
    ])
      expect(await push({ cat_name: 'Never', ...fields })).toEqual({ error_code: 10101 })
    expect(await push({ cat_name: 'x'.repeat(256) })).toEqual({ error_code: 10101 })
    const large = await send('open/updateItem', { ...keys, page_title: 'L', page_content: 'x'.repeat(5 * 1024 * 1024 + 1) })
    expect([large.statusCode, large.json().error_code]).toEqual([413, 413])
    expect(await outlineOf(alice, item_id)).toEqual([])
    expect(await push({ page_title: 'L', page_content: 'a word'.repeat(870_000) + 'x'.repeat(22_880) })).toMatchObject({ error_code: 0 })
  })

  it('notifies its creator once an hour, and shows readers the files of its item', async () => {
    const { item_id, push } = await newItem({ password: 'sesame' })
    const page_id = await aPage(alice, item_id, { page_title: 'Hers' })
    const [own, foreign] = [
      await aFile(product, item_id, Buffer.from('x'), { owner: alice }),
      await aFile(product, await anItem(alice), Buffer.from('x'), { owner: alice }),
    ]
    const address = (sign: string) => `![](/server/index.php?s=/api/attachment/visitFile/sign/${sign})`
    for (const text of ['a', 'b', `${address(own)}${address(foreign)}`]) await push({ page_title: 'Hers', page_content: text })
    expect((await alice.api.page.uploadList({ page_id })).map((file) => file.url.slice(-32))).toEqual([own])
    const notices = await alice.api.notice.getList({ notice_type: 'all', count: '9' })
    expect(notices.map((one) => [one.from_name, one.notice_content])).toEqual([['API', 'API changed your page “Hers” in “Manual”.']])
  })

  it('S39, S40, S96: changes nothing in an archived or a deleted item', async () => {
    const { item_id, push, call } = await newItem()
    const { page_id } = await push({})
    await archive(product, item_id)
    expect([await push({ page_content: 'two' }), await push({ page_title: 'New' })]).toEqual([{ error_code: 10103 }, { error_code: 10103 }])
    expect((await call('open/getPage', { page_id: page_id ?? '' })).data).toMatchObject({ page_content: 'one' })
    await deleteItem(product, item_id)
    expect([await push({ page_content: 'two' }), (await call('open/getPage', { page_id: page_id ?? '' })).error_code]).toEqual([
      { error_code: 10306 },
      10306,
    ])
  })

  it('is the only page of a single-page item', async () => {
    for (const item_type of ['2', '4']) {
      const { push, call, item_id } = await newItem({ item_type })
      expect(await push({ page_title: 'Manual', page_content: '# whole' })).toMatchObject({ error_code: 0, page_content: '# whole' })
      expect([await push({ page_title: 'Other' }), await push({ page_title: 'Manual', cat_name: 'A' })]).toEqual([
        { error_code: 10101 },
        { error_code: 10101 },
      ])
      expect(await call('open/createCatalog', { cat_name: 'A' })).toMatchObject({ error_code: 10101 })
      expect((await call('item/updateByApi', { page_title: 'Other', page_content: 'x' })).error_message).toContain('Manual')
      expect(await outlineOf(alice, item_id)).toEqual(['Manual'])
    }
  })
})
