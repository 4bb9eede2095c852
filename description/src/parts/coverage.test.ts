import { expect, it } from 'vitest'
import type { ApiCall, ApiContent, ApiField } from '../call/call.ts'
import { filledGaps } from '../tables/coverage.ts'
import { callCoverage, callGapPath } from './coverage.ts'

const field = (name: string, description = '', more: Partial<ApiField> = {}): ApiField => ({ name, type: 'string', description, ...more })

const content = (fields: ApiField[], contentType = 'application/json'): ApiContent => ({
  contentType,
  type: 'object',
  fields,
  examples: [],
})

const order: ApiCall = {
  method: 'POST',
  url: '/orders/{shop}',
  path: [field('shop', 'The shop')],
  query: [field('dry')],
  bodies: [content([field('lines', '', { type: 'object[]', lists: 1, fields: [field('quantity'), field('sku', 'As printed')] })])],
  responses: [{ status: '200', description: 'Done', headers: [], contents: [content([field('id')])] }],
}
const named = (summary: string) => ({ spec: { summary } })
const filled = (gaps: string[][], ...paths: string[]) => filledGaps(gaps, new Set(paths.map(callGapPath)))

it('counts the operation and its fields, and knows which of them people describe', () => {
  const { gaps, ...counts } = callCoverage(order, named(''))
  expect(counts).toEqual({ describable: 7, described: 2 })
  expect(gaps).toEqual([['description', 'summary'], ['query.dry'], ['body.lines'], ['body.lines.quantity'], ['200.id']])
  expect(
    filled(gaps, 'summary', 'description', 'body.lines[].quantity', 'body.lines.quantity', '200', 'body.lines[].sku', 'query.gone'),
  ).toBe(2)
  expect(callCoverage(order, named('Create an order'))).toMatchObject({ describable: 7, described: 3 })
  expect(callCoverage({ ...order, description: ' ' }, undefined)).toMatchObject({ described: 2 })
})

it('takes a path without its media type for the first place of this name', () => {
  const bodies = ['application/json', 'text/csv'].map((contentType) => content([field('id')], contentType))
  const { gaps } = callCoverage({ method: 'PUT', url: '/', description: 'Puts it', bodies }, undefined)
  expect(gaps).toEqual([['body(application/json).id', 'body.id'], ['body(text/csv).id']])
  expect([filled(gaps, 'body.id'), filled(gaps, 'body.id', 'body(text/csv).id')]).toEqual([1, 2])
})

it('counts every field of a large operation, and keeps the paths of the first ones', () => {
  const query = Array.from({ length: 1500 }, (_, n) => field(`parameter_with_a_long_name_${n}`))
  const { describable, gaps } = callCoverage({ method: 'GET', url: '/', description: 'Gets it', query }, undefined)
  expect(describable).toBe(1501)
  expect(JSON.stringify(gaps).length).toBeLessThan(32_000)
})
