import { describe, expect, it } from 'vitest'
import { rules } from '../rules.ts'
import { callRows } from '../test/call-rows.ts'
import { api, changesOf, inRequest, inResponse } from '../test/pairs.ts'
import { fieldRows, schemaRows } from '../test/schema-rows.ts'
import { changeText } from './text.ts'

const texts = (before: unknown, after: unknown) =>
  changesOf(before, after).flatMap((change) => [changeText(change, 'en'), changeText(change, 'zh')])

const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })

describe('a change as a sentence', () => {
  it.each([
    [
      'a field of a request',
      inRequest(object({ quantity: {} })),
      inRequest(object({ quantity: {} }, ['quantity'])),
      ['POST /orders: `a.quantity` became required', 'POST /orders：`a.quantity` 变为必填'],
    ],
    [
      'a field of a response',
      inResponse({ type: 'integer' }),
      inResponse({ type: 'string' }),
      [
        'POST /orders: `a` of response 200: type changed from integer to string',
        'POST /orders：响应 200 的 `a` 的类型由 integer 改为 string',
      ],
    ],
    [
      'a parameter',
      api({}),
      api({ parameters: [{ name: 'limit', in: 'query', required: true, schema: {} }] }),
      ['POST /orders: query parameter `limit` added as required', 'POST /orders：查询参数 `limit` 已新增，且为必填'],
    ],
    [
      'a header of a response',
      api({ responses: { 200: { headers: { ETag: {} } } } }),
      api({ responses: { 200: {} } }),
      ['POST /orders: header `ETag` of response 200 removed', 'POST /orders：响应 200 的响应头 `ETag` 已移除'],
    ],
    [
      'a limit',
      inRequest({ maximum: 100 }),
      inRequest({ maximum: 50 }),
      ['POST /orders: `a`: limit tightened from maximum 100 to maximum 50', 'POST /orders：`a` 的限制收紧，由 maximum 100 改为 maximum 50'],
    ],
    [
      'the whole body',
      api({ requestBody: {} }),
      api({ requestBody: { required: true } }),
      ['POST /orders: the request body became required', 'POST /orders：请求体变为必填'],
    ],
    [
      'a schema',
      { openapi: '3.1.0', components: { schemas: { Order: { type: 'string' } } } },
      { openapi: '3.1.0', components: { schemas: { Order: { type: 'integer' } } } },
      ['Order: the schema: type changed from string to integer', 'Order：该结构的类型由 string 改为 integer'],
    ],
    [
      'the introduction',
      { ...api({}), info: { title: 'A' } },
      { ...api({}), info: { title: 'B' } },
      ['Title changed from “A” to “B”', '标题由“A”改为“B”'],
    ],
    [
      'an operation',
      api({}),
      api({ deprecated: true, 'x-sunset': '2027-01-31' }),
      ['POST /orders: operation deprecated, it ends on 2027-01-31', 'POST /orders：接口已弃用，将于 2027-01-31 下线'],
    ],
  ])('says %s', (_name, before, after, expected) => {
    expect(texts(before, after)).toEqual(expected)
  })

  it('exists for every rule in both languages, with its values', () => {
    const pairs = [
      ...[...schemaRows, ...fieldRows].flatMap(([, before, after]) => [
        [inRequest(before), inRequest(after)] as const,
        [inResponse(before), inResponse(after)] as const,
      ]),
      ...callRows.map(([, before, after]) => [before, after] as const),
    ]
    const said = new Map<string, string>()
    for (const [before, after] of pairs)
      for (const change of [...changesOf(before, after), ...changesOf(after, before)])
        for (const language of ['en', 'zh'] as const) {
          const text = changeText(change, language)
          expect(text).not.toMatch(/undefined|\[object|：$|: $|“”/)
          expect(/\p{Script=Han}/u.test(text)).toBe(language === 'zh')
          said.set(`${change.rule} ${language}`, text)
        }
    expect(said.size).toBe(rules.length * 2)
  })

  it('is one line of bounded length without characters that cannot be seen', () => {
    const name = '\u202e\u200b\n<b>`x`\u0000'.repeat(100)
    const long = 'a'.repeat(100_000)
    for (const text of texts(
      inRequest(object({ [name]: { description: long, default: long } })),
      inRequest(object({ [name]: { default: `${long}b` } })),
    )) {
      expect(text.length).toBeLessThan(1000)
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
      expect(text).toContain('\\u202e')
    }
  })

  it('cuts no character in two', () => {
    const [text = ''] = texts(inRequest({ default: '😀'.repeat(200) }), inRequest({}))
    expect(text.isWellFormed()).toBe(true)
  })
})
