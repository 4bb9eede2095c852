import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readConfig } from './runtime/config.ts'
import { makeServer, type Server } from './server.ts'
import { fakeDist } from './test/samples/dist.ts'

const open: { server: Server; folder: string }[] = []
afterEach(async () => {
  for (const { server, folder } of open.splice(0)) {
    await server.close()
    rmSync(folder, { recursive: true })
  }
})

/** A server with its own settings, as an operator would start it. */
async function serverWith(settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-server-'))
  const server = await makeServer(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...settings }), fakeDist(join(folder, 'dist')))
  open.push({ server, folder })
  return server
}
const form = { 'content-type': 'application/x-www-form-urlencoded' }

it('S18: sets a __Host- cookie and HSTS when the public address is https', async () => {
  const { app, setup } = await serverWith({ PUBLIC_URL: 'https://docs.test' })
  const payload = new URLSearchParams({
    token: setup ?? '',
    username: 'root',
    password: 'long enough 1',
    confirm_password: 'long enough 1',
  })
  const reply = await app.inject({
    method: 'POST',
    url: '/api/user/setup',
    payload: payload.toString(),
    headers: { ...form, origin: 'https://docs.test' },
  })
  expect(reply.headers['strict-transport-security']).toMatch(/^max-age=31536000/)
  const cookie = String(reply.headers['set-cookie'])
  expect(cookie).toMatch(/^__Host-sheaf_session=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=7776000$/)
  const value = /=([0-9a-f]{64})/.exec(cookie)?.[1]
  const code = async (name: string) =>
    (await app.inject({ url: '/api/user/info', headers: { cookie: `${name}=${value}` } })).json().error_code
  expect([await code('__Host-sheaf_session'), await code('sheaf_session')]).toEqual([0, 10102])
  const out = await app.inject({ url: '/api/user/logout', headers: { cookie: `__Host-sheaf_session=${value}` } })
  expect(out.headers['set-cookie']).toBe('__Host-sheaf_session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0')
})

it('returns 429 with Retry-After for too many requests from one address', async () => {
  const { app } = await serverWith({})
  const send = (remoteAddress: string) =>
    app.inject({ method: 'POST', url: '/api/user/setup', payload: 'token=x', headers: form, remoteAddress })
  for (let n = 0; n < 10; n++) expect((await send('10.0.0.1')).statusCode).toBe(200)
  const reply = await send('10.0.0.1')
  expect(reply.statusCode).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(50)
  expect(reply.json()).toEqual({ error_code: 429, error_message: expect.any(String), data: null, error_name: 'tooMany' })
  expect((await send('10.0.0.2')).statusCode).toBe(200)
})

it.each([
  ['', '1.1.1.1', '127.0.0.1'],
  ['1', '1.1.1.1, 2.2.2.2', '2.2.2.2'],
  ['2', '1.1.1.1, 2.2.2.2', '1.1.1.1'],
  ['2', '9.9.9.9, 1.1.1.1, 2.2.2.2', '1.1.1.1'],
  ['127.0.0.1', '1.1.1.1, 2.2.2.2', '2.2.2.2'],
  ['10.0.0.5', '1.1.1.1', '127.0.0.1'],
])('S06: with TRUST_PROXY=%s, X-Forwarded-For: %s gives the client address %s', async (TRUST_PROXY, forwarded, address) => {
  const { app } = await serverWith({ TRUST_PROXY })
  app.addHook('onRequest', async (request, reply) => void reply.header('x-test-address', request.ip))
  const reply = await app.inject({ url: '/healthz', remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': forwarded } })
  expect(reply.headers['x-test-address']).toBe(address)
})

it('with METRICS_TOKEN, serves metrics to every client that sends it and to no other', async () => {
  const token = 'a token for Prometheus'
  const { app } = await serverWith({ METRICS_TOKEN: token })
  const metrics = (remoteAddress: string, authorization = '') => app.inject({ url: '/metrics', remoteAddress, headers: { authorization } })
  for (const address of ['127.0.0.1', '10.0.0.1']) {
    for (const given of ['', token, `Basic ${token}`, 'Bearer', 'Bearer ', `Bearer ${token}x`, `Bearer ${token.slice(1)}`]) {
      const reply = await metrics(address, given)
      expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, 'Bearer realm="metrics"'])
      expect(reply.body).not.toContain('sheaf_requests_total')
    }
    const reply = await metrics(address, `Bearer ${token}`)
    expect([reply.statusCode, reply.body]).toEqual([200, expect.stringContaining('sheaf_requests_total')])
  }
})

it('serves only below its base path', async () => {
  const { app } = await serverWith({ BASE_PATH: '/team/docs' })
  const status = async (url: string) => (await app.inject({ url })).statusCode
  for (const url of [
    '/team/docs/api/common/version',
    '/team/docs/server/index.php?s=/api/common/version',
    '/team/docs',
    '/team/docs/',
    '/team/docs/healthz',
    '/team/docs/livez',
  ])
    expect([url, await status(url)]).toEqual([url, 200])
  for (const url of ['/api/common/version', '/', '/team', '/team/docsx/api/common/version', '/healthz', '/livez'])
    expect([url, await status(url)]).toEqual([url, 404])
})

it('revalidates built files, answers ranges and HEAD, and keeps hashed files for a year', async () => {
  const { app } = await serverWith({})
  const send = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url, headers })
  const logo = await send('/logo.svg')
  expect([logo.statusCode, logo.headers['cache-control']]).toEqual([200, 'public, max-age=3600'])
  expect((await send('/assets/main.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const again = await send('/logo.svg', { 'if-none-match': String(logo.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const part = await send('/assets/main.js', { range: 'bytes=0-6' })
  expect([part.statusCode, part.body]).toEqual([206, 'console'])
  const head = await send('/assets/main.js', {}, 'HEAD')
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '18'])
  for (const path of ['/assets/main.js.map', '/.vite/manifest.en.json', '/assets/%2e%2e/.vite/manifest.en.json', '/assets/'])
    expect([path, (await send(path)).statusCode]).toEqual([path, 404])
})

it('S43: draws QR codes only for its public address, independent of the Host header', async () => {
  const { app } = await serverWith({ PUBLIC_URL: 'https://docs.test' })
  const get = (url: string, host: string) => app.inject({ url: `/api/common/qrcode?${new URLSearchParams({ url })}`, headers: { host } })
  expect((await get('https://docs.test/7', 'inner:4999')).headers['content-type']).toBe('image/png')
  expect((await get('https://evil.test/7', 'inner:4999')).json().error_code).toBe(10101)
})
