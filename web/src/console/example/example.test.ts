import { readExamples } from '@sheaf/markdown/examples'
import { describe, expect, it } from 'vitest'
import { messageOf, NO_AUTH, type Values } from '../request/values.ts'
import { aCall, field } from '../test/call.ts'
import { type Answered, environmentName, responseOf, type Typed, withExample, writeExample } from './example.ts'

const CANARY = 'canary-4d1e/of a "reader"'
const values: Values = {
  path: [{ name: 'id', value: '7' }],
  query: [{ name: 'region', value: '{{region}}' }],
  headers: [],
  cookies: [],
  type: 'application/json',
  text: '{\n  "note": "x"\n}',
  rows: [],
}
const chosen = { base: 'https://api.test/v2', auth: NO_AUTH, files: {}, variables: { region: 'eu' } }
const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer

function answered(
  more: Partial<Values> = {},
  with_: Partial<typeof chosen> = {},
  secrets: Typed[] = [],
  answer = '{"order_id":"a"}',
): Answered {
  const call = aCall({ bodies: [{ content_type: more.type ?? 'application/json', type: '', fields: [], example: '' }] })
  const message = messageOf(call, { ...values, ...more }, { ...chosen, ...with_ })
  return { call, message, secrets, answer: { status: 201, body: bytes(answer), isCut: false } }
}
const usual = { name: 'Put an order', env: 'staging', isUnsafe: false, hasResponse: false }
const textOf = (given: Answered, more: Partial<typeof usual> = {}) => writeExample(given, { ...usual, ...more })?.text

describe('an example', () => {
  it('has the request with the base address and variables as builds fill them in', () => {
    const given = answered(
      { headers: [{ name: 'X-Trace', value: 'abc' }] },
      { auth: { ...NO_AUTH, kind: 'bearer', value: '{{api_token}}' } },
    )
    expect(writeExample(given, usual)).toEqual({
      text: [
        '```http [Put an order] env=staging expect=201',
        'PUT {{host}}/orders/7?region={{region}}',
        'Authorization: Bearer {{api_token}}',
        'X-Trace: abc',
        'Content-Type: application/json',
        '',
        '{',
        '  "note": "x"',
        '}',
        '```',
      ].join('\n'),
      variables: ['host', 'region', 'api_token'],
    })
    expect(textOf(given, { name: '', env: '', isUnsafe: true })).toMatch(/^```http expect=201 run=unsafe\n/)
  })

  it.each([
    ['the path', { path: [{ name: 'id', value: CANARY }] }, {}],
    ['the query', { query: [{ name: 'q', value: `a ${CANARY} b` }] }, {}],
    ['the query, by its name alone', { query: [{ name: 'access_token', value: CANARY }] }, {}],
    ['the name of a parameter', { query: [{ name: CANARY, value: '1' }] }, {}],
    ['a header', { headers: [{ name: 'X-Trace', value: `t=${CANARY.replaceAll('"', '')}` }] }, {}],
    ['a header that is not documented', { headers: [{ name: 'X-Own', value: 'canary-4d1e' }] }, {}],
    ['a header of authorization', { headers: [{ name: 'Authorization', value: `Bearer ${CANARY}` }] }, {}],
    ['the body', { text: JSON.stringify({ note: `in ${CANARY}`, list: [CANARY], [CANARY]: 1 }) }, {}],
    ['the body, by its name alone', { text: JSON.stringify({ user: { password: CANARY, keys: { api_key: [CANARY] } } }) }, {}],
    ['the body, with escapes', { text: `{"note":"\\u0063${JSON.stringify(CANARY).slice(2)}}` }, {}],
    ['a body that is no JSON', { text: `<order><key>${CANARY}</key></order>`, type: 'application/xml' }, {}],
    ['a form', { rows: [{ name: 'a b', value: CANARY }], type: 'application/x-www-form-urlencoded' }, {}],
    ['a form, by its name alone', { rows: [{ name: 'client_secret', value: CANARY }], type: 'application/x-www-form-urlencoded' }, {}],
    ['the token', {}, { auth: { ...NO_AUTH, kind: 'bearer' as const, value: CANARY } }],
    ['the token, next to a variable', {}, { auth: { ...NO_AUTH, kind: 'bearer' as const, value: `${CANARY}{{rest}}` } }],
    ['the password', {}, { auth: { ...NO_AUTH, kind: 'basic' as const, user: 'emma', value: CANARY } }],
    ['a key in a header', {}, { auth: { ...NO_AUTH, kind: 'header' as const, key: 'X-Key', value: CANARY } }],
    ['a key in the query', {}, { auth: { ...NO_AUTH, kind: 'query' as const, key: 'k', value: CANARY } }],
    ['a variable', { query: [{ name: 'q', value: `{{api_token}} ${CANARY}` }] }, { variables: { api_token: CANARY } }],
  ])('has no secret that was typed in %s', (place, typed, with_) => {
    // By its name, or because it was typed as a secret in another place.
    const isAlone = place.endsWith('alone')
    const secrets = isAlone
      ? []
      : [
          { name: 'token', value: CANARY.replaceAll('"', '') },
          { name: 'token', value: CANARY },
        ]
    const written = writeExample(answered(typed, with_ as typeof chosen, secrets), usual)
    expect(written?.text).toBeDefined()
    for (const form of [CANARY, 'canary', encodeURIComponent(CANARY), btoa(`emma:${CANARY}`)]) expect(written?.text).not.toContain(form)
    expect(written?.variables.length).toBeGreaterThan(1)
    // A build finds exactly this example.
    const made = written && withExample('Text.', written)
    expect(made?.example).toMatchObject({ method: 'PUT', name: 'Put an order', env: 'staging', expect: '201' })
  })

  it('has no text that looks like a credential, under any name', () => {
    const tokens = [
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
      'ghp_0123456789abcdefABCDEF0123456789abcd',
      'sk_live_0123456789abcdef0123',
      '0123456789abcdef0123456789ABCDEF01234567',
    ]
    for (const token of tokens) {
      const text = textOf(answered({ path: [{ name: 'id', value: token }], text: JSON.stringify({ note: `see ${token}` }) }))
      expect([token, text?.includes(token)]).toEqual([token, false])
    }
    expect(textOf(answered({ path: [{ name: 'id', value: '0190a8c2-6a5e-7c1f-9b3d-0123456789ab' }] }))).toContain('/orders/0190a8c2')
  })

  it('has variables in place of the values of the environment', () => {
    const text = textOf(
      answered(
        { path: [{ name: 'id', value: 'eu' }], text: '{"region":"eu","tenant":"acme-7","n":42}' },
        { variables: { region: 'eu', tenant: 'acme-7', n: '42' } as never },
      ),
    )
    expect(text).toContain('PUT {{host}}/orders/{{region}}?')
    expect(text).toContain('{"region":"{{region}}","tenant":"{{tenant}}","n":{{n}}}')
  })

  it('names variables as builds can set them', () => {
    const written = writeExample(
      answered({ query: [{ name: 'q', value: '{{my-key}} {{名}} {{my key}}' }] }, { variables: { host: 'x' } as never }),
      usual,
    )
    expect(written?.text).toContain('PUT {{base_url}}/orders/7?q={{my_key}}%20{{value}}%20{{my_key_2}}')
  })

  it('can include the response, with its secrets masked and its numbers as they are', () => {
    const answer = JSON.stringify({ order_id: 'a', access_token: 'typed later', echo: `is ${CANARY}`, list: [], n: 1 }).replace(
      ':1}',
      ':1.50}',
    )
    const given = answered({}, {}, [{ name: 'token', value: CANARY }], answer)
    expect(textOf(given)).not.toContain('json response')
    const text = textOf(given, { hasResponse: true })
    expect(text).toContain(
      '```json response\n{\n  "order_id": "a",\n  "access_token": "••••••",\n  "echo": "is ••••••",\n  "list": [],\n  "n": 1.50\n}\n```',
    )
    expect(readExamples(text ?? '')[0]?.response).toContain('"order_id"')
    expect(responseOf({ ...given, answer: { status: 200, body: bytes('<html>'), isCut: false } })).toBeUndefined()
    expect(responseOf({ ...given, answer: { status: 200, body: bytes(`"${'a'.repeat(9000)}"`), isCut: false } })).toBeUndefined()
    expect(responseOf({ ...given, answer: { ...given.answer, isCut: true } })).toBeUndefined()
  })

  it('is closed by nothing in its text, and ends the text of the page', () => {
    const written = writeExample(answered({ text: '{\n"note": "\n```\n# x"}'.replace('"\n```\n# x"', '1,\n"a":\n```\n2') }), usual)
    // Such a body is no JSON and becomes a variable.
    expect(written?.text).toContain('{{body}}')
    const plain = writeExample(answered(), usual)
    expect(plain && withExample('# Orders\n\n\n', plain)?.content).toBe(`# Orders\n\n${plain?.text}\n`)
    expect(plain && withExample('', plain)?.content).toBe(`${plain?.text}\n`)
    expect(plain && withExample('<!-- never closed', plain)).toBeUndefined()
    expect(plain && withExample('```\nopen', plain)).toBeUndefined()
    const full = Array.from({ length: 20 }, (_, n) => `\`\`\`http [n${n}] expect=200\nGET {{host}}/\n\`\`\``).join('\n\n')
    expect(plain && withExample(full, plain)).toBeUndefined()
  })

  it('cannot be made of files, of a long request, or of a method without a written form', () => {
    const file = new File(['x'], 'x.bin')
    expect(writeExample(answered({ type: 'multipart/form-data' }, { files: { file } }), usual)).toBeUndefined()
    const long = writeExample(answered({ text: JSON.stringify({ note: 'a '.repeat(6000) }) }), usual)
    expect(long && withExample('x', long)).toBeUndefined()
    const call = aCall({ method: 'QUERY', bodies: [], in_query: [field('q')] })
    const message = messageOf(call, values, chosen)
    const odd = writeExample({ ...answered(), call, message }, usual)
    expect(odd && withExample('x', odd)).toBeUndefined()
  })

  it('takes the name of its environment in a form that builds take', () => {
    expect(['Staging', 'EU 1 (test)', '测试', '.x', 'a_b.c'].map(environmentName)).toEqual(['staging', 'eu-1-test', '', 'x', 'a_b.c'])
  })
})
