import { beforeAll, expect, it } from 'vitest'
import { anApiClient, outlineOf } from '../test/api-client.ts'
import { anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { sendParts } from '../test/samples/files.ts'

onEachDatabase('the open API', (product) => {
  let alice: TestUser
  let item_id: string
  let robot: Awaited<ReturnType<typeof anApiClient>>
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
    robot = await anApiClient(product, alice, item_id)
  })

  it('reads a page by id or title, and the tree', async () => {
    const { page_id = '' } = await robot.push({ cat_name: 'A', page_title: 'One' })
    await robot.push({ page_title: 'One', page_content: 'another' })
    const found = { error_code: 0, data: { page_id, page_title: 'One', page_content: 'one', author_username: 'API' } }
    expect(await robot.call('open/getPage', { page_id })).toMatchObject(found)
    const { data } = await robot.call('open/getPage', { page_title: 'One' })
    expect(data).toMatchObject(found.data)
    expect(data?.['addtime']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(data).not.toHaveProperty('unique_key')
    for (const fields of [{}, { page_id: '0' }, { page_title: 'Two' }, { page_id: '2147483647' }])
      expect(await robot.call('open/getPage', fields)).toMatchObject({ error_code: 10101, data: null })
    const tree = (await robot.call('open/getCatalogTree')).data
    expect(tree).toEqual((await alice.api.item.info({ item_id, item_domain: '', keyword: '', default_page_id: '0' })).menu)
    expect(JSON.stringify(tree)).not.toContain('another')
  })

  it('deletes a page: it moves to the recycle bin, and its creator is notified', async () => {
    const page_id = await aPage(alice, item_id, { page_title: 'Old' })
    expect(await robot.call('open/deletePage', { page_id })).toMatchObject({ error_code: 0, data: { page_id } })
    expect(await robot.call('open/deletePage', { page_id })).toMatchObject({ error_code: 10101 })
    expect(await robot.call('open/getPage', { page_title: 'Old' })).toMatchObject({ error_code: 10101 })
    expect((await alice.api.recycle.getList({ item_id }))[0]).toMatchObject({ page_id, del_by_uid: alice.uid, del_by_username: 'API' })
    expect((await alice.api.notice.getList({ notice_type: 'all', count: '1' }))[0]?.notice_content).toContain('API deleted your page “Old”')
    const again = await robot.push({ page_title: 'Old' })
    expect(again.page_id).not.toBe(page_id)
  })

  it('creates, renames and removes catalogs', async () => {
    const own = await anItem(alice)
    const { call, push } = await anApiClient(product, alice, own)
    const make = async (cat_name: string, parent_cat_id = '0') => (await call('open/createCatalog', { cat_name, parent_cat_id })).data ?? {}
    const a = await make('A')
    expect(a).toMatchObject({ cat_name: 'A', item_id: own, parent_cat_id: '0', level: '2', s_number: '99' })
    expect(await make('A')).toEqual(a)
    const b = await make('B', a['cat_id'])
    const c = await make('C', b['cat_id'])
    expect(c['level']).toBe('4')
    expect(await call('open/createCatalog', { cat_name: 'D', parent_cat_id: c['cat_id'] ?? '' })).toMatchObject({ error_code: 10101 })
    expect(await call('open/createCatalog', { cat_name: ' ' })).toMatchObject({ error_code: 10101 })
    const cat_id = b['cat_id'] ?? ''
    expect((await call('open/updateCatalog', { cat_id, cat_name: ' B2 ', s_number: '5' })).data).toMatchObject({
      cat_name: 'B2',
      s_number: '5',
      level: '3',
    })
    expect((await call('open/updateCatalog', { cat_id, s_number: '6' })).data).toMatchObject({ cat_name: 'B2', s_number: '6' })
    for (const fields of [{ cat_id }, { cat_id, cat_name: ' ' }, { cat_id: '1', cat_name: 'X' }, { cat_name: 'X' }])
      expect(await call('open/updateCatalog', fields)).toMatchObject({ error_code: 10101 })
    await push({ cat_name: 'A/B2/C' })
    await push({ cat_name: 'A' })
    expect(await call('open/deleteCatalog', { cat_id })).toMatchObject({ error_code: 0, data: { cat_id } })
    expect(await outlineOf(alice, own)).toEqual(['A/', 'A/From outside'])
    expect(await alice.api.recycle.getList({ item_id: own })).toHaveLength(1)
    expect(await call('open/deleteCatalog', { cat_id })).toMatchObject({ error_code: 10101 })
  })

  const file = { name: 'file', file: 'notes.txt', bytes: Buffer.from('hello') }
  const send = (fields: Record<string, string>, after: Record<string, string> = {}, one = file) =>
    sendParts(product, product.visitor(), 'open/uploadAttachment', [
      ...Object.entries(fields).map(([name, text]) => ({ name, text })),
      one,
      ...Object.entries(after).map(([name, text]) => ({ name, text })),
    ]) as Promise<{ error_code: number; data: Record<string, string> }>

  it('stores files in the item, with or without a page', async () => {
    const { page_id = '' } = await robot.push({ page_title: 'With file' })
    const { error_code, data } = await send({ ...robot.keys, page_id })
    expect([error_code, data]).toEqual([
      0,
      { url: expect.stringContaining(data['sign'] ?? '-'), file_id: expect.any(String), sign: data['sign'] },
    ])
    expect((await product.send({ url: data['url'] ?? '' })).body).toBe('hello')
    expect((await alice.api.page.uploadList({ page_id })).map((row) => row.file_id)).toEqual([data['file_id']])
    const loose = (await send(robot.keys)).data
    await robot.push({ page_title: 'With file', page_content: `![](${loose['url']})` })
    expect(await alice.api.page.uploadList({ page_id })).toHaveLength(2)
    const gone = await robot.call('open/deleteAttachment', { file_url: `https://x.test${data['url']}&showdoc=.jpg` })
    expect(gone).toMatchObject({ error_code: 0, data: { file_id: data['file_id'] } })
    expect(await robot.call('open/deleteAttachment', { sign: loose['sign'] ?? '' })).toMatchObject({ error_code: 0 })
    const third = (await send(robot.keys)).data
    expect(await robot.call('open/deleteAttachment', { file_id: third['file_id'] ?? '' })).toMatchObject({ error_code: 0 })
    for (const fields of [{}, { sign: 'x' }, { file_url: 'https://x.test/' }, { file_id: third['file_id'] ?? '' }])
      expect(await robot.call('open/deleteAttachment', fields)).toMatchObject({ error_code: 10101, data: null })
    expect(await alice.api.page.uploadList({ page_id })).toEqual([])
  })

  it('S60: stores no file without the key pair, which can also follow the file', async () => {
    const mine = async () =>
      (await alice.api.attachment.getMyList({ page: 1, count: 9, attachment_type: '-1', display_name: '', username: '' })).total
    const before = await mine()
    const late = await send({}, robot.keys)
    expect(late).toMatchObject({ error_code: 0 })
    expect(await robot.call('open/deleteAttachment', { sign: late.data['sign'] ?? '' })).toMatchObject({ error_code: 0 })
    expect(await send({}, {})).toMatchObject({ error_code: 10306, data: null })
    expect(await send({}, { ...robot.keys, api_token: 'x' })).toMatchObject({ error_code: 10306 })
    expect(await send({ ...robot.keys, api_token: 'x' })).toMatchObject({ error_code: 10306 })
    expect(await send(robot.keys, {}, { ...file, file: 'a.php' })).toMatchObject({ error_code: 10100 })
    expect(await mine()).toBe(before)
    expect(await robot.call('open/uploadAttachment')).toMatchObject({ error_code: 10101 })
  })
})
