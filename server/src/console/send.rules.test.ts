import { describe, expect, it } from 'vitest'
import { isOperationPath, mustBeRequest, shownHeaders, staysBelow } from './send.rules.ts'

const base_url = 'https://api.test/v2'
const given = { path: '/orders/7', query: [], headers: [], body: '', type: '' }
const operation = { method: 'put', path: '/orders/{id}' }
const request = (more: Partial<Parameters<typeof mustBeRequest>[0]> = {}, what = operation) =>
  mustBeRequest({ ...given, ...more }, what, base_url)
const header = (name: string, value = 'x') => request({ headers: [{ name, value }] })

describe('a path (S204)', () => {
  it.each([
    '',
    'orders',
    '..',
    '/..',
    '/../x',
    '/a/..',
    '/a/../..',
    '/.',
    '/./a',
    '/%2e%2e/a',
    '/%2E./a',
    '/.%2e',
    '/%252e%252e/a',
    '/%25252e%25252e',
    '/..;/a',
    '/..;x=1/a',
    '/%2e%2e%3b/a',
    '//evil.test',
    '/a//b',
    '/a//',
    '/\\evil.test',
    '/a\\..\\b',
    '/a%5c..%5cb',
    '/a%5Cb',
    '/a%2fb',
    '/a%2Fb',
    '/a%252fb',
    '/..%2f',
    '@evil.test',
    '.evil.test',
    ':8080/',
    '/a#b',
    '/a?b',
    '/a b',
    '/a\tb',
    '/a\r\nHost: evil.test',
    '/a%00',
    '/a%0d%0a',
    '/a%7f',
    '/a%zz',
    '/a%',
    '/%c0%ae%c0%ae/a',
    '/名',
    '/a"b',
    '/a<b',
    '/a{b}',
  ])('%j leads out, and is refused', (path) => {
    expect(staysBelow(path)).toBe(false)
    expect(() => request({ path }, { method: 'GET', path: '/{a}' })).toThrow('sendPath')
  })

  it.each(['/', '/a', '/a/', '/@me', '/a@b', '/a:cancel', '/...', '/..a', '/a..b', '/%E5%90%8D', '/a%20b', '/a%3Fb', '/100%25', '/a;b=1'])(
    '%j stays below',
    (path) => expect(staysBelow(path)).toBe(true),
  )

  it('never changes the host, also with `@` and `#`', () => {
    const { url } = request({ path: '/@evil.test' }, { method: 'GET', path: '/{a}' })
    expect(url.href).toBe('https://api.test/v2/@evil.test')
    expect(() => mustBeRequest({ ...given, path: '@evil.test/' }, { method: 'GET', path: '/{a}/' }, 'https://api.test')).toThrow('sendPath')
  })

  it.each([
    ['/orders/{id}', '/orders/7', true],
    ['/orders/{id}', '/orders/a%20b', true],
    ['/orders/{id}', '/orders/', false],
    ['/orders/{id}', '/admin/7', false],
    ['/orders/{id}', '/orders/7/lines', false],
    ['/orders/{id}.{format}', '/orders/7.json', true],
    ['/orders/{id}.{format}', '/orders/7', false],
    ['/from/{a},{b}', '/from/1,2', true],
    ['/from/{a},{b}', '/from/,', false],
    ['/orders', '/orders', true],
    ['/orders', '/orders/', false],
    ['orders?action=list', '/orders', true],
    ['/a b/{id}', '/a%20b/1', true],
    ['/', '/', true],
  ])('%s takes %s: %s', (template, path, isOne) => expect(isOperationPath(template, path)).toBe(isOne))
})

describe('a request', () => {
  it('has the method of the operation, below the base address', () => {
    const { method, url, headers, body } = request({
      query: [
        { name: 'a b', value: '&=' },
        { name: 'a b', value: '#' },
      ],
      headers: [
        { name: 'X-Trace', value: '1' },
        { name: 'x-trace', value: '2' },
      ],
      body: btoa('{}'),
      type: 'application/json',
    })
    expect([method, url.href, body?.toString()]).toEqual(['PUT', 'https://api.test/v2/orders/7?a+b=%26%3D&a+b=%23', '{}'])
    expect(headers).toEqual({ 'x-trace': ['1', '2'], 'content-type': ['application/json'] })
  })

  it.each([
    'Cookie',
    'cookie2',
    'Host',
    'Connection',
    'Transfer-Encoding',
    'Content-Length',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'Forwarded',
    'X-Real-IP',
    'Proxy-Authorization',
    'Upgrade',
    'TE',
    'Origin',
    'Referer',
    'Sec-Fetch-Site',
    'X-HTTP-Method-Override',
    '',
    'a b',
    'a\r\nb',
    'ä',
  ])('never has the header %j (S205)', (name) => expect(() => header(name)).toThrow('sendHeader'))

  it.each(['a\r\nb', 'a\nCookie: x', 'a\0', '名'])('has no header with the value %j (S201)', (value) =>
    expect(() => header('x-a', value)).toThrow('sendHeader'),
  )

  it('is within its limits (S206)', () => {
    const mb = Buffer.alloc(1024 * 1024).toString('base64')
    expect(request({ body: mb }).body).toHaveLength(1024 * 1024)
    expect(() => request({ body: Buffer.alloc(1024 * 1024 + 1).toString('base64') })).toThrow('sendLarge')
    expect(() => request({ body: 'no base64' })).toThrow('badInput')
    const rest = 2000 - request({ query: [{ name: 'a', value: '' }] }).url.href.length
    expect(request({ query: [{ name: 'a', value: 'x'.repeat(rest) }] }).url.href).toHaveLength(2000)
    expect(() => request({ query: [{ name: 'a', value: 'x'.repeat(rest + 1) }] })).toThrow('sendLong')
    const long = 'x'.repeat(15_000)
    expect(() => request({ headers: ['a', 'b', 'c'].map((name) => ({ name, value: long })) })).toThrow('sendHeader')
    for (const method of ['TRACE', 'CONNECT', 'trace']) expect(() => request({}, { method, path: '/orders/{id}' })).toThrow('sendMethod')
  })
})

it('an answer shows no cookies and no policies, and of a redirect only the host (S200, S205)', () => {
  const url = new URL('https://api.test/v2/orders')
  const headers = {
    'content-type': 'text/html',
    'set-cookie': ['a=b', 'c=d'],
    'content-security-policy': "default-src 'none'",
    'transfer-encoding': 'chunked',
    refresh: '0; url=https://evil.test',
    'x-trace': 'é',
  }
  expect(shownHeaders({ ...headers, location: 'https://other.test/?token=hush' }, url)).toEqual([
    { name: 'content-type', value: 'text/html' },
    { name: 'x-trace', value: 'é' },
    { name: 'location', value: 'other.test' },
  ])
  expect(shownHeaders({ location: '/login?token=hush' }, url)).toEqual([{ name: 'location', value: 'api.test' }])
  expect(shownHeaders({ location: 'http://[' }, url)).toEqual([{ name: 'location', value: '' }])
})
