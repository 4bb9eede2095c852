import { expect, it } from 'vitest'
import type { ApiCall } from '../call/call.ts'
import { descriptionOf } from '../openapi/openapi.ts'
import { readParts } from '../parts/parts.ts'
import { samplesOf } from './samples.ts'

/** The samples in curl of an operation with these parameters. */
function curlOf(parameters: object[], head: object = { openapi: '3.0.3', servers: [{ url: 'https://api.test' }] }, path = '/items') {
  const operation = { operationId: 'list', parameters, responses: { 200: { description: 'Done' } } }
  const exact = (_key: string, value: unknown) => (typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value)
  const document = { ...head, info: { title: 'A', version: '1' }, paths: { [path]: { get: operation } } }
  const calls: ApiCall[] = []
  const task = { name: 'api.json', document: descriptionOf(JSON.stringify(document, exact)), language: 'en' as const, hasSchemas: true }
  readParts(task, String, (entry, { call }) => {
    if (entry === 'operation list' && call) calls.push(call)
    return undefined
  })
  return calls.flatMap(samplesOf).find(({ label }) => label === 'curl')?.text ?? ''
}

const tags = { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } }, example: ['a b', 'c'] }

it.each([
  [{}, 'tags=a%20b&tags=c'],
  [{ explode: true }, 'tags=a%20b&tags=c'],
  [{ explode: false }, 'tags=a%20b%2Cc'],
  [{ style: 'spaceDelimited' }, 'tags=a%20b%20c'],
  [{ style: 'pipeDelimited', explode: false }, 'tags=a%20b%7Cc'],
  [{ example: undefined, schema: { ...tags.schema, default: ['x'] } }, 'tags=x'],
  // Anything else than a list of plain values is sent as it is written.
  [{ example: 'a,b' }, 'tags=a%2Cb'],
  [{ example: [['a'], ['b']] }, 'tags=%5B%5B'],
  [{ style: 'deepObject', example: ['a'] }, 'tags=%5B%22a%22%5D'],
])('samples send a list in the query as its description says: %j', (more, expected) => {
  expect(curlOf([{ ...tags, ...more }])).toContain(`?${expected}`)
})

it('samples send a list in a path and in a header as one value', () => {
  const path = { ...tags, name: 'ids', in: 'path', required: true, example: [1, 2] }
  const header = { ...tags, name: 'X-Tags', in: 'header', example: ['a', 'b'] }
  const text = curlOf([path, header], undefined, '/items/{ids}')
  expect(text).toContain('/items/1%2C2')
  expect(text).toContain('X-Tags: a,b')
})

it.each([
  [undefined, 'tags=a%2Cb'],
  ['csv', 'tags=a%2Cb'],
  ['multi', 'tags=a&tags=b'],
  ['pipes', 'tags=a%7Cb'],
])('samples send a list of Swagger 2 with the format %s', (collectionFormat, expected) => {
  const parameter = { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat, default: ['a', 'b'] }
  expect(curlOf([parameter], { swagger: '2.0', host: 'api.test', schemes: ['https'] })).toContain(`?${expected}`)
})

const lines = {
  lt: { type: 'integer' },
  gt: { type: 'integer', example: 5 },
  more: { type: 'object', properties: { x: { type: 'string' } } },
}
const range = { name: 'total', in: 'query', required: true, schema: { type: 'object', required: ['lt'], properties: lines } }
const JSON_TYPE = { content: { 'application/json': { schema: range.schema, example: { lt: 1 } } } }

it.each([
  [{ style: 'deepObject' }, 'total[lt]=0&total[gt]=5'],
  [{}, 'lt=0&gt=5'],
  [{ required: false }, 'gt=5'],
  [{ style: 'deepObject', example: { lt: 12345678901234567890n, to: 'a b' } }, 'total[lt]=12345678901234567890&total[to]=a b'],
  [{ explode: false, example: { lt: 1 } }, 'total=lt,1'],
  [{ schema: undefined, ...JSON_TYPE }, 'total={"lt":1}'],
])('samples send an object in the query as its description says: %#', (more, expected) => {
  const [, query] = /\?([^'\s]*)/.exec(curlOf([{ ...range, ...more }])) ?? []
  expect(decodeURIComponent(query ?? '')).toBe(expected)
})
