import { expect, it } from 'vitest'
import { outline, pagesOf } from '../../import/test/plan-sample.ts'
import { templateOf } from './exchange.ts'
import { planHar } from './har.ts'

const entry = (
  method: string,
  url: string,
  more: { type?: string; text?: string; status?: number; request?: object; response?: object; content?: object } = {},
) => ({
  request: { method, url, headers: [], queryString: [], cookies: [], ...more.request },
  response: {
    status: more.status ?? 200,
    headers: [],
    content: { mimeType: more.type ?? 'application/json', text: more.text ?? '', ...more.content },
    ...more.response,
  },
})

const recording = {
  log: {
    version: '1.2',
    entries: [
      entry('GET', 'https://app.test/', { type: 'text/html; charset=utf-8' }),
      entry('GET', 'https://app.test/main.3f2a.js', { type: 'application/javascript' }),
      entry('GET', 'https://cdn.test/logo', { type: 'image/png' }),
      entry('OPTIONS', 'https://api.test/users/7'),
      entry('GET', 'https://api.test/users/7?full=1&access_token=abc', {
        text: '{"id":7,"name":"Ann","tags":["a"],"token":"t-secret"}',
        request: {
          headers: [
            { name: 'Authorization', value: 'Bearer s3cr3t' },
            { name: 'X-Tenant', value: 'acme' },
            { name: 'User-Agent', value: 'Mozilla' },
            { name: 'Cookie', value: 'sid=c00kie' },
          ],
          cookies: [{ name: 'sid', value: 'c00kie' }],
        },
        response: {
          headers: [
            { name: 'X-Rate', value: '9' },
            { name: 'Date', value: 'today' },
            { name: 'Set-Cookie', value: 'sid=c00kie' },
          ],
        },
      }),
      entry('GET', 'https://api.test/users/8', { text: '{"id":8}' }),
      entry('GET', 'https://api.test/users/9', { status: 404, text: '{"error":"none"}' }),
      entry('POST', 'https://api.test/login', {
        content: { text: Buffer.from('{"ok":true}').toString('base64'), encoding: 'base64' },
        request: { postData: { mimeType: 'application/json', text: '{"user":"ann","password":"hunter2","keep":false}' } },
      }),
      entry('POST', 'https://api.test/form', {
        request: { postData: { mimeType: 'application/x-www-form-urlencoded', text: 'a=1&pwd=hunter2' } },
      }),
      entry('POST', 'https://api.test/up', {
        type: 'application/octet-stream',
        request: { postData: { mimeType: 'multipart/form-data; boundary=x', params: [{ name: 'f', fileName: 'a.png' }] } },
      }),
      entry('GET', 'wss://api.test/feed'),
      entry('GET', 'https://other.test:8443/v1/orders/0f8fad5b-d9cb-469f-a165-70867728950e/lines', { text: '[]' }),
      'nonsense',
    ],
  },
}
const plan = planHar(recording, { name: 'session.har', text: '', language: 'en' })
const of = (title: string) => [...pagesOf(plan.root).values()].find((page) => page.title === title)?.content ?? ''

it('creates a catalog per host and a page per call, and merges equal calls', () => {
  expect(plan.item_name).toBe('session')
  expect(outline(plan.root)).toEqual([
    'api.test/',
    'api.test/GET /users/{user_id}',
    'api.test/POST /login',
    'api.test/POST /form',
    'api.test/POST /up',
    'other.test:8443/',
    'other.test:8443/GET /v1/orders/{order_id}/lines',
  ])
})

it('counts a header once when exchanges write it in different cases, and keeps parameters apart that differ in case', () => {
  const headers = [
    { name: 'X-Tenant', value: 'acme' },
    { name: 'x-tenant', value: 'acme' },
  ]
  const url = 'https://api.test/pages?size=1&Size=2'
  const all = [entry('GET', url, { request: { headers } }), entry('GET', url, { request: { headers: headers.slice(1) } })]
  const [page] = pagesOf(planHar({ log: { entries: all } }, { name: 'x.har', text: '', language: 'en' }).root).values()
  expect(page?.content).toMatch(/\| X-Tenant \|[^\n]*yes/i)
  expect(page?.content).toMatch(/\| size \|[^\n]*1/)
  expect(page?.content).toMatch(/\| Size \|[^\n]*2/)
})

it('reports what it left out, merged and masked', () => {
  const rows = plan.skipped.map(({ name, reason }) => `${reason} ${name}`)
  expect(rows).toEqual(
    expect.arrayContaining([
      'static GET https://app.test/',
      'static GET https://app.test/main.3f2a.js',
      'static GET https://cdn.test/logo',
      'static OPTIONS https://api.test/users/7',
      'merged api.test / GET /users/{user_id} ×3',
      'masked api.test / GET /users/{user_id}: Authorization',
      'unsupported wss://api.test/feed',
      'shape #13',
    ]),
  )
})

it('documents a call from all its recorded exchanges', () => {
  const text = of('GET /users/{user_id}')
  for (const part of [
    'GET https://api.test/users/{user_id}',
    '| user_id | integer | yes | `7` |',
    '| full | integer | no | `1` |',
    '| X-Tenant | string | no | `acme` |',
    '| Authorization | string | no | `Bearer ••••••` |',
    '| sid | string | no | `••••••` |',
    '### 200 OK',
    '| X-Rate | integer | `9` |',
    '| tags | array[string] |',
    '"name": "Ann"',
    '### 404 Not Found',
    '"error": "none"',
  ])
    expect(text).toContain(part)
  expect(text).not.toMatch(/User-Agent|Date|Set-Cookie/)
  expect(of('POST /login')).toContain('"ok": true')
  expect(of('POST /login')).toContain('| password | string |')
  expect(of('POST /form')).toContain('| a | integer | `1` |')
  expect(of('POST /up')).toContain('| f | file | `a.png` |')
})

it('contains no secret', () => {
  const all = [...pagesOf(plan.root).values()].map((page) => page.content).join('\n')
  for (const secret of ['s3cr3t', 'c00kie', 'hunter2', 't-secret', 'abc']) expect(all).not.toContain(secret)
})

it('shortens long responses and reports it', () => {
  const long = planHar(
    { log: { entries: [entry('GET', 'https://a.test/x', { text: JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id }))) })] } },
    { name: 'x.har', text: '', language: 'zh' },
  )
  const [page] = [...pagesOf(long.root).values()]
  expect(page?.content.length).toBeLessThan(200_000)
  expect(page?.content).toContain('| id | integer |')
  expect(long.skipped).toEqual([{ name: 'a.test / GET /x', reason: 'size' }])
})

it.each([
  ['/users/7/orders/9', '/users/{user_id}/orders/{order_id}'],
  ['/v2/7', '/v2/{id}'],
  ['/categories/0f8fad5bd9cb469fa16570867728950e', '/categories/{category_id}'],
  ['/a/1/2', '/a/{a_id}/{a_id_2}'],
  ['/plain/path-with-words', '/plain/path-with-words'],
])('writes the path %s as the template %s', (path, template) => {
  expect(templateOf(path).path).toBe(template)
})
