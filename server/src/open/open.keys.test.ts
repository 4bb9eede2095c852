import { beforeAll, expect, it } from 'vitest'
import { rates } from '../http/limits/rate.ts'
import { anApiClient, outlineOf } from '../test/api-client.ts'
import { digestOf } from '../test/digest.ts'
import { aCatalog, aFile, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

const pushed = { page_title: 'From outside', page_content: 'one' }

onEachDatabase('S96: the key pair of an item', (product) => {
  let alice: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { password: 'sesame' })
  })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  it('is required in full, in the body or in headers, and never read from a URL', async () => {
    const { keys, send, call } = await anApiClient(product, alice, item_id)
    const { api_key, api_token } = keys
    const before = await digestOf(product, ['throttle'])
    const pairs = [{}, { api_key }, { api_token }, { api_key, api_token: '' }, { api_key: api_token, api_token: api_key }]
    for (const pair of pairs)
      expect((await send('open/updateItem', { ...pushed, ...pair })).json()).toMatchObject({ error_code: 10306, data: null })
    for (const headers of [{}, alice.headers]) {
      const url = `/api/open/updateItem?${new URLSearchParams(keys)}`
      const reply = await product.send({
        method: 'POST',
        url,
        payload: new URLSearchParams(pushed).toString(),
        headers: { ...form, ...headers },
      })
      expect(reply.json()).toMatchObject({ error_code: 10306 })
      expect((await product.send({ url: `/api/open/getCatalogTree?${new URLSearchParams(keys)}`, headers })).json()).toMatchObject({
        error_code: 10306,
      })
    }
    expect(await digestOf(product, ['throttle'])).toEqual(before)
    const headers = { 'x-api-key': api_key, 'x-api-token': ` ${api_token} ` }
    expect((await send('open/updateItem', pushed, headers)).json()).toMatchObject({ error_code: 0 })
    expect((await product.send({ url: '/api/open/getCatalogTree', headers })).json().data.pages).toHaveLength(1)
    expect(await call('open/updateItem', { ...pushed, api_key: `${api_key}\r\n`, api_token: `${api_token}\n` })).toMatchObject({
      error_code: 0,
    })
  })

  it('must be text: lists and objects are refused', async () => {
    const { keys } = await anApiClient(product, alice, item_id)
    for (const api_token of [[keys.api_token], { $ne: 'x' }, { x: keys.api_token }, [], true, null, 0]) {
      const payload = JSON.stringify({ ...pushed, api_key: keys.api_key, api_token })
      const reply = await product.send({
        method: 'POST',
        url: '/api/item/updateByApi',
        payload,
        headers: { 'content-type': 'application/json' },
      })
      expect([10101, 10306]).toContain(reply.json().error_code)
    }
    for (const name of ['api_token[]', 'api_token[x]', 'api_token[$ne]']) {
      const payload = new URLSearchParams({ ...pushed, api_key: keys.api_key, [name]: keys.api_token }).toString()
      expect((await product.send({ method: 'POST', url: '/api/open/updateItem', payload, headers: form })).json()).toMatchObject({
        error_code: 10306,
      })
    }
  })

  it('S31, S33: acts only on its own item, for any ids in the request', async () => {
    const robot = await anApiClient(product, alice, await anItem(alice))
    const page_id = await aPage(alice, item_id)
    const cat_id = await aCatalog(alice, item_id)
    const sign = await aFile(product, item_id, Buffer.from('x'), { owner: alice, page_id })
    const { file_id = '' } = (await alice.api.page.uploadList({ page_id }))[0] ?? {}
    const { call } = robot
    const before = await digestOf(product, ['item_key'])
    const calls: [string, Record<string, string>][] = [
      ['open/getPage', { page_id }],
      ['open/getPage', { page_title: 'Start' }],
      ['open/getPage', { page_id, item_id }],
      ['open/deletePage', { page_id, item_id }],
      ['open/updateCatalog', { cat_id, cat_name: 'Theirs' }],
      ['open/deleteCatalog', { cat_id }],
      ['open/createCatalog', { cat_name: 'A', parent_cat_id: cat_id }],
      ['open/deleteAttachment', { file_id }],
      ['open/deleteAttachment', { sign }],
    ]
    for (const [path, fields] of calls) expect([path, await call(path, fields)]).toMatchObject([path, { error_code: 10101, data: null }])
    const upload = await product.upload(
      alice,
      'open/uploadAttachment',
      { page_id, ...robot.keys },
      { name: 'a.txt', bytes: Buffer.from('x') },
    )
    expect(upload.json()).toMatchObject({ error_code: 10103, data: null })
    expect(await digestOf(product, ['item_key'])).toEqual(before)
    expect((await robot.push({ item_id, page_id, cat_id, author_username: 'root', uid: '1' })).item_id).not.toBe(item_id)
  })

  it('stops working immediately after a reset', async () => {
    const own = await anItem(alice)
    const old = await anApiClient(product, alice, own)
    expect(await old.push({})).toMatchObject({ error_code: 0 })
    await alice.api.item.resetKey({ item_id: own })
    expect(await old.push({ page_content: 'two' })).toEqual({ error_code: 10306 })
    const next = await anApiClient(product, alice, own)
    expect(await next.call('open/updateItem', { ...pushed, api_token: old.keys.api_token })).toMatchObject({ error_code: 10306 })
    expect(await next.push({ page_content: 'two' })).toMatchObject({ error_code: 0 })
  })

  it('is locked for an address after 20 wrong tokens in an hour; other items and addresses are not', async () => {
    const own = await anItem(alice)
    const [robot, other] = [await anApiClient(product, alice, own), await anApiClient(product, alice, item_id)]
    const wrong = { api_token: 'f'.repeat(32) }
    const tries = await Promise.all(Array.from({ length: 20 }, () => robot.call('open/updateItem', { ...pushed, ...wrong })))
    expect(tries.map((one) => one.error_code)).toEqual(Array(20).fill(10306))
    const late = await robot.send('open/updateItem', { ...robot.keys, ...pushed })
    expect([late.statusCode, late.headers['retry-after'], late.json().error_code]).toEqual([
      429,
      expect.stringMatching(/^(35\d\d|3600)$/),
      429,
    ])
    expect((await robot.send('open/fromComments', { ...robot.keys, content: 'x' })).statusCode).toBe(429)
    expect(await other.push({})).toMatchObject({ error_code: 0 })
    const elsewhere = { method: 'POST' as const, url: '/api/open/updateItem', headers: form, remoteAddress: '10.1.2.3' }
    const reply = await product.send({ ...elsewhere, payload: new URLSearchParams({ ...robot.keys, ...pushed }).toString() } as never)
    expect(reply.json()).toMatchObject({ error_code: 0 })
    // The counters are rows, so they outlive the process and expire on their own.
    const { db } = product.server.services.store
    expect(await db.updateTable('throttle').set({ until: 1 }).where('name', 'like', 'open %').executeTakeFirst()).toBeTruthy()
    expect(await robot.push({})).toMatchObject({ error_code: 0 })
    expect(await outlineOf(alice, own)).toEqual(['From outside'])
  })

  it('that is unknown counts as a failure and blocks no other client', async () => {
    const robot = await anApiClient(product, alice, item_id)
    const guess = () => robot.send('open/updateItem', { ...pushed, api_key: 'e'.repeat(32), api_token: 'e'.repeat(32) })
    for (let n = 0; n < 20; n++) expect((await guess()).json().error_code).toBe(10306)
    expect((await guess()).statusCode).toBe(429)
    expect(await robot.push({})).toMatchObject({ error_code: 0 })
  })

  it('is counted once for all addresses of an IPv6 network, which one client has', async () => {
    const robot = await anApiClient(product, alice, item_id)
    const guess = (address: string) => {
      const payload = new URLSearchParams({ ...robot.keys, ...pushed, api_token: 'f'.repeat(32) }).toString()
      const request = { method: 'POST' as const, url: '/api/open/updateItem', headers: form, payload, remoteAddress: address }
      return product.send(request)
    }
    for (let n = 1; n <= 20; n++) expect((await guess(`2001:db8::${n}`)).json().error_code).toBe(10306)
    expect((await guess('2001:db8::99')).statusCode).toBe(429)
    expect((await guess('2001:db8:1::1')).json().error_code).toBe(10306)
  })

  it('S76: is limited to 300 calls a minute per item', () => {
    const rate = rates({ RATE_LIMITS: 'on', NODE_ENV: 'production' } as never)
    for (let n = 0; n < 300; n++) rate('open', 'i1')
    expect(() => rate('open', 'i1')).toThrow('tooMany')
    expect(() => rate('open', 'i2')).not.toThrow()
  })

  it('does not work while the owner of the item is disabled', async () => {
    const leaver = await product.user('leaver')
    const own = await anItem(leaver)
    const { call } = await anApiClient(product, leaver, own)
    const disable = (is_disabled: string) => product.admin.api.adminUser.update({ uid: leaver.uid, is_disabled })
    await disable('1')
    const refused = { error_code: 10306, error_message: expect.stringContaining('disabled') }
    expect(await call('open/updateItem', pushed)).toMatchObject(refused)
    expect(await call('open/getCatalogTree')).toMatchObject(refused)
    await disable('0')
    expect(await call('open/updateItem', pushed)).toMatchObject({ error_code: 0 })
    await disable('1')
    await product.admin.api.adminItem.attorn({ item_id: own, username: alice.username })
    expect(await call('open/updateItem', pushed)).toMatchObject({ error_code: 0 })
  })

  it('records its last use to the minute', async () => {
    const own = await anItem(alice)
    const { push } = await anApiClient(product, alice, own)
    const used = async () => Number((await alice.api.item.getKey({ item_id: own })).last_check_time)
    expect(await used()).toBe(0)
    await push({})
    const first = await used()
    expect(first).toBeGreaterThan(1_700_000_000)
    await push({ page_content: 'two' })
    expect(await used()).toBe(first)
  })
})
