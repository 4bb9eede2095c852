import { type Change, changesBetween } from '../changes.ts'

/** The day on which operations of tests are removed. */
export const TODAY = '2026-06-01'

const start = { openapi: '3.1.0', info: { title: 'T', version: '1' } }

/** A description with the operation `POST /orders`. */
export const api = (operation: object, more: object = {}): object => ({
  ...start,
  paths: { '/orders': { post: { operationId: 'createOrder', responses: {}, ...operation } } },
  ...more,
})

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })

/** The schema as the field `a` of a request. */
export const inRequest = (schema: unknown): object => api({ requestBody: json({ type: 'object', properties: { a: schema } }) })

/** The schema as the field `a` of a response. */
export const inResponse = (schema: unknown): object => api({ responses: { 200: json({ type: 'object', properties: { a: schema } }) } })

export const changesOf = (before: unknown, after: unknown): Change[] => changesBetween(before, after, TODAY).changes

/** Changes as `rule path`. */
export const rulesOf = (before: unknown, after: unknown): string[] =>
  changesOf(before, after).map(({ rule, path }) => `${rule} ${path}`.trim())
