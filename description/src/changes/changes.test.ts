import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { documentOf } from '../openapi/openapi.ts'
import { changesBetween } from './changes.ts'
import { api, changesOf, inRequest, inResponse, rulesOf } from './test/pairs.ts'

const string = { type: 'string' }
const start = { openapi: '3.1.0', info: { title: 'T', version: '1' } }
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

describe('the same meaning', () => {
  const same: [name: string, before: unknown, after: unknown][] = [
    ['null in OpenAPI 3.0 and 3.1', { type: 'string', nullable: true }, { type: ['null', 'string'] }],
    ['null as an alternative', { anyOf: [string, { type: 'null' }] }, { type: ['string', 'null'] }],
    ['null in a list of values', { type: 'string', nullable: true, enum: ['a', null] }, { type: ['string', 'null'], enum: ['a'] }],
    ['exclusive bounds', { minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: false }, { exclusiveMinimum: 1, maximum: 2 }],
    ['bounds that do not bound', { minLength: 0, uniqueItems: false, additionalProperties: true }, {}],
    ['the order of lists', { type: ['string', 'integer'], enum: ['a', 1] }, { type: ['integer', 'string'], enum: [1, 'a'] }],
    [
      'the order of required fields',
      object({ b: {}, c: {} }, { required: ['b', 'c'] }),
      object({ c: {}, b: {} }, { required: ['c', 'b', 'b'] }),
    ],
    ['the order of alternatives', { oneOf: [string, { type: 'integer' }] }, { oneOf: [{ type: 'integer' }, string] }],
    ['a single alternative', { oneOf: [{ allOf: [string] }] }, string],
    [
      'parts of allOf',
      { allOf: [object({ b: string }), object({ c: {} }, { required: ['b'] })] },
      object({ b: string, c: {} }, { required: ['b'] }),
    ],
    ['a single value', { type: 'string', const: 'a' }, { type: 'string', enum: ['a'] }],
    ['one example', { example: 1 }, { examples: [1] }],
    ['a type that is clear', { properties: { b: string } }, object({ b: string })],
    ['a list of first entries', { type: 'array', items: [string] }, { type: 'array', prefixItems: [string] }],
    ['extensions', { 'x-order': 1 }, { 'x-order': 2 }],
  ]

  it.each(same)('%s', (_name, before, after) => {
    const found = [inRequest, inResponse].flatMap((within) => [
      rulesOf(within(before), within(after)),
      rulesOf(within(after), within(before)),
    ])
    expect(found).toEqual([[], [], [], []])
  })

  it('numbers keep their digits, and other digits are another number', () => {
    const limit = (digits: string) => documentOf(JSON.stringify(inRequest({ maximum: 0 })).replace('"maximum":0', `"maximum":${digits}`))
    expect(rulesOf(limit('1.0'), limit('10e-1'))).toEqual([])
    expect(rulesOf(limit('9223372036854775807'), limit('9223372036854775806'))).toEqual(['request.bound-tighter body.a'])
    expect(rulesOf(limit(`${'9'.repeat(400)}8`), limit(`${'9'.repeat(400)}9`))).toEqual(['request.bound-looser body.a'])
    expect(rulesOf(limit('1e308'), limit('1e309'))).toEqual(['request.bound-looser body.a'])
  })

  it('Swagger 2 and OpenAPI 3.1', () => {
    const Order = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
    const swagger = {
      ...{ swagger: '2.0', info: start.info, host: 'api.example', basePath: '/v1', schemes: ['https'], consumes: ['application/json'] },
      produces: ['application/json'],
      securityDefinitions: { basic: { type: 'basic' }, oauth: { type: 'oauth2', flow: 'application', tokenUrl: '/t', scopes: { a: 'A' } } },
      security: [{ oauth: ['a'] }],
      paths: {
        '/orders/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, type: 'string', maxLength: 5 }],
          put: {
            parameters: [
              { name: 'tags', in: 'query', type: 'array', items: string, collectionFormat: 'multi' },
              { name: 'order', in: 'body', required: true, schema: { $ref: '#/definitions/Order' } },
            ],
            responses: { 200: { description: 'D', schema: { $ref: '#/definitions/Order' }, headers: { 'X-Rate': { type: 'integer' } } } },
          },
          post: {
            consumes: ['multipart/form-data'],
            parameters: [
              { name: 'file', in: 'formData', type: 'file', required: true },
              { name: 'note', in: 'formData', type: 'string' },
            ],
            responses: {},
          },
        },
      },
      definitions: { Order },
    }
    const form = object({ file: { type: 'string', format: 'binary' }, note: string }, { required: ['file'] })
    const openapi = {
      ...{ ...start, servers: [{ url: 'https://api.example/v1/' }], security: [{ oauth: ['a'] }] },
      components: {
        schemas: { Order },
        securitySchemes: {
          basic: { type: 'http', scheme: 'Basic' },
          oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/t', scopes: { a: 'other words' } } } },
        },
      },
      paths: {
        '/orders/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 5 } }],
          put: {
            parameters: [{ name: 'tags', in: 'query', schema: { type: 'array', items: string } }],
            requestBody: { required: true, ...json(ref('Order')) },
            responses: { 200: { description: 'D', ...json(ref('Order')), headers: { 'x-rate': { schema: { type: 'integer' } } } } },
          },
          post: { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } }, responses: {} },
        },
      },
    }
    expect(rulesOf(swagger, openapi)).toEqual([])
    expect(rulesOf(openapi, swagger)).toEqual([])
  })

  it('keys in another order, YAML, anchors and shared definitions', () => {
    const shared = { components: { schemas: { A: object({ b: string, c: { type: 'integer' } }) } } }
    const inline = inRequest(object({ c: { type: 'integer' }, b: string }))
    const referred = { ...inRequest(ref('A')), ...shared }
    expect(rulesOf(inline, referred)).toEqual([])
    expect(rulesOf(referred, inline)).toEqual([])
    expect(rulesOf(referred, documentOf(stringify(referred)))).toEqual([])
    const anchored = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\ncomponents: {schemas: {A: &a {type: string}, B: *a}}'
    const plain = { ...start, components: { schemas: { B: string, A: string } } }
    expect(rulesOf(documentOf(anchored), plain)).toEqual([])
  })
})

describe('a named schema', () => {
  const operation = (schema: unknown) => ({ requestBody: json(schema), responses: {} })
  const described = (schemas: object, paths: object) => ({ ...start, paths, components: { schemas } })
  const many = {
    '/a': { post: operation(ref('Order')) },
    '/b': { post: operation({ type: 'array', items: ref('Order') }) },
    '/c': { get: { responses: {} } },
  }

  it('has one change, with the calls that reach it', () => {
    const [change, ...more] = changesOf(
      described({ Order: object({ lines: { type: 'array', items: object({ 'a.b': string }) } }) }, many),
      described({ Order: object({ lines: { type: 'array', items: object({ 'a.b': string }, { required: ['a.b'] }) } }) }, many),
    )
    expect(more).toEqual([])
    expect(change).toMatchObject({ kind: 'schema', key: 'Order', rule: 'request.field-required', class: 'breaking', path: 'lines[].`a.b`' })
    expect(change?.reaches).toEqual([
      { kind: 'operation', key: 'POST /a' },
      { kind: 'operation', key: 'POST /b' },
    ])
  })

  it('is read in the direction in which calls of both versions use it', () => {
    const used = (where: 'request' | 'response' | 'both', type: string) => {
      const response = { 200: json(ref('Order')) }
      const post = { ...(where === 'response' ? {} : operation(ref('Order'))), responses: where === 'request' ? {} : response }
      return described({ Order: { type } }, { '/a': { post } })
    }
    expect(rulesOf(used('request', 'integer'), used('request', 'number'))).toEqual(['request.type-wider'])
    expect(rulesOf(used('response', 'integer'), used('response', 'number'))).toEqual(['response.type-wider'])
    expect(rulesOf(used('both', 'integer'), used('both', 'number'))).toEqual(['response.type-wider'])
    expect(rulesOf(used('both', 'number'), used('both', 'integer'))).toEqual(['request.type-narrower'])
    // Only the new version has it in a response, where no program can rely on it.
    expect(rulesOf(used('request', 'integer'), used('both', 'number'))).toEqual(['response.status-new 200', 'request.type-wider'])
  })

  it('behind a read-only field is in no request', () => {
    const used = (type: string) =>
      described(
        { Order: object({ owner: { allOf: [ref('Owner')], readOnly: true } }), Owner: { type } },
        { '/a': { post: operation(ref('Order')) } },
      )
    expect(changesOf(used('string'), used('integer'))).toMatchObject([{ key: 'Owner', class: 'risky' }])
  })

  it('that only got another name is the same, also where it contains itself', () => {
    const tree = (name: string, type: string) =>
      described(
        { [name]: object({ name: { type }, children: { type: 'array', items: ref(name) } }) },
        { '/a': { post: operation(ref(name)) } },
      )
    expect(changesOf(tree('Node', 'string'), tree('Leaf', 'string'))).toEqual([])
    expect(changesOf(tree('Node', 'string'), tree('Leaf', 'integer'))).toMatchObject([{ kind: 'schema', key: 'Leaf', path: 'name' }])
  })

  it('that is replaced by another one is compared with it', () => {
    const schemas = { A: object({ a: string }), B: object({ a: string, b: string }) }
    const use = (name: string) =>
      described(schemas, { '/a': { post: operation(ref(name)) }, '/b': { post: operation(ref('A')) }, '/c': { post: operation(ref('B')) } })
    expect(rulesOf(use('A'), use('B'))).toEqual(['request.field-new body.b'])
  })

  it('as one of several alternatives has its name in the path', () => {
    const use = (type: string) =>
      described(
        { Bank: object({}) },
        { '/a': { post: operation({ oneOf: [object({ number: { type } }, { title: 'Card' }), ref('Bank')] }) } },
      )
    expect(rulesOf(use('string'), use('integer'))).toEqual(['request.type-other body<Card>.number'])
  })

  it('keeps what it has from another one', () => {
    const schemas = (more: object) => ({
      Base: object({ id: string, at: string }, { required: ['id'] }),
      Order: { allOf: [ref('Base'), more] },
    })
    const use = (more: object) => described(schemas(more), { '/a': { post: operation(ref('Order')) } })
    expect(rulesOf(use({}), use({ required: ['id'] }))).toEqual([])
    expect(rulesOf(use({}), use({ required: ['at'] }))).toEqual(['request.field-required at'])
    expect(rulesOf(use({}), use({ properties: { id: { type: 'string', maxLength: 3 } } }))).toEqual(['request.bound-first id'])
    expect(rulesOf(use({}), use({ type: 'object' }))).toEqual([])
  })

  it('with a discriminator is each schema that contains it', () => {
    const use = (type: string) =>
      described(
        {
          Pet: object({ kind: string }, { discriminator: { propertyName: 'kind' } }),
          Cat: { allOf: [ref('Pet'), object({ lives: { type } })] },
        },
        { '/a': { post: operation(ref('Pet')) } },
      )
    expect(changesOf(use('integer'), use('string'))).toMatchObject([{ key: 'Cat', class: 'breaking', reaches: [{ key: 'POST /a' }] }])
  })

  it('at another place of the document is found by references', () => {
    const use = (type: string) => ({
      ...described({ Order: { $defs: { Id: { type } }, ...object({ id: { $ref: '#/components/schemas/Order/$defs/Id' } }) } }, many),
    })
    expect(changesOf(use('string'), use('integer'))).toMatchObject([{ kind: 'schema', key: 'Order', path: '$defs.Id', reaches: [{}, {}] }])
  })
})

describe('shared definitions', () => {
  it('have one change with all their calls', () => {
    const doc = (type: string) => ({
      ...start,
      components: {
        parameters: { limit: { name: 'limit', in: 'query', schema: { type } } },
        responses: { Error: { description: 'E', ...json(object({ code: { type } })) } },
      },
      paths: Object.fromEntries(
        ['/a', '/b', '/c'].map((path) => [
          path,
          {
            get: {
              parameters: [{ $ref: '#/components/parameters/limit' }],
              responses: { 404: { $ref: '#/components/responses/Error' }, 500: { $ref: '#/components/responses/Error' } },
            },
          },
        ]),
      ),
    })
    const found = changesOf(doc('string'), doc('integer'))
    expect(found).toMatchObject([
      { key: 'GET /a', path: 'query.limit', reaches: [{ key: 'GET /a' }, { key: 'GET /b' }, { key: 'GET /c' }] },
      { key: 'GET /a', path: '404.code', reaches: [{ key: 'GET /a' }, { key: 'GET /b' }, { key: 'GET /c' }] },
    ])
    expect(found).toHaveLength(2)
  })

  it('of the whole API reach the calls that have nothing of their own', () => {
    const doc = (key: string) => ({
      ...start,
      security: [{ [key]: [] }],
      paths: { '/a': { get: { responses: {} }, post: { responses: {}, security: [] } } },
    })
    expect(changesOf(doc('a'), doc('b'))).toMatchObject([
      { kind: 'introduction', rule: 'security.alternative-gone', before: 'a', reaches: [{ key: 'GET /a' }] },
      { kind: 'introduction', rule: 'security.alternative-new', after: 'b', reaches: [{ key: 'GET /a' }] },
    ])
  })
})

it('content types are in the path where several ones differ', () => {
  const body = (csv: string, plain = 'string') =>
    api({ requestBody: { content: { 'text/csv': { schema: { type: csv } }, 'text/plain': { schema: { type: plain } } } } })
  expect(rulesOf(body('string'), body('integer', 'integer'))).toEqual(['request.type-other body'])
  expect(rulesOf(body('string'), body('integer'))).toEqual(['request.type-other body(text/csv)'])
})

it('a content type or a status in a range is not gone', () => {
  const body = (type: string) =>
    api({ requestBody: { content: { [type]: { schema: string } } }, responses: { [type === '*/*' ? '2XX' : '200']: {} } })
  expect(rulesOf(body('text/csv'), body('*/*'))).toEqual(['body.media-new body'])
})

it('changes are in the order of the new version, what is gone at its former place', () => {
  const doc = (...names: string[]) => ({
    ...start,
    paths: Object.fromEntries(names.map((name) => [name, { get: { summary: name.length > 2 ? 'x' : 'y', responses: {} } }])),
  })
  const found = changesOf(doc('/a', '/b', '/c'), { ...doc('/new', '/c', '/a'), info: { title: 'U', version: '1' } })
  expect(found.map(({ rule, label }) => `${rule} ${label}`)).toEqual(['words.title ', 'operation.new GET /new', 'operation.gone GET /b'])
})

describe('the seal of a change', () => {
  const change = (before: object, after: object) => changesOf(inRequest(before), inRequest(after))[0]!

  it('is the same for the same change, and another one for every other change', () => {
    const seals = [
      change({ maxLength: 9 }, { maxLength: 8 }),
      change({ maxLength: 9 }, { maxLength: 7 }),
      change({ maxItems: 9 }, { maxItems: 8 }),
      change({ description: `${'a'.repeat(2000)}b` }, {}),
      change({ description: `${'a'.repeat(2000)}c` }, {}),
    ].map(({ seal }) => seal)
    expect(new Set(seals).size).toBe(seals.length)
    expect(seals[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(change({ maxLength: 9, title: 'x' }, { title: 'x', maxLength: 8 }).seal).toBe(seals[0])
  })

  it('covers values that are cut where they are shown', () => {
    expect(change({ description: 'a'.repeat(2000) }, {}).before).toHaveLength(1001)
  })
})

describe('a schema with another name', () => {
  const Line = object({ sku: string, quantity: { type: 'integer' }, note: string, parent: ref('Line') })
  const Row = { ...Line, properties: { ...Line.properties, parent: ref('Row') } }
  const using = (name: string, schemas: object) =>
    api({ requestBody: json({ type: 'array', items: ref(name) }) }, { components: { schemas } })
  const renamings = (after: object, before = using('Line', { Line })) => changesBetween(before, after, '2026-06-01').renamings

  it('is suggested by the place where it is used and its fields', () => {
    expect(renamings(using('Row', { Row }))).toEqual([{ kind: 'schema', before: 'Line', after: 'Row', score: 1 }])
    const longer = { ...Row, properties: { ...Row.properties, note: { ...string, description: 'Words only' }, price: string } }
    expect(renamings(using('Row', { Row: longer }))).toEqual([{ kind: 'schema', before: 'Line', after: 'Row', score: 0.9 }])
    const state = { type: 'string', enum: ['new', 'paid'] }
    expect(renamings(using('State', { State: state }), using('Status', { Status: state }))).toMatchObject([{ after: 'State', score: 1 }])
  })

  it('is not suggested if most of its fields differ, or if either is in both versions', () => {
    const other = object({ sku: string, amount: string, currency: string })
    expect(renamings(using('Row', { Row: other }))).toEqual([])
    expect(renamings(using('Row', { Row, Line }))).toEqual([])
    expect(renamings(using('Row', { Row }), using('Line', { Line, Row }))).toEqual([])
  })
})
