import { beforeAll, expect, it } from 'vitest'
import { anApiClient } from '../test/api-client.ts'
import { aCatalog, aMember, anItem, aPage, archive, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

type Fields = Record<string, unknown>

onEachDatabase('a program with the key pair of a private item', (product) => {
  let alice: TestUser
  let item_id: string
  let page_id: string
  let robot: Awaited<ReturnType<typeof anApiClient>>
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { password: 'sesame', item_name: 'Orders', item_domain: 'ordersapi' })
    page_id = await aPage(alice, item_id, { cat_id: await aCatalog(alice, item_id), page_title: 'Create', page_content: '# secret' })
    robot = await anApiClient(product, alice, item_id)
  })

  const json = async (path: string, fields: Fields, headers: Record<string, string> = {}) => {
    const type = { 'content-type': 'application/json' }
    const reply = await product.send({
      method: 'POST',
      url: `/api/${path}`,
      payload: JSON.stringify(fields),
      headers: { ...type, ...headers },
    })
    return reply.json<{ error_code: number; error_message: string; data: Record<string, unknown> | null }>()
  }
  const inHeaders = () => ({ 'x-api-key': robot.keys.api_key, 'x-api-token': robot.keys.api_token })

  it('reads its tree and its pages with the rights of a reader', async () => {
    for (const one of [item_id, Number(item_id), ` ${item_id}\n`, 'ordersapi']) {
      const { error_code, data } = await json('item/info', { item_id: one, ...robot.keys })
      expect([error_code, data]).toMatchObject([0, { item_id, item_name: 'Orders', item_edit: false, item_manage: false, is_login: false }])
      expect(data?.['menu']).toMatchObject({ catalogs: [{ pages: [{ page_id, page_title: 'Create' }] }] })
    }
    expect((await json('item/info', { item_id, keyword: 'secret', ...robot.keys })).data?.['menu']).toMatchObject({ pages: [{ page_id }] })
    const page = { page_id, page_title: 'Create', page_content: '# secret' }
    expect(await json('page/info', { page_id, ...robot.keys })).toMatchObject({ error_code: 0, data: page })
    expect(await json('item/getPage', { item_id, page_id, ...robot.keys })).toMatchObject({ error_code: 0, data: page })
  })

  it('can name a page by id or title alone, because the key pair identifies the item', async () => {
    for (const wanted of [{ page_id }, { page_title: 'Create' }, { page_id, item_id: '' }, { page_title: 'Create', item_id: 'undefined' }])
      expect(await robot.call('item/getPage', wanted as Record<string, string>)).toMatchObject({
        error_code: 0,
        data: { page_id, item_id },
      })
    expect(await robot.call('item/getPage', {})).toMatchObject({ error_code: 10101, data: null })
    expect(await robot.call('item/getPage', { page_title: 'None' })).toMatchObject({ error_code: 10101, data: null })
    const elsewhere = await aPage(alice, await anItem(alice))
    expect(await json('item/getPage', { page_id: elsewhere })).toMatchObject({ error_code: 0, data: { page_id: elsewhere } })
    expect(await json('item/getPage', { page_title: 'Start' })).toMatchObject({ error_code: 10101, data: null })
    for (const unseen of [page_id, '2147483647'])
      expect(await json('item/getPage', { page_id: unseen })).toMatchObject({ error_code: 10303 })
  })

  it('can send it in headers, but not in a URL', async () => {
    for (const url of [
      `item/info?item_id=${item_id}`,
      `page/info?page_id=${page_id}`,
      `item/getPage?page_id=${page_id}`,
      'item/getPage?page_title=Create',
    ]) {
      expect((await product.send({ url: `/api/${url}`, headers: inHeaders() })).json()).toMatchObject({ error_code: 0 })
      const bad = await product.send({ url: `/api/${url}&${new URLSearchParams(robot.keys)}` })
      expect([10303, 10101]).toContain(bad.json().error_code)
    }
  })

  it('reads nothing of another item', async () => {
    const closed = await anItem(alice, { password: 'sesame' })
    const other = await aPage(alice, closed)
    expect(await json('item/info', { item_id: closed, ...robot.keys })).toMatchObject({ error_code: 10303, data: null })
    expect(await json('page/info', { page_id: other, ...robot.keys })).toMatchObject({ error_code: 10303, data: null })
    for (const named of [{}, { item_id: closed }])
      expect(await json('item/getPage', { ...named, page_id: other, ...robot.keys })).toMatchObject({ error_code: 10303, data: null })
    expect(await json('item/getPage', { item_id, page_id: other, ...robot.keys })).toMatchObject({ error_code: 10101, data: null })
  })

  it('with a wrong or incomplete pair is refused; wrong ones are counted', async () => {
    const own = await anItem(alice, { password: 'sesame' })
    const { keys } = await anApiClient(product, alice, own)
    for (const half of [{}, { api_key: keys.api_key }, { api_token: keys.api_token }])
      expect(await json('item/info', { item_id: own, ...half })).toMatchObject({ error_code: 10303, data: null })
    for (let n = 0; n < 20; n++)
      expect(await json('item/info', { item_id: own, ...keys, api_token: 'x' })).toMatchObject({ error_code: 10306, data: null })
    expect(await json('item/info', { item_id: own, ...keys })).toMatchObject({ error_code: 429, data: null })
    expect(await json('open/getCatalogTree', keys)).toMatchObject({ error_code: 429 })
  })

  it('needs no valid pair when the caller can read the item anyway', async () => {
    const open = await anItem(alice)
    const stale = { api_key: 'x'.repeat(32), api_token: 'y' }
    expect(await json('item/info', { item_id: open, ...stale })).toMatchObject({ error_code: 0 })
    expect(await json('item/info', { item_id, ...stale }, { cookie: alice.headers['cookie'] ?? '' })).toMatchObject({ error_code: 0 })
  })

  it('gives a member of one catalog access to the other catalogs, too', async () => {
    const bob = await product.user('bob')
    await aMember(product, item_id, bob, { cat_id: await aCatalog(alice, item_id, 'Hers'), edit: false })
    const cookie = { cookie: bob.headers['cookie'] ?? '' }
    expect(await json('page/info', { page_id }, cookie)).toMatchObject({ error_code: 10303 })
    expect(await json('page/info', { page_id, ...robot.keys }, cookie)).toMatchObject({ error_code: 0, data: { page_id } })
  })

  it('reads an archived item, but not a deleted one', async () => {
    const own = await anItem(alice, { password: 'sesame' })
    const page = await aPage(alice, own)
    const { keys } = await anApiClient(product, alice, own)
    await archive(product, own)
    expect(await json('item/info', { item_id: own, ...keys })).toMatchObject({ error_code: 0, data: { is_archived: '1' } })
    expect(await json('page/info', { page_id: page, ...keys })).toMatchObject({ error_code: 0 })
    await deleteItem(product, own)
    for (const [path, fields] of [
      ['item/info', { item_id: own }],
      ['page/info', { page_id: page }],
      ['item/getPage', { page_id: page }],
    ] as const)
      expect((await json(path, { ...fields, ...keys })).data).toBe(null)
  })
})
