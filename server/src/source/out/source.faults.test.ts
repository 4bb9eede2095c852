import iconv from 'iconv-lite'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { anItem } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { description, orders } from '../test/orders.ts'

onEachDatabase('a source, when something goes wrong', (product) => {
  let alice: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  beforeEach(async () => {
    item_id = await anItem(alice)
  })

  const add = async (bytes = description(), fields: Record<string, string> = {}) =>
    (await product.upload(alice, 'source/add', { item_id, name: 'orders', title: 'Orders', ...fields }, { name: 'o.json', bytes })).json<{
      error_name?: string
      data: { source_id: string }
    }>()
  const titles = async () => {
    const { menu } = await alice.api.item.info({ item_id })
    return menu.catalogs.flatMap((one) => [one.cat_name, ...one.pages.map((page) => page.page_title)])
  }

  it('is read in the encoding of its file, and a broken character of UTF-8 spoils no other', async () => {
    const chinese = description([{ path: '/orders', id: 'list', tag: '订单', summary: '查询订单列表', description: '按时间倒序返回' }])
    for (const [n, bytes] of [
      iconv.encode(chinese.toString(), 'gbk'),
      iconv.encode(chinese.toString(), 'gb18030'),
      iconv.encode(chinese.toString(), 'utf-16le', { addBOM: true }),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), chinese]),
    ].entries()) {
      item_id = await anItem(alice)
      expect((await add(bytes)).error_name, String(n)).toBeUndefined()
      expect(await titles()).toEqual(['订单', '查询订单列表'])
    }
    item_id = await anItem(alice)
    const [head, tail] = chinese.toString().split('按时间') as [string, string]
    await add(Buffer.concat([Buffer.from(head), Buffer.from([0xe6, 0x8c]), Buffer.from(tail)]))
    expect(await titles()).toEqual(['订单', '查询订单列表'])
  })

  it('gives its name to another one when the server has ended while it read the first version', async () => {
    const { store, now } = product.server.services
    const uid = Number(alice.uid)
    const begun = async (request_id: string, seconds: number) => {
      const at = now() - seconds
      const row = {
        item_id: Number(item_id),
        cat_id: 0,
        kind: 'openapi',
        title: 'Orders',
        language: 'en',
        on_gone: 'bin',
        views: 'operations',
      } as const
      await store.db
        .insertInto('source')
        .values({ ...row, name: request_id, uid, request_id, addtime: at, check_time: at })
        .execute()
      const job = { kind: 'import', run: request_id, state: 'running', stage: 'reading', part: '', done: 0, total: 0 } as const
      await store.db
        .insertInto('job')
        .values({ ...job, uid, request_id, detail: '', problem: '', result: '', addtime: at })
        .execute()
    }
    await begun('first-version-reads', 5)
    expect((await add(description(orders), { name: 'first-version-reads', request_id: 'another-request-1' })).error_name).toBe('sourceName')
    await begun('first-version-ended', 40)
    expect((await add(description(orders), { name: 'first-version-ended', request_id: 'another-request-2' })).error_name).toBeUndefined()
    expect((await alice.api.source.list({ item_id })).map(({ name, seq }) => [name, seq])).toEqual([
      ['first-version-reads', '0'],
      ['first-version-ended', '1'],
    ])
  })
})
