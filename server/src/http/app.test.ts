import { everyCall } from '@sheaf/contract'
import { callWords } from '@sheaf/contract/call-words'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { version } from '../runtime/config.ts'
import { internalDetails } from '../test/internal-details.ts'
import { onOneDatabase } from '../test/product.ts'
import { requestOf } from '../test/request.ts'
import { everySample } from '../test/samples/samples.ts'
import { makeWorld, type World } from '../test/samples/samples.world.ts'
import { refusedPage } from './error-page.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/

onOneDatabase('the HTTP server', (product) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(product)
  })
  afterEach(() => void vi.restoreAllMocks())

  it.each(everySample)('S58: $path reveals no internals when an error occurs', async (sample) => {
    const { store } = product.server.services
    const secret = () => {
      throw new Error(`SqliteError: SELECT password_hash FROM user at /srv/sheaf/server/src/db (CNRY-inside)`)
    }
    vi.spyOn(store, 'hot').mockImplementation(secret)
    vi.spyOn(store.db, 'selectFrom').mockImplementation(secret)
    const reply = await product.send(requestOf(sample, sample.fields(world), world.alice.headers))
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toEqual({ error_code: 500, error_message: expect.stringMatching(uuid), data: null, error_name: 'unexpected' })
    expect(reply.body + JSON.stringify(reply.headers)).not.toMatch(/CNRY|password_hash|Error:/)
    expect(reply.body).not.toMatch(internalDetails)
    expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  })

  it.each([
    ['en', 'This link does not open', 'This does not exist or has been deleted. If it is not public, it opens after you have signed in.'],
    ['zh-CN', '无法打开此链接', '内容不存在或已被删除。如果内容未公开，登录后即可打开。'],
  ])(
    'shows a page to a person who opens a link to a file that is gone, in %s; programs get the envelope',
    async (language, title, text) => {
      const url = '/api/attachment/visitFile?sign=0123456789abcdef0123456789abcdef'
      const opened = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'accept-language': language }
      const page = await product.send({ url, headers: opened })
      expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      for (const part of [`<h1>${title}</h1>`, `<p>${text}</p>`, `<a href="/">`]) expect(page.body).toContain(part)
      expect(page.body).toContain(`<a href="/user/login?redirect=${encodeURIComponent(url.toLowerCase())}">`)
      const signedIn = await product.send({ url, headers: { ...opened, ...world.alice.headers } })
      expect(signedIn.body).not.toContain('/user/login')
      for (const headers of [
        {},
        { ...opened, 'sec-fetch-dest': 'image' },
        { ...opened, 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
      ])
        expect((await product.send({ url, headers })).json()).toMatchObject({ error_code: 10101 })
    },
  )

  it('leads a person without a session to the sign-in', async () => {
    const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'accept-language': 'en' }
    const page = await product.send({ url: '/api/adminLog/export?action=userAdded', headers })
    expect([page.statusCode, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    expect(page.body).toContain('<a href="/user/login?redirect=%2Fapi%2Fadminlog%2Fexport%3Faction%3DuserAdded">Sign in</a>')
  })

  it('escapes what a refusal repeats on such a page', () => {
    const page = refusedPage('en', { message: '<script>alert(1)</script>&"', base: '/docs', signInFor: undefined, isHidden: false })
    expect(page).toContain('<p>&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;.</p>')
    expect(page).toContain('<a href="/docs/">')
  })

  it('describes all calls as OpenAPI 3.1', async () => {
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
      expect(Object.keys(methods)).toEqual([call.kind === 'read' ? 'get' : 'post'])
      for (const operation of Object.values<{ operationId: string; responses: object; security: object[]; tags: string[] }>(methods)) {
        const { title } = callWords[group as keyof typeof callWords]
        expect(operation).toMatchObject({
          tags: [title],
          summary: expect.stringMatching(/\S/),
          responses: { 200: { description: expect.any(String) } },
        })
        expect(operation.security.some((scheme) => Object.keys(scheme).length === 0)).toBe(call.access === 'visitor')
        for (const scheme of operation.security.flatMap(Object.keys)) expect(components.securitySchemes).toHaveProperty(scheme)
        ids.add(operation.operationId)
      }
    }
    expect(ids.size).toBe(Object.values<object>(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0))
    for (const [, name = ''] of reply.body.matchAll(/"\$ref":"([^"]*)"/g))
      expect(components.schemas).toHaveProperty([name.replace('#/components/schemas/', '')])
  })

  it('reports on /healthz whether it is ready', async () => {
    const reply = await product.send({ url: '/healthz' })
    expect([reply.statusCode, reply.json(), reply.headers['cache-control']]).toEqual([200, { ok: true }, 'no-store'])
    vi.spyOn(product.server.services.store, 'hot').mockImplementation(() => {
      throw new Error('connection lost')
    })
    expect((await product.send({ url: '/healthz' })).statusCode).toBe(500)
    const alive = await product.send({ url: '/livez' })
    expect([alive.statusCode, alive.json(), alive.headers['cache-control']]).toEqual([200, { ok: true }, 'no-store'])
  })

  it('serves metrics to clients on this machine only', async () => {
    const metrics = (remoteAddress: string, headers = {}) => product.server.app.inject({ url: '/metrics', remoteAddress, headers })
    await world.alice.api.page.info({ page_id: world.page_id })
    for (const near of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const reply = await metrics(near)
      expect(reply.statusCode).toBe(200)
      expect(reply.body).toMatch(/sheaf_requests_total\{call="page\/info",status="200"\} \d+/)
      // A measured value can contain the same digits by chance, so the test checks only names and labels.
      expect(reply.body.replace(/ \S+$/gm, '')).not.toContain(world.page_id)
    }
    for (const far of ['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '127.0.0.1.evil.test'])
      expect((await metrics(far, { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404)
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
    '/.vite/manifest.en.json',
  ])('S80: returns 404 for %s', async (url) => {
    expect((await product.send({ url })).statusCode).toBe(404)
  })
})
