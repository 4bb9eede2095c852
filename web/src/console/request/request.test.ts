import { beforeEach, describe, expect, it } from 'vitest'
import { consoleKey, forgetOthers } from '../../session/console-keys.ts'
import { aCall, anEnvironment, field } from '../test/call.ts'
import { curlOf } from './curl.ts'
import { readKept, withPage, writeKept } from './keep.ts'
import { readRecent, remember, withoutSecrets } from './recent.ts'
import { failureOf, headersToSend } from './send.ts'
import { bodyKind, firstAuth, firstValues, isForbiddenHeader, messageOf, NO_AUTH, usedVariables, type Values } from './values.ts'

const SECRET = 'canary-4d1e-secret'
const call = aCall()
const values = firstValues(call)
const chosen = { base: 'https://api.test/v2', auth: NO_AUTH, files: {}, variables: {} }

class Store {
  private readonly rows = new Map<string, string>()
  getItem = (key: string) => this.rows.get(key) ?? null
  setItem = (key: string, value: string) => {
    this.rows.set(key, value)
    Object.assign(this, { [key]: value })
  }
  removeItem = (key: string) => {
    this.rows.delete(key)
    Reflect.deleteProperty(this, key)
  }
}
const text = () => JSON.stringify([localStorage, sessionStorage])
beforeEach(() => {
  Object.assign(globalThis, { localStorage: new Store(), sessionStorage: new Store() })
})

describe('a request', () => {
  it('begins with the example: required fields first, optional ones empty', () => {
    expect(values).toEqual({
      path: [{ name: 'id', value: '7' }],
      query: [
        { name: 'region', value: '{{region}}' },
        { name: 'limit', value: '' },
      ],
      headers: [{ name: 'X-Trace', value: '' }],
      cookies: [],
      type: 'application/json',
      text: '{\n  "lines": []\n}',
      rows: [
        { name: 'lines', value: '' },
        { name: 'note', value: '' },
      ],
    })
    expect(firstAuth(call)).toEqual({ ...NO_AUTH, kind: 'bearer' })
    expect(usedVariables(values, { ...NO_AUTH, value: '{{ token }}' })).toEqual(['region', 'token'])
  })

  it('has what a person filled in, and leaves variables to the worker', () => {
    const auth = { ...NO_AUTH, kind: 'header' as const, key: 'X-Key', value: '{{key}}' }
    expect(messageOf(call, values, { ...chosen, auth, variables: { key: 'k' } })).toEqual({
      method: 'PUT',
      base: 'https://api.test/v2',
      path: ['/orders/', { name: 'id', value: '7' }],
      query: [['region', '{{region}}']],
      headers: [['Content-Type', 'application/json']],
      authorization: { kind: 'header', key: 'X-Key', value: '{{key}}' },
      body: { kind: 'text', text: '{\n  "lines": []\n}' },
      variables: { key: 'k' },
    })
  })

  it('has the body of its content type', () => {
    expect(['application/json', 'application/merge-patch+json', 'text/xml', 'image/png', 'multipart/form-data'].map(bodyKind)).toEqual([
      'json',
      'json',
      'text',
      'file',
      'multipart',
    ])
    const bodies = [
      { content_type: 'multipart/form-data', type: '', fields: [field('file', { type: 'string (binary)' }), field('title')], example: '' },
    ]
    const form = aCall({ bodies })
    const file = new File(['x'], 'a.txt')
    const filled = {
      ...firstValues(form),
      rows: [
        { name: 'file', value: '' },
        { name: 'title', value: 'A' },
      ],
    }
    expect(messageOf(form, filled, { ...chosen, files: { file } }).body).toEqual({
      kind: 'multipart',
      rows: [
        ['title', 'A'],
        ['file', file],
      ],
    })
    expect(messageOf(aCall({ method: 'GET' }), values, chosen).body).toBeUndefined()
  })

  it('leaves out headers that a page cannot send', () => {
    expect(['Cookie', 'host', 'Sec-Fetch-Site', 'Proxy-Authorization', 'X-Cookie'].map(isForbiddenHeader)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    const typed = { ...values, headers: [{ name: 'Cookie', value: 'a=b' }] }
    expect(messageOf(call, typed, chosen).headers).toEqual([['Content-Type', 'application/json']])
  })
})

describe('a failure (T12)', () => {
  const why = (base: string, more = {}) => failureOf(base, { isOnline: true, protocol: 'https:', ...more }).kind
  it('is described by what can be known', () => {
    expect(why('https://api.test', { isOnline: false })).toBe('offline')
    expect(why('http://api.test')).toBe('insecure')
    expect(why('http://api.test', { protocol: 'http:' })).toBe('cors')
    expect(
      ['http://localhost:8080', 'https://10.1.2.3', 'https://api.local', 'https://intranet', 'https://172.20.0.1'].map((one) => why(one)),
    ).toEqual(Array.from({ length: 5 }, () => 'local'))
    expect(['https://api.test', 'https://172.40.0.1', 'https://100.local.test'].map((one) => why(one))).toEqual(['cors', 'cors', 'cors'])
  })

  it('names the headers that the API has to send', () => {
    const auth = { ...NO_AUTH, kind: 'bearer' as const, value: 't' }
    expect(headersToSend('https://docs.test', messageOf(call, values, { ...chosen, auth }))).toEqual([
      'Access-Control-Allow-Origin: https://docs.test',
      'Access-Control-Allow-Methods: PUT',
      'Access-Control-Allow-Headers: content-type, authorization',
    ])
    expect(headersToSend('https://docs.test', messageOf(aCall({ method: 'GET' }), values, chosen))).toHaveLength(1)
  })
})

describe('the request as curl', () => {
  const typed: Values = {
    ...values,
    query: [
      { name: 'access_token', value: SECRET },
      { name: 'q', value: `a ${SECRET}` },
    ],
    headers: [
      { name: 'Authorization', value: `Bearer ${SECRET}` },
      { name: 'X-Trace', value: "it's" },
    ],
    cookies: [{ name: 'sid', value: SECRET }],
    text: JSON.stringify({ password: SECRET, note: SECRET, lines: [] }),
  }
  const auth = { ...NO_AUTH, kind: 'header' as const, key: 'X-Key', value: SECRET }
  const variables = { region: 'eu', api_token: SECRET }
  const message = messageOf(call, typed, { ...chosen, auth, variables })

  it('has no secret unless the person asks for their values', () => {
    const safe = curlOf({ call, values: typed, message, secrets: [SECRET], isWithValues: false })
    expect(safe).not.toContain(SECRET)
    for (const piece of ['$TOKEN', '$X_KEY', '$COOKIE_SID', '$PASSWORD', "'X-Trace: it'\\''s'", '/orders/7']) expect(safe).toContain(piece)
  })

  it('has the values of the person if they ask for them', () => {
    const whole = curlOf({ call, values: typed, message, secrets: [SECRET], isWithValues: true })
    expect(whole).toContain(`'X-Key: ${SECRET}'`)
    expect(whole).toContain(`sid=${SECRET}`)
    const region = messageOf(call, values, { ...chosen, variables })
    expect(curlOf({ call, values, message: region, secrets: [], isWithValues: true })).toContain('region=eu')
    expect(curlOf({ call, values, message: region, secrets: [], isWithValues: false })).toContain('$REGION')
  })

  it('masks a user name and its password together', () => {
    const basic = { ...NO_AUTH, kind: 'basic' as const, user: 'anna', value: SECRET }
    const other = messageOf(call, values, { ...chosen, auth: basic })
    expect(curlOf({ call, values, message: other, secrets: [SECRET], isWithValues: false })).toContain(
      `'Authorization: Basic '"$CREDENTIALS"`,
    )
    expect(curlOf({ call, values, message: other, secrets: [SECRET], isWithValues: true })).toContain(`Basic ${btoa(`anna:${SECRET}`)}`)
  })
})

describe('what a person typed (S222)', () => {
  const auth = { ...NO_AUTH, kind: 'bearer' as const, value: SECRET }
  const kept = withPage({ env_id: '9', auth, variables: { api_token: SECRET }, values: {} }, '4', values)

  it('stays in the tab, or on the device if they choose it', () => {
    writeKept('1', '12', kept, false)
    expect(readKept('1', '12')).toEqual({ kept, isOnDevice: false })
    expect(JSON.stringify(localStorage)).not.toContain(SECRET)
    writeKept('1', '12', kept, true)
    expect(readKept('1', '12')).toEqual({ kept, isOnDevice: true })
    expect(JSON.stringify(sessionStorage)).not.toContain(SECRET)
    expect(readKept('2', '12').kept.auth).toBeUndefined()
    expect(readKept('1', '13').kept.auth).toBeUndefined()
  })

  it('is gone after a sign-out and for the next account', () => {
    for (const isOnDevice of [true, false]) {
      writeKept('1', '12', kept, isOnDevice)
      remember('1', '12', { at: 1, page_id: '4', method: 'PUT', path: '/', env_name: 'Staging', status: 200, ms: 1, values })
      forgetOthers('1')
      expect(readKept('1', '12').kept.auth?.value).toBe(SECRET)
      forgetOthers(isOnDevice ? undefined : '2')
      expect(text()).not.toContain(SECRET)
      expect(readRecent('1', '12')).toEqual([])
    }
  })

  it('is ignored if something else is stored', () => {
    for (const stored of ['[]', '{"values":{"4":{}},"auth":{"kind":1}}', 'no JSON', '{"variables":{"a":1}}']) {
      localStorage.setItem(consoleKey('1', '12.values'), stored)
      localStorage.setItem(consoleKey('1', '12.recent'), stored)
      expect(readKept('1', '12').kept).toEqual({ env_id: '', auth: undefined, variables: {}, values: {} })
      expect(readRecent('1', '12')).toEqual([])
    }
  })
})

describe('recent requests', () => {
  it('have no secrets', () => {
    const typed: Values = {
      path: [{ name: 'id', value: SECRET }],
      query: [
        { name: 'token', value: 'other' },
        { name: 'q', value: 'plain' },
      ],
      headers: [{ name: 'Authorization', value: '{{api_token}}' }],
      cookies: [{ name: 'sid', value: 'other' }],
      rows: [{ name: 'password', value: 'other' }],
      type: 'application/json',
      text: JSON.stringify({ password: 'other', note: 'plain' }),
    }
    const clean = withoutSecrets(typed, [SECRET])
    expect(JSON.stringify(clean)).not.toMatch(/other|canary/)
    expect(clean).toMatchObject({
      query: [{ value: '' }, { value: 'plain' }],
      headers: [{ value: '{{api_token}}' }],
      text: '{"password":"","note":"plain"}',
    })
    expect(withoutSecrets({ ...typed, text: `raw ${SECRET}` }, [SECRET]).text).toBe('')
    expect(withoutSecrets({ ...typed, text: 'raw text' }, []).text).toBe('')
    expect(withoutSecrets({ ...typed, text: JSON.stringify({ note: 'a "quoted" one' }) }, ['"quoted"']).text).toBe('')
  })

  it('are the last 20', () => {
    const one = { page_id: '4', method: 'PUT', path: '/', env_name: anEnvironment().env_name, status: 200, ms: 1, values }
    for (let at = 1; at <= 25; at++) remember('1', '12', { ...one, at })
    expect(readRecent('1', '12').map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, n) => 25 - n))
  })
})
