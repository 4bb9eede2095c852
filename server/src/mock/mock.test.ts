import { beforeAll, describe, expect, it } from 'vitest'
import { aMember, anItem, aPage, archive, areRefused, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

onEachDatabase('mocks', (product) => {
  let alice: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
  })
  const made = async (template: unknown, more: Record<string, string> = {}) => {
    const page_id = more['page_id'] ?? (await aPage(alice, more['item_id'] ?? item_id))
    return alice.api.mock.add({ page_id, template: JSON.stringify(template), path: '/made', ...more })
  }
  const call = (url: string, more: object = {}) => product.server.app.inject({ method: 'GET', url, ...more } as never)
  const byKey = (key: string, more: object = {}) => call(`/mock-data/${key}`, more)
  const views = async (page_id: unknown) => (await alice.api.mock.infoByPageId({ page_id: String(page_id) }))?.view_times

  it('a page has one mock, which keeps its key when changed; its path begins with a slash', async () => {
    const page_id = await aPage(alice, item_id)
    expect(await alice.api.mock.infoByPageId({ page_id })).toBeNull()
    const first = await alice.api.mock.add({ page_id, template: '{"n":1}', path: 'orders/list' })
    expect(first).toMatchObject({ page_id: Number(page_id), path: '/orders/list', unique_key: expect.stringMatching(/^[0-9a-f]{32}$/) })
    const again = await alice.api.mock.add({ page_id, template: '{"n":2}', path: '' })
    expect(again).toEqual({ ...first, path: '/' })
    expect(await alice.api.mock.infoByPageId({ page_id })).toMatchObject({
      unique_key: first.unique_key,
      template: '{"n":2}',
      path: '/',
      view_times: '0',
      uid: alice.uid,
    })
  })

  it('is deleted only where its editor has rights, also when the page moves between the check and the write', async () => {
    const other = await anItem(alice, { password: 'sesame' })
    const bob = await product.user('bob')
    await aMember(product, item_id, bob)
    const { page_id } = await made({ n: 1 })
    const { store } = product.server.services
    const { write: plain } = store
    const move = () => alice.api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: other, to_cat_id: '0' })
    store.write = async (work) => {
      store.write = plain
      await move()
      return plain(work)
    }
    await areRefused([bob.api.mock.delete({ page_id: String(page_id) }).finally(() => (store.write = plain))], 10109)
    expect(await alice.api.mock.infoByPageId({ page_id: String(page_id) })).toMatchObject({ template: '{"n":1}' })
  })

  it('concurrent requests create one mock with one key', async () => {
    const page_id = await aPage(alice, item_id)
    const keys = await Promise.all(Array.from({ length: 8 }, async (_, n) => (await made({ n }, { page_id })).unique_key))
    expect(new Set(keys).size).toBe(1)
  })

  it('R24: belong to the item of their page, also when it moves to another item at the same time', async () => {
    const other = await anItem(alice)
    const { db } = product.server.services.store
    for (let round = 0; round < 20; round++) {
      const page_id = await aPage(alice, item_id)
      const [moved] = await Promise.allSettled([
        alice.api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: other, to_cat_id: '0' }),
        made({ round }, { page_id }),
        alice.api.watch.set({ kind: 'page', subject_id: page_id, level: 'all' }),
      ])
      expect(moved.status).toBe('fulfilled')
      const mocks = await db.selectFrom('mock').select('item_id').where('page_id', '=', Number(page_id)).execute()
      const watches = await db.selectFrom('watch').select('item_id').where('page_id', '=', Number(page_id)).execute()
      expect([...mocks, ...watches].filter((row) => row.item_id !== Number(other))).toEqual([])
    }
  })

  it('S56: reports the problem and its position in a template, and accepts at most 64 KB', async () => {
    const page_id = await aPage(alice, item_id)
    const add = (template: string) => alice.api.mock.add({ page_id, template, path: '/' })
    await areRefused([add('{\n  "a": 1\n  "b": 2\n}')], 10101, 'line 3, column 3: a comma')
    await areRefused([add('{a:1}'), add(''), add('undefined'), add('['.repeat(33) + ']'.repeat(33))], 10101, 'A mock must be JSON')
    const full = JSON.stringify('x'.repeat(64 * 1024 - 2))
    expect(await add(full)).toMatchObject({ path: '/' })
    await areRefused([add(`${full} `), add('[1]'.padEnd(100_000))], 10101, 'template')
    await areRefused([alice.api.mock.add({ page_id, template: '1', path: 'x'.repeat(256) })], 10101, 'path')
  })

  it('only editors of the page create a mock; readers, other users and archived items are refused', async () => {
    const [mallory, carol] = [await product.user('mallory'), await product.user('carol')]
    const own = await anItem(alice, { password: 'sesame' })
    const page_id = await aPage(alice, own)
    await aMember(product, own, carol, { edit: false })
    const fields = { page_id, template: '1', path: '/' }
    await areRefused([mallory.api.mock.add(fields), carol.api.mock.add(fields)], 10103)
    await areRefused([product.visitor().api.mock.add(fields)], 10102)
    await areRefused([alice.api.mock.add({ ...fields, page_id: '999999999' })], 10103)
    await areRefused([mallory.api.mock.infoByPageId({ page_id }), mallory.api.mock.infoByPageId({ page_id: '999999999' })], 10303)
    expect(await carol.api.mock.infoByPageId({ page_id })).toBeNull()
    const { unique_key } = await alice.api.mock.add(fields)
    await archive(product, own)
    await areRefused([alice.api.mock.add(fields)], 10103)
    expect((await byKey(unique_key)).body).toBe('1')
  })

  it('only editors of the page delete a mock; both addresses stop working, and a new mock has a new key', async () => {
    const [mallory, carol] = [await product.user('deleting-outsider'), await product.user('deleting-reader')]
    const own = await anItem(alice)
    const page_id = await aPage(alice, own)
    await aMember(product, own, carol, { edit: false })
    expect(await alice.api.mock.delete({ page_id })).toBe(0)
    const { unique_key } = await alice.api.mock.add({ page_id, template: '{"n":1}', path: '/gone' })
    await areRefused([mallory.api.mock.delete({ page_id }), carol.api.mock.delete({ page_id })], 10103)
    await areRefused([product.visitor().api.mock.delete({ page_id })], 10102)
    expect((await byKey(unique_key)).body).toBe('{"n":1}')
    expect(await alice.api.mock.delete({ page_id })).toBe(1)
    expect(await alice.api.mock.infoByPageId({ page_id })).toBeNull()
    for (const url of [`/mock-data/${unique_key}`, `/mock-path/${own}/gone`]) expect((await call(url)).body).not.toContain('"n"')
    expect((await alice.api.mock.add({ page_id, template: '{"n":1}', path: '/gone' })).unique_key).not.toBe(unique_key)
    await archive(product, own)
    await areRefused([alice.api.mock.delete({ page_id })], 10103)
  })

  it('answers by key and by path, at every address and for every method', async () => {
    const { unique_key } = await made({ 'list|2': [{ 'id|+1': 1 }] }, { path: '/orders/list' })
    const wanted = { list: [{ id: 1 }, { id: 2 }] }
    const addresses = [
      `/mock-data/${unique_key}`,
      `/server/index.php?s=/mock-data/${unique_key}`,
      `/index.php?s=mock-data/${unique_key}&x=1`,
      `/api/mock/infoByKey?unique_key=${unique_key}`,
      `/mock-path/${item_id}&path=/orders/list`,
      `/mock-path/${item_id}&path=%2Forders%2Flist&page=2`,
      `/mock-path/${item_id}/orders/list`,
      `/mock-path/${item_id}/orders/list?page=2&path=/other&item_id=1`,
      `/mock-path/${item_id}?path=/orders/list`,
      `/server/index.php?s=/mock-path/${item_id}&path=/orders/list`,
      `/server/index.php?s=/mock-path/${item_id}/orders/list&page=2`,
      `/api/mock/infoByPath?item_id=${item_id}&path=/orders/list`,
    ]
    for (const url of addresses) expect([url, (await call(url)).json()]).toEqual([url, wanted])
    for (const method of METHODS) {
      const reply = await call(addresses[6] as string, { method })
      expect([method, reply.statusCode, method === 'HEAD' || reply.json()]).toEqual([method, 200, method === 'HEAD' || wanted])
    }
  })

  it('accepts any request body and ignores it', async () => {
    const { unique_key } = await made({ ok: 1 }, { path: '/taken' })
    const bodies: [string, string][] = [
      ['application/json', '{"path":"/x","item_id":[1],"unique_key":{}}'],
      ['application/json', '[broken'],
      ['application/xml', '<a>&</a>'],
      ['application/x-www-form-urlencoded', 'unique_key=x&path=/y&a=1'],
      ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="path"\r\n\r\n/z\r\n--b--\r\n'],
      ['text/plain', '\0'],
    ]
    for (const [type, payload] of bodies)
      for (const url of [`/mock-data/${unique_key}`, `/mock-path/${item_id}/taken`]) {
        const reply = await call(url, { method: 'POST', headers: { 'content-type': type }, payload })
        expect([type, reply.body]).toEqual([type, '{"ok":1}'])
      }
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect((await call('/api/mock/infoByKey', { ...form, payload: `unique_key=${unique_key}` })).body).toBe('{"ok":1}')
  })

  describe('S97', () => {
    const headers = { cookie: 'sheaf_session=x', origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }

    it('is JSON that every site can read, without cookies in either direction', async () => {
      const { unique_key } = await made({ ok: 1 })
      for (const cookie of [headers.cookie, alice.headers['cookie']])
        for (const key of [unique_key, '0'.repeat(32)]) {
          const reply = await byKey(key, { headers: { ...headers, cookie } })
          expect(reply.headers).toMatchObject({
            'content-type': 'application/json; charset=utf-8',
            'x-content-type-options': 'nosniff',
            'access-control-allow-origin': '*',
            'cache-control': 'no-store',
          })
          expect(reply.headers).not.toHaveProperty('set-cookie')
          expect(reply.headers).not.toHaveProperty('access-control-allow-credentials')
        }
      const secret = await anItem(alice, { password: 'sesame' })
      await made({ ok: 1 }, { item_id: secret, path: '/secret' })
      const own = await call(`/mock-path/${secret}/secret`, { headers: { cookie: alice.headers['cookie'] } })
      expect(own.json()).toMatchObject({ error_code: 10101, data: null })
    })

    it('answers a preflight request', async () => {
      const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-token, content-type' }
      const reply = await byKey('0'.repeat(32), { method: 'OPTIONS', headers: { ...headers, ...preflight } })
      expect(reply.statusCode).toBe(204)
      expect(reply.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD',
        'access-control-allow-headers': 'x-token, content-type',
      })
      expect(reply.headers).not.toHaveProperty('access-control-allow-credentials')
    })

    it('allows no other call across origins', async () => {
      for (const url of ['/api/common/version', '/api/mock/infoByPageId?page_id=1', '/healthz'])
        expect((await call(url, { headers })).headers).not.toHaveProperty('access-control-allow-origin')
    })

    it('matches paths literally, and the older of two mocks', async () => {
      const own = await anItem(alice)
      const page_id = await aPage(alice, own)
      await made({ first: 1 }, { page_id, path: '/a%_/*' })
      await made({ second: 1 }, { item_id: own, path: '/a%_/*' })
      const get = async (path: string) => (await call(`/mock-path/${own}&path=${encodeURIComponent(path)}`)).json()
      expect(await get('/a%_/*')).toEqual({ first: 1 })
      expect((await call(`/mock-path/${own}/a%25_/*`)).json()).toEqual({ first: 1 })
      for (const path of ['/ab_/*', '/a%_/x', '/A%_/*', '/a%_/', '/a%_/*/', 'a%_/*', '/', '/a%_/*\0', "' or 1=1"])
        expect(await get(path)).toMatchObject({ error_code: 10101, data: null })
      await alice.api.page.delete({ page_id })
      expect(await get('/a%_/*')).toEqual({ second: 1 })
      await made({ cn: '好' }, { item_id: own, path: '/订单/列表' })
      expect((await call(`/mock-path/${own}/${encodeURIComponent('订单')}/${encodeURIComponent('列表')}`)).json()).toEqual({ cn: '好' })
    })

    it('answers for a private item only by key', async () => {
      const own = await anItem(alice, { password: 'sesame' })
      const { unique_key } = await made({ secret: 1 }, { item_id: own, path: '/p' })
      expect((await byKey(unique_key)).json()).toEqual({ secret: 1 })
      const [closed, missing] = [await call(`/mock-path/${own}/p`), await call('/mock-path/999999999/p')]
      expect(closed.json()).toMatchObject({ error_code: 10101, data: null })
      expect(missing.body).toBe(closed.body)
      for (const key of ['', 'nope', `${unique_key}0`, unique_key.toUpperCase(), '%', `' or '1'='1`])
        expect((await call(`/api/mock/infoByKey?unique_key=${encodeURIComponent(key)}`)).json()).toMatchObject({ error_code: 10101 })
    })

    it('counts all of 200 concurrent calls', async () => {
      const { unique_key, page_id } = await made({ n: 1 })
      const replies = await Promise.all(Array.from({ length: 200 }, () => byKey(unique_key)))
      expect(replies.filter((reply) => reply.body === '{"n":1}')).toHaveLength(200)
      expect(await views(page_id)).toBe('200')
    })
  })

  it('S40: stops working when its page or its item is deleted', async () => {
    const own = await anItem(alice)
    const page_id = await aPage(alice, own)
    const one = await made({ n: 1 }, { page_id, path: '/one' })
    const other = await made({ n: 2 }, { item_id: own, path: '/two' })
    await alice.api.page.delete({ page_id })
    for (const url of [`/mock-data/${one.unique_key}`, `/mock-path/${own}/one`])
      expect((await call(url)).json()).toMatchObject({ error_code: 10101, data: null })
    expect((await call(`/mock-path/${own}/two`)).json()).toEqual({ n: 2 })
    await deleteItem(product, own)
    for (const url of [`/mock-data/${other.unique_key}`, `/mock-path/${own}/two`])
      expect((await call(url)).json()).toMatchObject({ error_code: 10101, data: null })
  })

  describe('S95', () => {
    it('evaluates no code in a template', async () => {
      process.env['MOCK_CANARY'] = 'canary-of-the-process'
      const attacks = [
        '@pick(process.env.MOCK_CANARY)',
        '@pick(globalThis.process.env)',
        '@pick(process.exit``)',
        '@string(Function`return process`)',
        '@date(new Date)',
        '@extend(x)',
        '@constructor(x)',
        '@__proto__',
        '@/__proto__/constructor',
        '@../constructor',
      ]
      const { unique_key } = await made({ attacks, __proto__: { polluted: 1 }, 'constructor|3': 'x', 're|5': '/(a+)+$/' })
      const reply = await byKey(unique_key)
      expect(reply.statusCode).toBe(200)
      expect(reply.body).not.toMatch(/canary-of|function|native code|PATH/)
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
      const answer = reply.json()
      expect(answer.attacks[0]).toBe('process.env.MOCK_CANARY')
      expect(answer.re).toBe('/(a+)+$/'.repeat(5))
    })

    it('stops a template that is too expensive and answers the next request', async () => {
      const bombs = [
        { 'bomb|999999999': ['x'] },
        { 'bomb|999999999999999': 'x' },
        { 'a|900': [{ 'b|900': [{ 'c|900': 1 }] }] },
        { bomb: '@string(999999999)' },
        { bomb: '@range(1e12)' },
        { bomb: '@paragraph(99999999)' },
        { a: 'x'.repeat(1000), b: '@a'.repeat(50), c: '@b'.repeat(50), d: '@c'.repeat(50), e: '@d'.repeat(50) },
        Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`k${n}`, n ? [`@/k${n - 1}`, `@/k${n - 1}`] : ['x']])),
        Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`k${n}`, `@k${n + 1} `])),
        { 'a|2000000': [{ 'b|1': Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, 1])) }] },
        { 'a|500000': [`@pick("${'x'.repeat(60_000)}",1) `] },
        { a: '@'.repeat(60_000) },
        { a: '@a('.repeat(20_000) },
        { a: `@pick(${'['.repeat(50_000)}` },
        { [`${'|1'.repeat(20_000)}`]: 1 },
      ]
      const keys = await Promise.all(bombs.map(async (bomb) => (await made(bomb)).unique_key))
      const fine = (await made({ fine: 1 })).unique_key
      await byKey(fine)
      for (const [n, key] of keys.entries()) {
        const reply = await byKey(key)
        expect([n, reply.statusCode, reply.rawPayload.length < 4 * 1024 * 1024]).toEqual([n, 200, true])
        expect((await byKey(fine)).body).toBe('{"fine":1}')
      }
      for (const key of keys.slice(0, 6)) expect((await byKey(key)).json()).toMatchObject({ error_code: 10101, data: null })
    })

    it('answers other mocks while an expensive one runs', async () => {
      const slow = (await made({ 'a|500000': [`@pick("${'x'.repeat(60_000)}",1) `] })).unique_key
      const fine = (await made({ fine: 1 })).unique_key
      const bombs = Promise.all([byKey(slow)])
      expect((await byKey(fine)).body).toBe('{"fine":1}')
      await bombs
    })
  })
})
