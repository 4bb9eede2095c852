import { render } from '@sheaf/markdown'
import { apiPageMarkdown } from '@sheaf/markdown/api-page'
import { describe, expect, it } from 'vitest'
import { outline, pagesOf } from '../../import/test/plan-sample.ts'
import { fitLevels } from '../../import-plan/plan.ts'
import { planPostman } from './postman.ts'
import { everything, version1Sample } from './test/postman-sample.ts'

const plan = (value: object, language: 'en' | 'zh' = 'en') =>
  planPostman(value as Record<string, unknown>, { name: 'x.json', text: '', language })
const textsOf = (result: ReturnType<typeof plan>) => new Map([...pagesOf(result.root).values()].map((page) => [page.title, page.content]))

describe('a collection with every feature', () => {
  const result = plan(everything)
  const texts = textsOf(result)
  const of = (title: string) => texts.get(title) ?? ''

  it('has a catalog for each folder and a page for each request, in order', () => {
    expect(result.item_name).toBe('Orders')
    expect(result.item_description).toBe('All calls of the **order** service.')
    expect(outline(fitLevels(result.root, 3, []))).toEqual([
      'Introduction',
      'Create order',
      'Forms/',
      'Forms/Introduction',
      'Forms/Log in',
      'Forms/Upload',
      'Forms/Ask',
      'Forms/Bytes',
      'Forms/Plain',
      'Forms/Short',
      'Forms/Odd',
      'Forms/A/',
      'Forms/A/B/',
      'Forms/A/B / C/',
      'Forms/A/B / C/Introduction',
      'Forms/A/B / C/Deepest',
    ])
  })

  it('reports what was changed or left out, with its position', () => {
    const skipped = [...result.skipped]
    fitLevels(result.root, 3, skipped)
    const rows = skipped.map(({ name, reason }) => `${reason} ${name}`)
    expect(new Set(rows).size).toBe(rows.length)
    expect(rows).toEqual(
      expect.arrayContaining([
        'shape #3',
        'shape Nothing',
        'unsupported Forms / Odd: telepathy',
        'joined B / C',
        'masked Create order: Authorization',
        'masked Create order: API key: value',
        'masked Orders: api_key',
        'masked Orders: pin',
        'masked Forms / Log in: password',
      ]),
    )
  })

  it('keeps names of variables and contains no secret', () => {
    const all = [...pagesOf(result.root).values()].map((page) => page.content).join('\n')
    for (const secret of [
      'sk-live-4242',
      '9911',
      'literal-secret',
      'eyJhbGciOi',
      'hunter2',
      'sid=secret',
      'ann:pw',
      '/home/ann',
      'token=abc',
    ])
      expect(all).not.toContain(secret)
    for (const kept of [
      '{{host}}/shops/:shop_id/orders',
      'token `{{token}}`',
      '| host | string | `https://api.test` | Where it runs |',
      'sky.png',
      'data.bin',
    ])
      expect(all).toContain(kept)
  })

  it('documents a request: URL, variables, query, headers, body, examples, scripts', () => {
    const text = of('Create order')
    for (const part of [
      'Makes an order.',
      '```endpoint\nPOST {{host}}/shops/:shop_id/orders\n```',
      '**API key** · key `X-Api-Key` · value `••••••` · in `header`',
      '| shop_id | string | `7` | Number of the shop |',
      '| dry | string | `1` | checks \\| and changes nothing |',
      '| token | string | `••••••` | switched off |',
      '| Authorization | string | `Bearer ••••••` |  |',
      '| X-Debug | string | `on` | only in tests<br>switched off |',
      '`application/json`',
      '| lines | array[object] |  |',
      '| lines[].sku | string |  |',
      '| note |  |  |',
      '12345678901234567890',
      '### 201 Created',
      '| Location | string | `/orders/1` |  |',
      '| Set-Cookie | string | `sid=••••••',
      '"state": "new"',
      'POST {{host}}/shops/8/orders',
      '### 409 Conflict',
      '```xml\n<error>none</error>',
      '::::: details After the response\n```js\npm.test("ok")\n```\n:::::',
    ])
      expect(text).toContain(part)
  })

  it('documents every kind of body and URL', () => {
    expect(of('Log in')).toContain('`application/x-www-form-urlencoded`')
    expect(of('Log in')).toContain('| user | string | `ann` |  |')
    expect(of('Log in')).toContain('**Basic** · username `ann` · password `••••••` · from “Forms”')
    expect(of('Upload')).toContain('| picture | file | `sky.png` | image/png |')
    expect(of('Ask')).toContain('query Q { me { id } }')
    expect(of('Ask')).toContain('[variables]')
    expect(of('Bytes')).toContain('data.bin')
    expect(of('Bytes')).not.toContain('## Authorization')
    expect(of('Plain')).toContain('GET https://api.test:8443/v1/x')
    expect(of('Plain')).toContain('| X-One | string | `1` |  |')
    expect(of('Short')).toContain('GET https://api.test/short\n')
    expect(of('Short')).toContain('| b | string | `你` |  |')
  })

  it('puts scripts into collapsed blocks, for any content of a script', async () => {
    const introduction = [...pagesOf(result.root).values()][0]?.content ?? ''
    const { html } = await render(introduction, { language: 'en' })
    expect(html.match(/<details>/g)).toHaveLength(1)
    expect(html.indexOf('</details>')).toBeGreaterThan(html.indexOf('pm.collection'))
    expect(introduction).toContain('| old | string | `1` | switched off |')
  })

  it('is written in the language of the importing user', () => {
    const chinese = textsOf(plan(everything, 'zh'))
    expect(chinese.has('说明')).toBe(true)
    expect(chinese.get('Create order')).toContain('## 请求体')
    expect(chinese.get('Log in')).toContain('继承自“Forms”')
  })
})

describe('a collection of version 1', () => {
  const result = plan(version1Sample)
  const texts = textsOf(result)

  it('keeps the listed order, and loses no request or folder that is not listed', () => {
    expect(outline(result.root)).toEqual([
      'Second',
      'First',
      'Lost',
      'Two/',
      'One/',
      'One/Introduction',
      'One/Fourth',
      'One/Third',
      'One/Inside/',
      'One/Inside/Fifth',
      'Circle/',
      'Circle/In a ring',
      'Circle/Ring/',
    ])
    expect(result.item_description).toBe('Old form')
  })

  it('documents its requests', () => {
    expect(texts.get('First')).toContain('GET http://x.test/a/:id\n')
    expect(texts.get('First')).toContain('| id | string | `7` |  |')
    expect(texts.get('First')).toContain('| q | string | `1` |  |')
    expect(texts.get('First')).toContain('| X-Off | string | `1` | switched off |')
    expect(texts.get('Second')).toContain('`multipart/form-data`')
    expect(texts.get('Second')).toContain('check()')
    expect(texts.get('Third')).toContain('**Basic** · username `ann` · password `••••••`')
    expect(texts.get('Third')).toContain('"a": 1')
    expect(texts.get('Fourth')).toContain('| u | string | `1` |  |')
    expect(texts.get('Fourth')).toContain('### 200 OK')
    expect(texts.get('Fourth')).toContain('"done": true')
  })
})

it('imports several collections of a data dump as catalogs', () => {
  const result = plan({
    version: 1,
    collections: [version1Sample, { id: 'c2', name: 'Other', requests: [{ id: 'a', name: 'R', url: 'x' }] }],
    environments: [{ name: 'Live' }],
  })
  expect(result.root.catalogs.map(({ name }) => name)).toEqual(['Old', 'Other'])
  expect(outline(result.root)).toContain('Old/Second')
  expect(result.skipped).toContainEqual({ name: 'Live', reason: 'unsupported' })
})

it('writes pages in the API client format if the client requests it', async () => {
  const result = planPostman(everything as never, { name: 'x.json', text: '', language: 'en', client: true })
  const content = [...pagesOf(result.root).values()].find((page) => page.title === 'Create order')?.content ?? ''
  const shown = apiPageMarkdown(content, 'en') ?? ''
  for (const part of [
    'POST {{host}}/shops/:shop_id/orders',
    '| shop_id | string | yes | 7 | Number of the shop |',
    '| dry | string | yes | 1 | checks &#124; and changes nothing |',
    '| Authorization | string | yes | Bearer ••••••',
    'lines&#91;&#93;.sku',
    '"state": "new"',
    '## Response on failure',
    '<error>none</error>',
    'API key',
  ])
    expect(shown).toContain(part)
  expect(content).not.toContain('literal-secret')
})

it('masks secrets in the address of a saved example, and in bodies that are JSON', () => {
  const raw = '{"name":"Ann","password":"s3cr3t-1","token":"{{token}}"}'
  const request = { method: 'POST', url: 'https://api.test/orders?api_key=s3cr3t-2', body: { mode: 'raw', raw } }
  const original = { ...request, url: 'https://api.test/orders?page=2&api_key=s3cr3t-2' }
  const saved = { name: 'Second page', code: 200, body: '{"access_token":"s3cr3t-3"}', originalRequest: original }
  const result = plan({ info: { name: 'Shop' }, item: [{ name: 'Orders', request, response: [saved] }] })
  const text = textsOf(result).get('Orders')
  expect(text).toContain('page=2')
  expect(text).toContain('{{token}}')
  expect(text).not.toContain('s3cr3t')
  expect(result.skipped).toContainEqual({ name: 'Orders: body', reason: 'masked' })
})

it('plans folders of version 1 that are inside one another thousands of times', () => {
  const folders = Array.from({ length: 20_000 }, (_, n) => ({ id: `f${n}`, name: `F${n}`, ...(n > 0 ? { folder: `f${n - 1}` } : {}) }))
  const { skipped } = plan({ id: 'c', name: 'Deep', folders, requests: [] })
  expect(skipped).toContainEqual(expect.objectContaining({ reason: 'depth' }))
})

it('imports names that every object of JavaScript has', () => {
  const name = 'constructor'
  const request = { url: 'https://api.example.com/orders', method: 'POST', auth: { type: name } }
  const item = [
    {
      name: 'Order',
      request: { ...request, body: { mode: 'raw', raw: 'text', options: { raw: { language: name } } } },
      response: [{ name: 'Made', code: 201, _postman_previewlanguage: name, body: 'made' }],
    },
  ]
  const [text = ''] = textsOf(plan({ info: { name: 'Shop' }, item })).values()
  expect(text).toContain('**`constructor`**')
  expect(text).not.toContain('native code')
})
