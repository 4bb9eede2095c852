import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { render } from '../index.ts'
import { dangers, isRegular } from '../test/dangers.ts'
import { apiPageMarkdown, apiPageText } from './api-page.ts'
import { beautify } from './beautify.ts'
import { methodOf } from './method.ts'

const page = (more: object = {}, info: object = {}) =>
  JSON.stringify({ info: { from: 'runapi', method: 'post', url: 'http://a/b', ...info }, request: {}, response: {}, ...more })

const hostile = [
  '<script>alert(1)</script>',
  '</td><img src=x onerror=alert(1)>',
  '| a | b |',
  '`',
  '```\n## out',
  '~~~',
  '<!--',
  '<details>',
  '<pre>',
  '$$\nx',
  '::: tip',
  ':::: details\nx',
  '[x](javascript:alert(1))',
  '![](x',
  '{#id}',
  '**bold',
  '[^1]: note',
  '<style>*{display:none}',
  '&lt;script&gt;',
  '\u0000',
  '\ud800',
  '<br onload=alert(1)>',
  '> quote\n```',
  '- list\n\n  ```',
]

describe('S68, S69: the content of a field cannot escape from it', () => {
  it.each(hostile)('%j', async (text) => {
    const row = { name: text, type: text, value: text, require: '1', remark: text }
    const everywhere = {
      request: {
        headers: [row],
        query: [row],
        cookies: [row],
        pathVariable: [row],
        auth: { type: text },
        params: { mode: 'json', json: text, jsonDesc: [row] },
      },
      response: { responseExample: text, responseParamsDesc: [row], responseFailExample: text, examples: [{ name: text, data: text }] },
    }
    const content = page(everywhere, { description: text, remark: text, url: `http://a/${text}`, title: text })
    const { html, headings } = await render(content, { language: 'en', shared: JSON.stringify({ header: [row] }) })
    expect(dangers(html)).toEqual([])
    expect(isRegular(html)).toBe(true)
    const ours = [
      'Authorization',
      'Path variables',
      'Headers',
      'Query parameters',
      'Cookies',
      'Body',
      'Response',
      'Response on failure',
      'Notes',
    ]
    // Headings of the author are possible in the description and the notes only.
    expect(headings.map((heading) => heading.text).filter((heading) => heading !== 'out')).toEqual(
      expect.arrayContaining(ours.filter((part) => part !== 'Authorization' || text.trim())),
    )
    expect(html.match(/class="fields"/g)).toHaveLength(6)
    expect(html).not.toContain('class="callout')
  })

  it('shows names, types and values exactly', async () => {
    const name = 'a|b`c`<i>*d*_e_ __f__ [g](h) $i$ \\| &amp; ~~j~~ ![k](l) <br> m'
    const { html } = await render(page({ request: { headers: [{ name, type: name, value: 'x' }] } }))
    const shown = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    expect(html.split(shown).length - 1).toBe(2)
  })

  it('supports code spans in descriptions and no other Markdown', async () => {
    const remark = 'a `b|c<i>` *d* `e\n``f`'
    const { html } = await render(page({ request: { headers: [{ name: 'x', remark }] } }))
    expect(html).toContain('a <code>b|c&lt;i&gt;</code> *d* `e<br />``f`</div>')
  })
})

describe('never throws', () => {
  const names = [
    'info',
    'request',
    'response',
    'params',
    'headers',
    'query',
    'cookies',
    'auth',
    'url',
    'mode',
    'json',
    'jsonDesc',
    'formdata',
  ]
  const more = [
    'name',
    'type',
    'value',
    'require',
    'remark',
    'children',
    'disable',
    'responseExample',
    'responseParamsDesc',
    'examples',
    'from',
  ]
  const key = fc.oneof(fc.constantFrom(...names, ...more, '__proto__', 'constructor', 'length', 'toString'), fc.string())
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.constantFrom(...hostile, '1', 'json', '[', '{}', '[{"name":"x"}]'),
      ),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(key, tie('json'), { maxKeys: 6 }),
    ),
  }))

  it('on any JSON, and outputs no script', async () => {
    const info = fc.oneof(
      json,
      fc.record({ url: json, from: fc.constant('runapi'), method: json, description: json, remark: json, apiStatus: json }),
    )
    await assertProperty(
      fc.asyncProperty(info, json, json, json, fc.boolean(), async (about, request, response, shared, isCut) => {
        const whole = JSON.stringify({ info: about, request, response })
        const content = isCut ? whole.slice(0, whole.length / 2) : whole
        const { html } = await render(content, { language: 'zh', shared: JSON.stringify(shared) })
        expect(dangers(html)).toEqual([])
        expect(isRegular(html)).toBe(true)
        apiPageText(content)
        methodOf(content)
      }),
      { numRuns: 400 },
    )
  })

  it('on values of any type: numbers, flags, lists as text, and objects with numeric keys', () => {
    const text =
      apiPageMarkdown(
        page(
          {
            request: {
              headers: { 0: { name: 'a', value: 1, require: 1 }, 1: { name: 'b', value: true, require: 0, disable: 0 } },
              query: '[{"name":"c","value":{"x":[1]},"remark":null}]',
              cookies: 'sid=1; lang=en',
              params: { mode: 'raw', raw: '<order id="1"/>' },
            },
            response: { responseExample: { ok: true }, responseParamsDesc: [{ key: 'd', desc: 7 }, 'e', null, 3] },
          },
          { apiStatus: 5, method: 'DELETE', description: 42 },
        ),
        'en',
      ) ?? ''
    expect(text).toContain('42\n\n```endpoint abandoned\nDELETE http://a/b\n```')
    expect(text).toContain('| a |  | yes | 1 |  |')
    expect(text).toContain('| b |  | no | true |  |')
    expect(text).toContain('| c |  | {"x":&#91;1&#93;} |  |')
    expect(text).toContain('## Cookies\n\n```\nsid=1; lang=en\n```')
    expect(text).toContain('## Body\n\n`raw`\n\n```xml\n<order id="1"/>\n```')
    expect(text).toContain('| d |  | 7 |')
    expect(text).toContain('| e |  |  |')
    expect(text).toContain('```json\n{\n  "ok": true\n}\n```')
  })
})

describe('content that is not an API page', () => {
  it.each([
    '',
    '# Title',
    '{not json',
    '[1]',
    '"text"',
    '{}',
    '{"sheets":[]}',
    '{"info":"x"}',
    '{"openapi":"3.0.0","info":{"title":"x"}}',
    'null',
  ])('%j is not treated as an API page', (content) => {
    expect(apiPageText(content)).toBeUndefined()
    if (!content.startsWith('{"info"')) expect(apiPageMarkdown(content, 'en')).toBeUndefined()
  })

  it('is shown as code when it is broken', async () => {
    const { html } = await render(`${page().slice(0, -5)}<script>\`\`\``)
    expect(html).toContain('class="code"')
    expect(html).toContain('&lt;script&gt;```')
    expect(dangers(html)).toEqual([])
    expect(isRegular(html)).toBe(true)
  })
})

it('indents any JSON without changing its tokens', () => {
  assertProperty(
    fc.property(fc.json({ maxDepth: 5 }), fc.boolean(), (json, wide) => {
      const { text } = beautify(wide ? JSON.stringify(JSON.parse(json), undefined, '\t') : json)
      const value: unknown = JSON.parse(json)
      expect(text).toBe(typeof value === 'object' && value !== null ? JSON.stringify(value, undefined, 2) : text)
    }),
  )
  expect(beautify('{"a":1.50,"b":"\\\\\\"x\\\\","c":1e999,"a":-0}').text).toBe(
    '{\n  "a": 1.50,\n  "b": "\\\\\\"x\\\\",\n  "c": 1e999,\n  "a": -0\n}',
  )
})

/** With the square of the length these pages would take minutes, and their tests would exceed the timeout. */
describe('takes linear time:', () => {
  const field = (n: number) => ({
    name: `data.list[].field_${n}`,
    type: 'string',
    value: `v${n}`,
    require: '1',
    remark: `第 ${n} 个字段 | \`x\``,
  })
  const fields = Array.from({ length: 2000 }, (_, n) => field(n))
  const example = JSON.stringify(Array.from({ length: 9000 }, (_, n) => ({ id: n, name: `用户 ${n}`, tags: ['a', 'b'] })))
  const deep = '['.repeat(500_000) + ']'.repeat(500_000)

  it.each([
    ['long examples', page({ response: { responseExample: example, responseFailExample: example } })],
    ['many fields', page({ response: { responseParamsDesc: fields, responseExample: example } })],
    ['deep brackets', page({ response: { responseExample: deep } })],
  ])('%s: 1 MB is rendered', async (_name, content) => {
    await render(page())
    expect((await render(content)).html.length).toBeGreaterThan(1000)
    expect(apiPageText(content)?.length).toBeGreaterThan(1000)
  })

  it.each(['` ', '<', '<!-- \n', '``` \n', '$$', '|', '&', '_', '<br>\n'])(
    'a description of 500,000 characters of %j is escaped',
    async (shape) => {
      const text = shape.repeat(500_000 / shape.length)
      const content = page({ request: { headers: [{ name: text, remark: text }] } }, { description: text })
      expect(apiPageMarkdown(content, 'en')?.length).toBeGreaterThan(text.length)
    },
  )
})
