import { describe, expect, it } from 'vitest'
import { rules } from './rules.ts'
import { callRows, hook, query } from './test/call-rows.ts'
import { api, changesOf, inRequest, inResponse, rulesOf } from './test/pairs.ts'
import { fieldRows, schemaRows } from './test/schema-rows.ts'

const start = { openapi: '3.1.0', info: { title: 'T', version: '1' } }

/** The rules of a change in a request, back, in a response, and back. */
const inBoth = (before: unknown, after: unknown) =>
  [inRequest, inResponse].flatMap((within) => [rulesOf(within(before), within(after)), rulesOf(within(after), within(before))])

describe('a change of a schema', () => {
  it.each(schemaRows)('%s', (_name, before, after, request, requestBack, response, responseBack) => {
    expect(inBoth(before, after)).toEqual([
      [`${request} body.a`],
      [`${requestBack} body.a`],
      [`${response} 200.a`],
      [`${responseBack} 200.a`],
    ])
  })
})

describe('a change of a field', () => {
  it.each(fieldRows)('%s', (_name, before, after, request, requestBack, response, responseBack) => {
    expect(inBoth(before, after)).toEqual([
      [`${request} body.a.b`],
      [`${requestBack} body.a.b`],
      [`${response} 200.a.b`],
      [`${responseBack} 200.a.b`],
    ])
  })
})

describe('a change of a call', () => {
  it.each(callRows)('%s', (_name, before, after, forward, back) => {
    expect([rulesOf(before, after), rulesOf(after, before)]).toEqual([forward, back])
  })
})

it('every rule is in one of the tables', () => {
  const ofSchemas = [...schemaRows, ...fieldRows].flatMap((row) => row.slice(3))
  const ofCalls = callRows.flatMap(([, , , forward, back]) => [...forward, ...back].map((text) => text.split(' ')[0]))
  const found = new Set<unknown>([...ofSchemas, ...ofCalls])
  expect(rules.filter((rule) => !found.has(rule))).toEqual([])
})

describe('webhooks and callbacks', () => {
  const body = (schema: unknown) => ({ requestBody: { content: { 'application/json': { schema } } } })
  const answer = (schema: unknown) => ({ responses: { 200: { content: { 'application/json': { schema } } } } })
  const [narrow, wide] = [{ type: 'integer' }, { type: 'number' }]

  it('send what a caller receives', () => {
    expect(rulesOf(hook(body(narrow)), hook(body(wide)))).toEqual(['response.type-wider body'])
    expect(rulesOf(hook(answer(narrow)), hook(answer(wide)))).toEqual(['request.type-wider 200'])
    expect(rulesOf(hook({}), hook({ parameters: [query({ required: true })] }))).toEqual(['response.header-new query.limit'])
  })

  it('of an operation are read in the same direction', () => {
    const callback = (more: object) => api({ callbacks: { paid: { '{$url}': { post: { responses: {}, ...more } } } } })
    expect(rulesOf(callback(body(narrow)), callback(body(wide)))).toEqual(['response.type-wider callback.paid.body'])
    expect(rulesOf(callback(answer(wide)), callback(answer(narrow)))).toEqual(['request.type-narrower callback.paid.200'])
  })
})

describe('the class of a change', () => {
  it('is that of its rule', () => {
    const [change] = changesOf(api({ parameters: [query()] }), api({ parameters: [query({ required: true })] }))
    expect(change).toMatchObject({ class: 'breaking', kind: 'operation', key: 'createOrder', label: 'POST /orders', before: '', after: '' })
  })

  it('is at most risky in a schema that no call uses', () => {
    const schema = (type: string) => ({ ...start, components: { schemas: { Order: { type } } } })
    expect(changesOf(schema('string'), schema('integer'))).toMatchObject([
      { rule: 'request.type-other', class: 'risky', kind: 'schema', key: 'Order' },
    ])
  })
})
