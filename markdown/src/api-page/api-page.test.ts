import { describe, expect, it } from 'vitest'
import { render } from '../index.ts'
import { createOrder, getUser, login, loginStored } from '../test/api-pages.ts'
import { apiPageLines, apiPageMarkdown, apiPageText } from './api-page.ts'

const order = JSON.stringify(createOrder)

describe('a call with a JSON body, in English', () => {
  it('becomes readable Markdown', () => {
    expect(apiPageMarkdown(order, 'en')).toBe(`Creates an order and reserves its stock for **30 minutes**.

\`\`\`endpoint finished
POST {{host}}/v1/warehouses/:warehouse_id/orders
\`\`\`

## Authorization

Bearer Token

## Path variables

| Name | Type | Required | Example | Description |
| --- | --- | --- | --- | --- |
| warehouse_id | string | yes | wh_rotterdam_2 | Where the stock is taken from |

## Headers

| Name | Type | Required | Example | Description |
| --- | --- | --- | --- | --- |
| Authorization | string | yes | Bearer {{token}} | Scope \`orders:write\` |

## Query parameters

| Name | Type | Required | Example | Description |
| --- | --- | --- | --- | --- |
| dry_run | boolean | no | false | Checks and changes nothing |

## Cookies

| Name | Type | Example | Description |
| --- | --- | --- | --- |
| lang |  | en |  |

## Body

\`application/json\`

| Name | Type | Required | Example | Description |
| --- | --- | --- | --- | --- |
| reference | string | no | PO-2026-118 | Your own number, at most 40 characters |
| ship_to | object | yes |  | Where it goes |
| ship_to.zip_code | string | yes |  |  |
| lines | array | yes |  | One to 200 lines |
| lines&#91;&#93;.sku | string | yes |  | Stock keeping unit |

\`\`\`json
{
  "reference": "PO-2026-118",
  "ship_to": {
    "name": "Emma",
    "zip_code": "3011"
  },
  "lines": [
    {
      "sku": "BRK-0440-BLK",
      "quantity": 12
    }
  ]
}
\`\`\`

## Response

| Name | Type | Description |
| --- | --- | --- |
| order_id | int | Number of the order |
| state | string | reserved, confirmed<br>or shipped |

\`\`\`json
{
  "order_id": 12345678901234567890,
  "state": "reserved",
  "lines": []
}
\`\`\`

## Response on failure

| Name | Type | Description |
| --- | --- | --- |
| error_code | int |  |

\`\`\`json
{
  "error_code": 409,
  "error_message": "out_of_stock"
}
\`\`\`

## Notes

Send the same \`Idempotency-Key\` again after a timeout:

- nothing is ordered twice
- the first answer comes back
`)
  })

  it('renders the endpoint line, field tables with nested fields, and the table of contents', async () => {
    const { html, headings } = await render(order, { language: 'en' })
    expect(html).toContain(
      '<div class="endpoint"><span class="verb post">POST</span><span class="url" tabindex="0"><i>{{host}}</i>/v1/warehouses/:warehouse_id/orders</span><span class="tag ok">Finished</span><button type="button" class="ib" data-act="copy"',
    )
    expect(html.match(/class="fields"/g)).toHaveLength(7)
    expect(html).not.toContain('<table')
    expect(html).toContain('<i>lines[].</i>sku')
    expect(html).toMatch(/<span class="req">required<\/span><\/div>\s*<div class="fx" role="cell" data-label="Example">/)
    expect(html).toContain('<div class="fx" role="cell" data-label="Example">wh_rotterdam_2</div>')
    expect(headings.map((heading) => heading.text)).toEqual([
      'Authorization',
      'Path variables',
      'Headers',
      'Query parameters',
      'Cookies',
      'Body',
      'Response',
      'Response on failure',
      'Notes',
    ])
  })

  it('omits disabled fields, secrets and results of test requests', async () => {
    const { html } = await render(order, { language: 'en' })
    const text = apiPageText(order)
    for (const absent of ['X-Debug', 'sk_live_4242', 'answer of the last try', 'setHeader', '2023 09:25'])
      expect([html.includes(absent), text?.includes(absent)]).toEqual([false, false])
  })
})

describe('a form in Chinese, stored HTML-escaped', () => {
  it('renders like the unescaped page', async () => {
    expect(apiPageMarkdown(loginStored, 'zh')).toBe(apiPageMarkdown(JSON.stringify(login), 'zh'))
    expect(apiPageMarkdown(loginStored.replaceAll('&', '&amp;'), 'zh')).toBe(apiPageMarkdown(loginStored, 'zh'))
    const { html, headings } = await render(loginStored, { language: 'zh' })
    expect(headings.map((heading) => heading.text)).toEqual(['请求头', '请求体', '返回', '备注'])
    expect(html).toContain('<span class="tag warn">测试中</span>')
    expect(html).toContain('用户登录，成功后返回 token &lt;7 天内有效&gt;')
    expect(html).toContain('<span class="url" tabindex="0"><i>https://api.example.com</i>/api/user/login</span>')
    expect(html).toContain('密码|登录密码')
    expect(html).toMatch(/验证码<br \/>仅在需要时填写/)
    expect(html).toContain('<i>data.</i>user_token')
    expect(html).not.toContain('old_sign')
    expect(html).toContain('application/x-www-form-urlencoded')
  })

  it('provides paths and names as search text', () => {
    const text = apiPageText(loginStored) ?? ''
    for (const typed of ['/api/user/login', 'v_code', 'user_token', '密码|登录密码', 'token <7 天', 'POST https'])
      expect(text).toContain(typed)
    expect(text).not.toContain('&quot;')
    expect(text).not.toContain('请求头')
  })
})

describe('a GET from an import', () => {
  it('shows its form as query parameters, and the address without them', async () => {
    const { html, headings } = await render(JSON.stringify(getUser), { language: 'en' })
    expect(headings.map((heading) => heading.text)).toEqual(['Headers', 'Query parameters'])
    expect(html).toContain('<i>http://example.com</i>/users</span>')
    expect(html).toContain('the id')
  })

  it('keeps a JSON body and omits a form if there is a query', () => {
    const of = (params: object) => apiPageMarkdown(JSON.stringify({ ...getUser, request: { query: [{ name: 'q' }], params } }), 'en') ?? ''
    expect(of({ mode: 'json', json: '{"query":{}}' })).toContain('## Body')
    expect(of({ mode: 'urlencoded', urlencoded: [{ name: 'x' }] })).not.toContain('## Body')
    expect(of({ mode: 'constructor', constructor: [{ name: 'x' }] })).toContain('## Body\n\n`constructor`')
  })
})

describe('global parameters of the item', () => {
  const shared = JSON.stringify({
    header: [{ name: 'token', value: 't' }, { name: 'accept' }],
    query: [{ name: 'v' }],
    body: [{ name: 'b' }],
  })
  it('come before the rows of the page, without duplicates', () => {
    const text = apiPageMarkdown(JSON.stringify(getUser), 'en', shared) ?? ''
    expect(text.indexOf('| token |')).toBeGreaterThan(0)
    expect(text.indexOf('| token |')).toBeLessThan(text.indexOf('| Accept |'))
    expect(text.match(/^\| accept \|/gim)).toHaveLength(1)
    expect(text).toContain('| v |')
    expect(text).not.toContain('| b |')
    expect(apiPageMarkdown(loginStored, 'en', shared)).toContain('| b |')
    for (const broken of ['', '[]', '{', 'null', '{"header":{"0":{"name":"h"}}}', '{"header":7}'])
      expect(apiPageMarkdown(loginStored, 'en', broken)).toContain('v_code')
  })
})

describe('sockets and streams', () => {
  const socket = {
    info: { type: 'websocket', url: 'wss://example.com/feed', apiStatus: '1', remark: '' },
    request: { headers: [], query: [{ name: 'room', type: 'string' }] },
    protocolConfig: { websocket: { subProtocols: ['v1.feed', 'v2.feed'] } },
    messaging: {
      templates: [
        { name: 'Hello [1]', type: 'json', payload: '{"op":1}' },
        { name: 'off', payload: 'x', enabled: false },
      ],
    },
    response: {
      examples: [{ name: 'Tick', data: '{"t":1}', param: [{ name: 't', type: 'int' }] }, { data: '{"t":2}' }],
      remark: 'Pings every 30 s',
    },
  }
  it('list their messages', () => {
    const text = apiPageMarkdown(JSON.stringify(socket), 'en') ?? ''
    expect(text).toContain('```endpoint developing\nWS wss://example.com/feed\n```')
    expect(text).toContain('## Subprotocols\n\nv1.feed, v2.feed')
    expect(text).toContain('## Messages to send\n\n```json [Hello 1]\n{\n  "op": 1\n}\n```')
    expect(text.match(/## Messages received/g)).toHaveLength(1)
    expect(text).toContain('"t": 2')
    expect(text).toContain('## Notes\n\nPings every 30 s')
    expect(text).not.toContain('```json [off]')
  })
})

it('formats the JSON in lines for comparison', () => {
  expect(apiPageLines(loginStored)).toBe(JSON.stringify(login, undefined, 2))
  expect(apiPageLines('# Title')).toBe('# Title')
  expect(apiPageLines('{"a":')).toBe('{"a":')
})
