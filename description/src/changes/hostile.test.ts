import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes.ts'
import { sealsOf } from './seals.ts'
import { api, inRequest, TODAY } from './test/pairs.ts'
import { changeText } from './text/text.ts'

const start = { openapi: '3.1.0', info: { title: 'T', version: '1' } }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const text = (length: number) => 'x'.repeat(length)

/** Compares two descriptions, and writes all changes in both languages. Without the limits, most of these cases would not end. */
function compared(before: unknown, after: unknown) {
  const { changes, isCut } = changesBetween(before, after, TODAY)
  for (const change of changes) for (const language of ['en', 'zh'] as const) expect(changeText(change, language).length).toBeLessThan(1200)
  sealsOf(after)
  return { changes, isCut, rules: changes.map(({ rule, key, path }) => `${rule} ${key} ${path}`) }
}

/** Levels of schemas, each with many references to the next one. */
function branching(prefix: string, leaf: string, levels = 50, width = 50) {
  const schemas: Record<string, object> = {}
  for (let level = 0; level < levels; level++)
    schemas[`${prefix}${level}`] = {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: width }, (_, index) => [`f${index}`, level + 1 < levels ? ref(`${prefix}${level + 1}`) : { type: leaf }]),
      ),
    }
  return { ...inRequest(ref(`${prefix}0`)), components: { schemas } }
}

describe('references that branch', () => {
  it('on 50 levels give the changes of the last one', () => {
    const { rules, isCut } = compared(branching('L', 'string'), branching('L', 'integer'))
    expect(rules).toHaveLength(50)
    expect(rules[0]).toBe('request.type-other L49 f0')
    expect(isCut).toBe(false)
  })

  it('to other schemas on 50 levels are read within the limits', () => {
    const before = branching('L', 'string')
    const after = branching('M', 'integer')
    const both = { components: { schemas: { ...before.components.schemas, ...after.components.schemas } } }
    const { changes, isCut } = compared({ ...before, ...both }, { ...after, ...both })
    expect(isCut).toBe(true)
    expect(changes.length).toBeLessThanOrEqual(10_000)
    expect(changes.length).toBeGreaterThan(0)
  })

  it('by aliases of YAML, which are the same objects, are read once', () => {
    const aliased = (type: string) => {
      let schema: object = { type }
      for (let level = 0; level < 60; level++) {
        const inner = schema
        schema = { type: 'object', properties: Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, inner])) }
      }
      return inRequest(schema)
    }
    expect(compared(aliased('string'), aliased('string'))).toMatchObject({ rules: [], isCut: false })
    expect(compared(aliased('string'), aliased('integer'))).toMatchObject({ isCut: true })
  })
})

describe('circles', () => {
  const schemas = (type: string) => ({
    A: { type: 'object', properties: { b: ref('B'), leaf: { type } } },
    B: { allOf: [ref('A'), ref('B'), ref('C')], items: ref('C') },
    C: ref('D'),
    D: ref('C'),
    E: { oneOf: [ref('E'), { $ref: '#/components/schemas/E/oneOf/0' }], not: ref('E') },
    F: { $ref: '#/components/schemas/F/properties/x' },
    G: { $ref: '#' },
    H: { $ref: '#/components' },
  })
  const described = (type: string) => ({
    ...start,
    components: { schemas: schemas(type) },
    paths: { '/a': { $ref: '#/paths/~1a' }, '/b': { get: { responses: { 200: { content: { 'a/b': { schema: ref('B') } } } } } } },
  })

  it('end', () => {
    expect(compared(described('string'), described('string')).rules).toEqual([])
    expect(compared(described('string'), described('integer')).rules).toEqual(['response.type-other A leaf'])
  })

  it('compared with a schema that allows everything end without a limit', () => {
    const list = {
      ...inRequest(ref('A')),
      components: { schemas: { A: { type: 'array', maxItems: 3, items: { type: 'object', properties: { a: ref('A') } } } } },
    }
    const everything = { ...inRequest({ maxItems: 3 }), components: list.components }
    expect(compared(list, everything)).toMatchObject({
      rules: ['request.type-wider createOrder body.a', 'request.type-wider createOrder body.a[]'],
      isCut: false,
    })
  })

  it('of objects, which YAML aliases can create, end', () => {
    const circle: Record<string, unknown> = { type: 'object', example: {} }
    circle['properties'] = { self: circle }
    circle['example'] = circle
    circle['oneOf'] = [circle, { type: 'string' }]
    expect(compared(inRequest(circle), inRequest(circle)).rules).toEqual([])
    expect(compared(inRequest(circle), inRequest({ type: 'string' })).rules[0]).toMatch(/^request/)
  })
})

describe('size', () => {
  const branches = (count: number, from = 0) =>
    inRequest({
      oneOf: Array.from({ length: count }, (_, index) => ({
        title: `T${index + from}`,
        type: 'object',
        properties: { [`p${index + from}`]: {} },
      })),
    })

  it('of 10,000 alternatives', () => {
    expect(compared(branches(10_000), branches(10_001)).rules).toEqual(['request.branch-new createOrder body.a'])
    expect(compared(branches(10_000), branches(10_000, 20_000))).toMatchObject({ isCut: true })
  })

  it('of lists of values, fields, names and texts', () => {
    const names = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => prefix + index)
    const fields = (prefix: string) =>
      inRequest({
        type: 'object',
        properties: Object.fromEntries(names(5000, prefix).map((name) => [name, {}])),
        required: names(5000, prefix),
      })
    expect(compared(fields('a'), fields('b')).isCut).toBe(true)
    expect(compared(inRequest({ enum: names(20_000, 'a') }), inRequest({ enum: names(20_000, 'b') })).changes).toHaveLength(2)
    const long = (leaf: string) =>
      inRequest({ type: 'object', properties: { [text(10_000)]: { type: leaf }, [`${text(10_000)}y`]: { type: leaf } } })
    const { changes } = compared(long('string'), long('integer'))
    expect(changes).toHaveLength(2)
    expect(new Set(changes.map(({ path }) => path)).size).toBe(2)
    expect(changes[0]?.path.length).toBeLessThan(300)
  })

  it('of nested schemas, values and allOf', () => {
    let [schema, value, all]: unknown[] = [{ type: 'string' }, 1, { type: 'string' }]
    for (let level = 0; level < 3000; level++) [schema, value, all] = [{ type: 'array', items: schema }, [value], { allOf: [all] }]
    expect(compared(inRequest(schema), inRequest({ type: 'array' })).isCut).toBe(true)
    expect(compared(inRequest({ default: value }), inRequest({ default: [value] })).isCut).toBe(true)
    expect(compared(inRequest(all), inRequest({})).isCut).toBe(true)
  })

  it('of chains of references and of schemas that contain each other', () => {
    const chain = (type: string) => ({
      ...inRequest(ref('S0')),
      components: {
        schemas: Object.fromEntries(
          Array.from({ length: 5000 }, (_, index) => [
            `S${index}`,
            index === 4999 ? { type } : { allOf: [ref(`S${index + 1}`)], type: 'object' },
          ]),
        ),
      },
    })
    expect(compared(chain('string'), chain('integer')).changes).toMatchObject([{ key: 'S4999', reaches: [{ key: 'createOrder' }] }])
  })

  it('of many parameters and statuses', () => {
    const names = (prefix: string) => Array.from({ length: 1500 }, (_, index) => `${prefix}${index}`)
    const call = (prefix: string) =>
      api({
        parameters: names(prefix).map((name) => ({ name, in: 'query', schema: {} })),
        responses: Object.fromEntries(['2XX', ...names(prefix)].map((status) => [status, {}])),
      })
    expect(compared(call('a'), call('b')).changes).toHaveLength(6000)
  })

  it('of one long text at thousands of places', () => {
    const long = (letter: string) => letter.repeat(1_000_000)
    const described = (letter: string) => {
      const [description, example] = [long(letter), [long(letter)]]
      return inRequest({
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`f${index}`, { description, example }])),
      })
    }
    expect(compared(described('a'), described('b')).isCut).toBe(true)
  })

  it('of many alternatives of an authorization', () => {
    const secured = (prefix: string) => api({ security: Array.from({ length: 2000 }, (_, index) => ({ [prefix + index]: [] })) })
    expect(compared(secured('a'), secured('b')).rules).toEqual(['security.alternative-gone createOrder security'])
  })
})

describe('names', () => {
  const odd = [
    '__proto__',
    'constructor',
    'toString',
    '',
    ' ',
    'a.b',
    '`',
    '[]',
    'a\u202eb',
    '\ud800',
    'x'.repeat(10_000),
    '#x',
    'schema A',
    '~0/1',
  ]

  it.each(odd.map((name) => [JSON.stringify(name).slice(0, 40), name]))('such as %s are names', (_shown, name) => {
    const json = (type: string) =>
      JSON.parse(
        `{"openapi":"3.1.0","components":{"schemas":{"S":{"properties":{"NAME":{"type":"${type}"}},"required":["NAME"]},"NAME":{"type":"${type}"}},"securitySchemes":{"NAME":{"type":"http","scheme":"${type}"}}},
        "paths":{"/NAME":{"get":{"operationId":"NAME","tags":["NAME"],"parameters":[{"name":"NAME","in":"query","schema":{"type":"${type}"}}],"responses":{"200":{"headers":{"NAME":{"schema":{"type":"${type}"}}},
        "content":{"NAME":{"schema":{"type":"${type}"}}}}}}}},"webhooks":{"NAME":{"post":{"callbacks":{"NAME":{"NAME":{"get":{"responses":{"200":{"content":{"a/b":{"schema":{"type":"${type}"}}}}}}}}},"responses":{}}}}}`.replaceAll(
          'NAME',
          JSON.stringify(name).slice(1, -1).replaceAll('$', '$$$$'),
        ),
      ) as unknown
    const prototype = Object.getOwnPropertyNames(Object.prototype)
    expect(compared(json('string'), json('string')).rules).toEqual([])
    const { changes } = compared(json('string'), json('integer'))
    expect(changes.filter(({ rule }) => rule.endsWith('type-other')).map(({ kind }) => kind)).toEqual([
      'operation',
      'operation',
      'operation',
      'webhook',
      'schema',
      'schema',
    ])
    expect(changes.every(({ path }) => path.length < 600)).toBe(true)
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype)
  })
})

it('a pattern is compared as text', () => {
  const pattern = (text: string) => inRequest({ type: 'string', pattern: text, patternProperties: { [text]: {} } })
  expect(compared(pattern('^(([a-z])+.)+[A-Z]([a-z])+$'), pattern('(?<')).rules).toContain('request.pattern-changed createOrder body.a')
})

it.each([
  undefined,
  null,
  1,
  'x',
  [],
  [[]],
  {},
  { paths: [] },
  { openapi: 3, paths: { '/a': { get: 1, post: [], put: {} } } },
  { swagger: '2.0', definitions: 1, paths: 1 },
])('what is no description is compared without an error: %j', (document) => {
  expect(compared(document, document).rules).toEqual([])
  compared(document, api({}))
  compared(api({}), document)
})
