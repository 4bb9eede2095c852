import { everyCall } from '@sheaf/contract'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { digestOf } from '../test/digest.ts'
import { inside } from '../test/inside.ts'
import { onEachDatabase } from '../test/product.ts'
import { everySample, makeWorld, requestOf, type World } from '../test/samples.ts'
import { version } from './version.ts'

const form = 'application/x-www-form-urlencoded'
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/

onEachDatabase('the door', (product) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(product)
  })
  afterEach(() => void vi.restoreAllMocks())
  const post = (url: string, payload: string | Buffer, type = form) =>
    product.send({ method: 'POST', url, payload, headers: { ...world.alice.headers, 'content-type': type } })

  it.each([
    '/api/nobody/knows',
    '/api/page/',
    '/api/page/toString',
    '/api/__proto__/constructor',
    '/api/page/info/',
    '/api//page/info',
    '/api/page//info',
    '/api/page/info;x',
    '/api/page/info%00',
    '/api/page/info%2f',
    '/index.php?s=/api/page/__proto__',
  ])('S30: knows no %s', async (url) => {
    for (const reply of [
      await product.send({ url: `${url}${url.includes('?') ? '&' : '?'}page_id=${world.page_id}` }),
      await post(url, ''),
    ]) {
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toEqual({ error_code: 404, error_message: 'There is no such call', data: null })
    }
  })

  it('answers under every address of a call, in any case', async () => {
    const plain = (await product.send({ url: `/api/page/info?page_id=${world.page_id}` })).body
    for (const url of [
      '/server/index.php?s=/api/page/info&page_id=ID',
      '/server/?s=/api/Page/Info&page_id=ID',
      '/index.php?s=/api/PAGE/INFO&page_id=ID&showdoc=.jpg',
      '/server/api/page/info?page_id=ID',
      '/server/index.php?s=/api/page/info/page_id/ID',
      '/?s=api/page/info/page_id/ID',
    ])
      expect((await product.send({ url: url.replace('ID', world.page_id) })).body).toBe(plain)
  })

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('answers no %s', async (method) => {
    const reply = await product.send({ method: method as 'PUT', url: '/api/page/info', headers: world.alice.headers })
    expect([404, 405]).toContain(reply.statusCode)
    expect(reply.json()).toMatchObject({ data: null })
  })

  it('speaks the language of whoever asks', async () => {
    const say = async (headers: Record<string, string>) => (await product.send({ url: '/api/user/info', headers })).json().error_message
    expect(await say({})).toBe('Please log in')
    for (const headers of [
      { 'accept-language': 'zh-CN,en' },
      { cookie: 'lang=zh-CN', 'accept-language': 'en' },
      { cookie: 'think_language=zh-cn' },
    ] as Record<string, string>[])
      expect(await say(headers)).toBe('请先登录')
  })

  it('S56: refuses bodies that are too large, however they come, before anything is done with them', async () => {
    const before = await digestOf(product)
    const big = 'x'.repeat(6 * 1024 * 1024 + 1)
    const parts = (fields: string[]) =>
      Buffer.from(
        [...fields.map((text, n) => `--b\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\n${text}\r\n`), '--b--\r\n'].join(''),
      )
    const multipart = 'multipart/form-data; boundary=b'
    for (const [payload, type] of [
      [`item_name=${big}`, form],
      [`{"item_name":"${big}"}`, 'application/json'],
      [`item_name=${big}`, 'text/plain'],
      [parts([big]), multipart],
      [parts([big.slice(4_000_000), big.slice(4_000_000), big.slice(4_000_000)]), multipart],
      [parts(Array.from({ length: 201 }, () => 'x')), multipart],
      [Array.from({ length: 201 }, (_, n) => `f${n}=1`).join('&'), form],
    ] as const) {
      const reply = await post('/api/item/add', payload, type)
      expect([reply.statusCode, reply.json()]).toMatchObject([413, { error_code: 413, data: null }])
    }
    const page = await post('/api/page/save', `page_content=${'x'.repeat(33 * 1024 * 1024)}`)
    expect(page.statusCode).toBe(413)
    expect(await digestOf(product)).toEqual(before)
  })

  it.each([
    ['application/json', '{"a":'],
    ['application/json', '[1]'],
    ['application/json', `${'['.repeat(50_000)}`],
    ['multipart/form-data', '--b\r\n'],
    ['multipart/form-data; boundary=b', 'no parts here'],
    ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--b--\r\n'],
    ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="item_name"\r\n\r\ncut sho'],
  ])('takes no broken %s', async (type, payload) => {
    const reply = await post('/api/item/add', payload, type)
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { error_code: 10101, data: null }])
  })

  it('W3: a form, JSON, multipart and a raw body mean the same', async () => {
    const part = (name: string, text: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
    const [item_id, text] = [world.item_id, '100%25+1 页\n_x_']
    for (const [payload, type] of [
      [new URLSearchParams({ item_id, page_title: 'T', page_content: text }).toString(), form],
      [JSON.stringify({ item_id: Number(item_id), page_title: 'T', page_content: text }), 'application/json'],
      [`${part('item_id', item_id)}${part('page_title', 'T')}${part('page_content', text)}--b--\r\n`, 'multipart/form-data; boundary=b'],
      [`item_id=${item_id}&page_title=T&page_content=${text}`, form],
    ] as const)
      expect((await post('/api/page/save', payload, type)).json().data).toMatchObject({ item_id, page_title: 'T', page_content: text })
  })

  it.each(everySample)('S58: $path tells nothing of the inside when something breaks', async (sample) => {
    const { store } = product.server.house
    const secret = () => {
      throw new Error(`SqliteError: SELECT password_hash FROM user at /work/server/src/db (CNRY-inside)`)
    }
    vi.spyOn(store, 'hot').mockImplementation(secret)
    vi.spyOn(store.db, 'selectFrom').mockImplementation(secret)
    const reply = await product.send(requestOf(sample, sample.fields(world), world.alice.headers))
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toEqual({ error_code: 500, error_message: expect.stringMatching(uuid), data: null })
    expect(reply.body + JSON.stringify(reply.headers)).not.toMatch(/CNRY|password_hash|Error:/)
    expect(reply.body).not.toMatch(inside)
    expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  })

  it('describes all of its calls as OpenAPI 3.1', async () => {
    const reply = await product.send({ url: '/api/openapi.json' })
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    const { openapi, info, paths, components } = reply.json()
    expect([openapi, info.version, info.title]).toEqual(['3.1.0', version, 'Sheaf'])
    expect(Object.keys(paths).sort()).toEqual(
      everyCall()
        .map(([group, action]) => `/api/${group}/${action}`)
        .sort(),
    )
    const ids = new Set<string>()
    for (const [group, action, call] of everyCall()) {
      const methods = paths[`/api/${group}/${action}`]
      expect(Object.keys(methods).sort()).toEqual(call.kind === 'read' || call.byLink ? ['get', 'post'] : ['post'])
      for (const operation of Object.values<{ operationId: string; responses: object; security?: object[]; tags: string[] }>(methods)) {
        expect(operation).toMatchObject({ tags: [group], responses: { 200: { description: expect.any(String) } } })
        expect(Boolean(operation.security)).toBe(call.access !== 'visitor')
        for (const scheme of operation.security ?? []) expect(components.securitySchemes).toHaveProperty(Object.keys(scheme))
        ids.add(operation.operationId)
      }
      expect(methods.post.requestBody.content).toBeTypeOf('object')
    }
    expect(ids.size).toBe(Object.values<object>(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0))
    expect(reply.body).not.toContain('"$ref":"#/definitions')
  })

  it('says whether it is ready', async () => {
    const reply = await product.send({ url: '/healthz' })
    expect([reply.statusCode, reply.json(), reply.headers['cache-control']]).toEqual([200, { ok: true }, 'no-store'])
    vi.spyOn(product.server.house.store, 'hot').mockImplementation(() => {
      throw new Error('connection lost')
    })
    expect((await product.send({ url: '/healthz' })).statusCode).toBe(500)
  })

  it('shows its figures to this machine only', async () => {
    const ask = (remoteAddress: string, headers = {}) => product.server.app.inject({ url: '/metrics', remoteAddress, headers })
    for (const near of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const reply = await ask(near)
      expect(reply.statusCode).toBe(200)
      expect(reply.body).toMatch(/sheaf_requests_total\{call="page\/info",status="200"\} \d+/)
      expect(reply.body).not.toContain(world.page_id)
    }
    for (const far of ['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '127.0.0.1.evil.test'])
      expect((await ask(far, { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404)
  })

  it.each([
    '/.env',
    '/.git/HEAD',
    '/package.json',
    '/sheaf.db',
    '/data/sheaf.db',
    '/files/',
    '/install',
    '/assets/../../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/server/src/main.ts',
    '/setup-secret',
    '/uploads/',
    '/.vite/manifest.json',
  ])('S80: serves no %s', async (url) => {
    expect((await product.send({ url })).statusCode).toBe(404)
  })
})
