import { beforeAll, expect, it } from 'vitest'
import { anApiClient, outlineOf } from '../test/api-client.ts'
import { aCatalog, anItem, aPage, archive } from '../test/given.ts'
import { addGrant } from '../test/grants.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

type Fields = Record<string, string>

onEachDatabase('the open API by catalog and page ids', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  const newItem = async (more: Fields = {}) => {
    const item_id = await anItem(alice, more)
    const robot = await anApiClient(product, alice, item_id)
    const insert = (cat_name: string, parent_cat_id = '0', named: Fields = { item_id }) =>
      robot.call('item/insertCatalog', { cat_name, parent_cat_id, ...named })
    const edit = (fields: Fields) => robot.call('item/page/edit', { item_id, page_title: 'Create', page_content: 'one', ...fields })
    return { ...robot, item_id, insert, edit }
  }

  it('creates a catalog, or returns the existing one of this name', async () => {
    const { item_id, insert } = await newItem()
    const orders = (await insert('Orders')).data
    expect(orders).toMatchObject({ cat_id: expect.stringMatching(/^\d+$/), cat_name: 'Orders', item_id, parent_cat_id: '0', level: '2' })
    const below = await insert('Refunds', orders?.['cat_id'])
    expect(below).toMatchObject({ error_code: 0, data: { parent_cat_id: orders?.['cat_id'], level: '3' } })
    for (const parent of ['0', '', 'undefined', 'null']) expect((await insert('Orders', parent)).data).toEqual(orders)
    expect((await insert('Orders', '0', {})).data).toEqual(orders)
    expect(await outlineOf(alice, item_id)).toEqual(['Orders/', 'Orders/Refunds/'])
  })

  it('saves a page by its id with a revision and the author API', async () => {
    const { item_id, insert, edit } = await newItem()
    const cat_id = (await insert('Orders')).data?.['cat_id'] ?? ''
    const made = (await edit({ page_id: '', cat_id })).data ?? {}
    expect(made).toMatchObject({ item_id, cat_id, page_title: 'Create', page_content: 'one', author_username: 'API', version: '1' })
    const page_id = made['page_id'] ?? ''
    const changed = await edit({ page_id, page_title: 'Create an order', page_content: 'two & <b>' })
    expect(changed).toMatchObject({ error_code: 0, data: { page_id, cat_id, page_title: 'Create an order', version: '2' } })
    const moved = await edit({ page_id, cat_id: '0', page_title: 'Create an order', page_content: 'two & <b>', s_number: '3' })
    expect(moved.data).toMatchObject({ page_id, cat_id: '0', s_number: '3', version: '3' })
    expect((await alice.api.page.info({ page_id })).page_content).toBe('two & <b>')
    expect((await alice.api.page.history({ page_id })).map((state) => [state.page_title, state.page_content])).toEqual([
      ['Create an order', 'two & <b>'],
      ['Create', 'one'],
    ])
    expect(await outlineOf(alice, item_id)).toEqual(['Create an order', 'Orders/'])
  })

  it('W29: records in the revision which program saved the previous text', async () => {
    const { item_id, edit } = await newItem()
    const page_id = (await edit({ page_id: '' })).data?.['page_id'] ?? ''
    const { store, now } = product.server.services
    const { token } = await addGrant(store.db, { uid: Number(alice.uid), level: 3, at: now() })
    const fields = new URLSearchParams({ page_id, item_id, page_title: 'Create', page_content: 'by a program' })
    const sent = { method: 'POST' as const, url: '/api/page/save', payload: String(fields) }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
    expect((await product.send({ ...sent, headers })).json()).toMatchObject({ error_code: 0, data: { via: 'CI' } })
    expect((await edit({ page_id, page_content: 'by a key' })).data).toMatchObject({ via: '' })
    expect((await alice.api.page.history({ page_id })).map(({ via }) => via)).toEqual(['CI', ''])
  })

  it('keeps the order of a page that names none, and changes only the order', async () => {
    const { item_id, edit } = await newItem()
    const made = (await edit({ s_number: '5' })).data ?? {}
    expect(made).toMatchObject({ s_number: '5', version: '1' })
    const page_id = made['page_id'] ?? ''
    await edit({ page_title: 'Cancel', s_number: '4' })
    expect((await edit({ page_id, page_content: 'two' })).data).toMatchObject({ page_id, s_number: '5', version: '2' })
    expect(await outlineOf(alice, item_id)).toEqual(['Cancel', 'Create'])
    expect((await edit({ page_id, page_content: 'two', s_number: '3' })).data).toMatchObject({ page_id, s_number: '3', version: '2' })
    expect(await outlineOf(alice, item_id)).toEqual(['Create', 'Cancel'])
  })

  it('creates no second page with a title in one place, and saves nothing without a change', async () => {
    const { item_id, edit } = await newItem()
    const first = (await edit({ page_id: '' })).data
    for (const page_id of ['', '0', 'undefined', 'null']) expect((await edit({ page_id })).data).toEqual(first)
    expect((await edit({ page_id: first?.['page_id'] ?? '' })).data).toEqual(first)
    const other = (await edit({ page_title: 'Cancel' })).data?.['page_id'] ?? ''
    expect(await edit({ page_id: other, page_title: 'Create' })).toMatchObject({ error_code: 10101, data: null })
    expect(await outlineOf(alice, item_id)).toEqual(['Create', 'Cancel'])
    const many = await Promise.all(Array.from({ length: 8 }, (_, n) => edit({ page_title: 'At once', page_content: `text ${n}` })))
    expect(new Set(many.map((one) => one.data?.['page_id'])).size).toBe(1)
  })

  it('updates the search index', async () => {
    const { item_id, edit } = await newItem()
    const page_id = (await edit({})).data?.['page_id'] ?? ''
    await edit({ page_id, page_title: 'Quince', page_content: 'marmalade' })
    for (const keyword of ['quince', 'marmalade'])
      expect((await alice.api.item.info({ item_id, keyword })).menu.pages).toMatchObject([{ page_id }])
    expect((await alice.api.item.info({ item_id, keyword: 'one' })).menu.pages).toEqual([])
  })

  it('refuses pages and catalogs of another item and invalid places', async () => {
    const { item_id, insert, edit } = await newItem()
    const foreign = await anItem(alice)
    const [page, catalog] = [await aPage(alice, foreign), await aCatalog(alice, foreign)]
    const deleted = await aPage(alice, item_id)
    await alice.api.page.delete({ page_id: deleted })
    const calls = [
      // No other page of the item has this title, so that only the number can be the reason.
      edit({ page_id: page, page_title: 'Mine' }),
      edit({ page_id: deleted, page_title: 'Mine' }),
      edit({ item_id: foreign }),
      edit({ item_id: foreign, page_id: page }),
      edit({ cat_id: catalog }),
      edit({ page_id: (await edit({})).data?.['page_id'] ?? '', cat_id: catalog }),
      edit({ page_id: '2147483647' }),
      edit({ page_title: ' ' }),
      edit({ page_content: ' ' }),
      edit({ page_title: 'x'.repeat(256) }),
      insert('A', catalog),
      insert('A', '0', { item_id: foreign }),
      insert(' '),
    ]
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ error_code: 10101, data: null })
    expect([await outlineOf(alice, item_id), await outlineOf(alice, foreign)]).toEqual([['Create'], ['Start', 'Guides/']])
    expect((await alice.api.page.info({ page_id: page })).page_content).toBe('Hello')
  })

  it('requires the key pair and an item that is not archived', async () => {
    const { item_id, keys, send, insert, edit } = await newItem()
    const page_id = (await edit({})).data?.['page_id'] ?? ''
    for (const pair of [{}, { ...keys, api_token: 'x' }, { api_key: keys.api_key }])
      for (const path of ['item/insertCatalog', 'item/page/edit']) {
        const fields = { item_id, cat_name: 'A', page_title: 'A', page_content: 'A', ...pair }
        expect((await send(path, fields)).json()).toMatchObject({ error_code: 10306, data: null })
      }
    await archive(product, item_id)
    for (const late of [edit({ page_id, page_content: 'late' }), edit({ page_title: 'Late' }), insert('Late')])
      expect(await late).toMatchObject({ error_code: 10103, data: null })
    expect(await outlineOf(alice, item_id)).toEqual(['Create'])
  })

  it('changes the page of a single-page item and renames the item with it', async () => {
    const { item_id, insert, edit, call } = await newItem({ item_type: '2' })
    const { page_id = '' } = (await call('open/getPage', { page_title: 'Manual' })).data ?? {}
    expect(await edit({ page_title: 'Second' })).toMatchObject({ error_code: 10101 })
    expect(await insert('A')).toMatchObject({ error_code: 10101 })
    expect(await edit({ page_id, page_title: 'Handbook', page_content: '# all' })).toMatchObject({ error_code: 0 })
    expect((await alice.api.item.info({ item_id })).item_name).toBe('Handbook')
    expect(await outlineOf(alice, item_id)).toEqual(['Handbook'])
  })

  it('accepts the call at each of its addresses', async () => {
    const { item_id, keys } = await newItem()
    const payload = new URLSearchParams({ ...keys, item_id, page_title: 'Anywhere', page_content: 'x' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const url of [
      '/api/item/page/edit',
      '/Api/Item/Page/Edit',
      '/server/api/item/page/edit',
      '/server/index.php?s=/api/item/page/edit',
      '/server/?s=/Api/Item/page/edit&x=1',
      '/server/index.php/api/item/page/edit',
      '/api/item/editPage',
    ])
      expect([url, (await product.send({ method: 'POST', url, payload, headers })).json().error_code]).toEqual([url, 0])
    expect((await product.send({ url: `/api/item/page/edit?${payload}` })).statusCode).toBe(405)
    expect((await product.send({ method: 'POST', url: '/api/item/page/nothing', payload, headers })).statusCode).toBe(404)
  })
})
