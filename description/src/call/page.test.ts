import { render } from '@sheaf/markdown'
import { describe, expect, it } from 'vitest'
import type { ApiCall } from './call.ts'
import { apiPageMarkdown, exampleFence } from './page.ts'
import { MASK, masked } from './secrets.ts'

const call: ApiCall = {
  method: 'POST',
  url: 'https://api.example.com/v1/orders/{id}',
  description: 'Creates an order for **30 minutes**.',
  deprecated: true,
  auth: ['Bearer token'],
  path: [{ name: 'id', type: 'integer', required: true, description: 'Number | of it', notes: ['1 to 100'] }],
  query: [{ name: '$filter', type: 'string', required: false, example: 'a|b', enum: ['', 'x`y'], default: 'x' }],
  bodies: [
    {
      contentType: 'application/json',
      type: '',
      fields: [
        { name: 'ship_to', type: 'object', required: true, description: 'Where\nit goes:\n\n- home\n- work' },
        {
          name: 'lines',
          type: 'array[object]',
          required: true,
          lists: 1,
          fields: [{ name: 'sku', type: 'string | null', required: false }],
        },
      ],
      forms: [{ name: 'Cat', type: '', description: 'A cat', fields: [{ name: 'meow', type: 'boolean', deprecated: true }] }],
      examples: [{ name: 'a [1]', text: '{\n  "a": "```"\n}', description: 'The least' }],
    },
  ],
  responses: [
    { status: '201', description: 'Done', headers: [{ name: 'X-Left', type: 'integer', only: 'Cat' }], contents: [] },
    {
      status: 'default',
      headers: [],
      contents: [{ contentType: 'text/plain', type: 'string', fields: [], examples: [] }],
      more: 'See below',
    },
  ],
  sections: [{ title: 'Notes', markdown: 'Mind this.' }],
}

describe('an API call as a page', () => {
  it('is written as readable Markdown', () => {
    expect(apiPageMarkdown(call, 'en')).toBe(`Creates an order for **30 minutes**.

\`\`\`endpoint abandoned
POST https://api.example.com/v1/orders/{id}
\`\`\`

## Authorization

Bearer token

## Path variables

| Name | Type | Required | Description |
| --- | --- | --- | --- |
| id | integer | yes | Number \\| of it<br>1 to 100 |

## Query parameters

| Name | Type | Required | Default | Example | Description |
| --- | --- | --- | --- | --- | --- |
| \`$filter\` | string | no | \`x\` | \`a\\|b\` | One of \`""\`, \`\`x\`y\`\` |

## Body

\`application/json\`

| Name | Type | Required | Description |
| --- | --- | --- | --- |
| ship_to | object | yes | Where it goes:<br>- home<br>- work |
| lines | array[object] | yes |  |
| lines[].sku | string \\| null | no |  |

**Cat**

A cat

| Name | Type | Description |
| --- | --- | --- |
| meow | boolean | **Deprecated.** |

The least

\`\`\`\`json [a 1]
{
  "a": "\`\`\`"
}
\`\`\`\`

## Response

### 201 Created

Done

**Headers of the response**

| Name | Type | Description |
| --- | --- | --- |
| X-Left | integer | *With Cat:* |

### default

\`text/plain\` · string

See below

## Notes

Mind this.
`)
  })

  it('renders its tables as field lists in both languages', async () => {
    const { html, headings } = await render(apiPageMarkdown(call, 'zh'), { language: 'zh' })
    expect(headings.map(({ text }) => text)).toEqual([
      '认证方式',
      '路径变量',
      'Query 参数',
      '请求体',
      '返回',
      '201 Created',
      'default',
      'Notes',
    ])
    expect(html.match(/class="fields"/g)).toHaveLength(5)
    expect(html).toContain('<i>lines[].</i>sku')
    expect(html).toContain('string | null')
    expect(html).toContain('<code>a|b</code>')
    expect(html).toContain('已废弃。')
    expect(html).toContain('<span class="req">必填</span>')
  })
})

describe('untrusted descriptions', () => {
  const page = async (description: string) => {
    const field = { name: 'f', type: 't', description }
    const markdown = apiPageMarkdown({ method: 'GET', url: '/x', description, query: [field, { name: 'g', type: 't' }] }, 'en')
    return (await render(markdown, { language: 'en' })).html
  }
  it.each([
    '```\nopen fence',
    '<!-- open',
    '<script>alert(1)',
    '<title>',
    '::: tip',
    'a | b \\| c `d|e` \\',
    '<pre>',
    '<div',
    '$$',
    '[TOC]',
    '`` ` ',
  ])('%s cannot break out of its place', async (description) => {
    const html = await page(description)
    expect(html).toContain('<span class="verb get">GET</span>')
    expect(html.match(/class="fr"/g)).toHaveLength(2)
    expect(html.match(/class="fr fh"/g)).toHaveLength(1)
  })

  it('keep words in angle brackets and dollar signs', async () => {
    const html = await page('the <id> of $a and $b, <b>bold</b>, <https://example.com>')
    expect(html.match(/&lt;id&gt; of \$a and \$b, <b>bold<\/b>/g)).toHaveLength(2)
    expect(html).toContain('href="https://example.com"')
  })

  // With the square of the length these would take minutes, and the test would exceed its timeout.
  it('are converted in linear time for hostile input', () => {
    for (const sign of ['`', '<', '|', '\\', '$', '` ``', '~~~\n'])
      apiPageMarkdown(
        {
          method: 'GET',
          url: '/',
          description: sign.repeat(400_000),
          path: [{ name: sign.repeat(9999), type: '', description: sign.repeat(400_000) }],
        },
        'en',
      )
  })
})

it.each([' ', '\n', '\t'])('reads a text with a million of %j in it once', (blank) => {
  const text = `a${blank.repeat(1_000_000)}b`
  expect(exampleFence({ name: 'Long', text: `${text}\n` }, 'text/plain').text).toBe(text)
  expect(masked(`${blank.repeat(1_000_000)}b`)).toBe(MASK)
  expect(masked(`Bearer ${blank.repeat(1_000_000)}b`)).toBe(`Bearer ${MASK}`)
})
