import { describe, expect, it } from 'vitest'
import { descriptionOf } from '../openapi/openapi.ts'
import { readParts } from '../parts/parts.ts'
import { samplesOf } from './samples.ts'

/** The samples of the operations of a description, in all languages, by their entry. */
function samplesIn(document: object): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const given = descriptionOf(JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, ...document }))
  readParts(
    { name: 'a.json', document: given, language: 'en', hasSchemas: false },
    (entry) => entry,
    (entry, { call }) => {
      if (call)
        found.set(
          entry,
          samplesOf(call).map(({ text }) => text),
        )
      return undefined
    },
  )
  return found
}

const responses = { 200: { description: 'Done' } }
const get = (operation: object) => ({ '/a': { get: { operationId: 'a', responses, ...operation } } })
const curlOf = (document: object) => samplesIn(document).get('operation a')?.[0]

describe('samples of a description', () => {
  const securitySchemes = {
    login: { type: 'oauth2', flows: {} },
    basic: { type: 'http', scheme: 'basic' },
    header: { type: 'apiKey', in: 'header', name: 'X-Key' },
    query: { type: 'apiKey', in: 'query', name: 'key' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  }
  const secured = (security: object[], operation: object = {}) =>
    curlOf({ servers: [{ url: 'https://e.com' }], paths: get({ security, ...operation }), components: { securitySchemes } })

  it('have the authorization that the operation needs, of its first alternative', () => {
    expect(secured([{ login: ['read'] }, { header: [] }])).toBe(`curl 'https://e.com/a' \\\n  --header 'Authorization: Bearer '"$TOKEN"`)
    expect(secured([{ basic: [] }])).toContain(`'Authorization: Basic '"$CREDENTIALS"`)
    expect(secured([{ header: [], query: [], cookie: [] }, { login: [] }])).toBe(
      `curl 'https://e.com/a?key='"$KEY" \\\n  --header 'X-Key: '"$X_KEY" \\\n  --header 'Cookie: sid='"$COOKIE_SID"`,
    )
  })

  it('have no authorization where the operation works without, and none twice', () => {
    expect(secured([])).toBe(`curl 'https://e.com/a'`)
    expect(secured([{}, { login: [] }])).toBe(`curl 'https://e.com/a'`)
    const parameters = [
      { name: 'x-key', in: 'header', required: true, schema: { type: 'string' } },
      { name: 'key', in: 'query', required: true, schema: { type: 'string' } },
    ]
    expect(secured([{ header: [], query: [] }], { parameters })).toBe(`curl 'https://e.com/a?key=string' \\\n  --header 'x-key: string'`)
  })

  it('are not shown for webhooks and callbacks, which the API sends', () => {
    const post = { post: { requestBody: { content: { 'application/json': { example: { a: 1 } } } }, responses } }
    const samples = samplesIn({ paths: get({ callbacks: { done: { '{$request.body#/url}': post } } }), webhooks: { ready: post } })
    expect([...samples].map(([entry, texts]) => [entry.split(' ')[0], texts.length])).toEqual([
      ['operation', 6],
      ['webhook', 0],
      ['webhook', 0],
    ])
  })

  it('of one of several schemas say which it is', () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const kind = { type: 'object', properties: { kind: { type: 'string' } } }
    const schemas = {
      Base: { ...kind, discriminator: { propertyName: 'kind' } },
      Bird: { allOf: [ref('Base')], properties: { fly: { type: 'boolean' } } },
      Cat: kind,
      Pets: { oneOf: [ref('Cat'), ref('Bird')], discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } } },
    }
    const sent = (schema: object) =>
      curlOf({
        paths: { '/a': { post: { operationId: 'a', responses, requestBody: { content: { 'application/json': { schema } } } } } },
        components: { schemas },
      })
    expect(sent(ref('Pets'))).toContain('"kind": "cat"')
    expect(sent(ref('Bird'))).toContain('"kind": "Bird"')
  })
})
