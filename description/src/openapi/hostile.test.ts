import { Refusal } from '@sheaf/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { pagesOf } from '../test/tree.ts'
import { pagesIn, planned } from './test/openapi-sample.ts'

const start = { openapi: '3.1.0', info: { title: 'T', version: '1' } }
const call = (schema: unknown) => ({ get: { responses: { 200: { description: '', content: { 'application/json': { schema } } } } } })

/** A document that uses most features of the format once. */
const whole = {
  ...start,
  tags: [{ name: 'a', description: 'd', externalDocs: { url: 'u' } }],
  servers: [{ url: 'https://{e}.x', variables: { e: { default: 'd', enum: ['d'] } } }],
  security: [{ key: ['s'] }],
  paths: {
    '/x/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1, enum: [1] }, examples: { e: { value: 1 } } },
      ],
      post: {
        tags: ['a'],
        summary: 's',
        operationId: 'o',
        deprecated: true,
        servers: [{ url: 'u' }],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: { $ref: '#/components/schemas/A' },
              encoding: { x: { contentType: 't', headers: { H: { schema: {} } } } },
            },
          },
        },
        responses: {
          200: {
            description: 'd',
            headers: { H: { description: 'h', schema: { type: 'string' } } },
            content: {
              'application/xml': {
                schema: { type: 'array', items: { oneOf: [{ $ref: '#/components/schemas/A' }, { type: 'string', enum: ['x'] }] } },
                example: [1],
              },
            },
            links: { L: { operationId: 'o', parameters: { p: 'v' } } },
          },
        },
        callbacks: { c: { '{$x}': { post: { responses: { 200: { description: 'd' } } } } } },
      },
    },
  },
  webhooks: { w: { post: { responses: { 200: { $ref: '#/components/responses/R' } } } } },
  components: {
    schemas: {
      A: {
        allOf: [
          { $ref: '#/components/schemas/B' },
          { properties: { x: { type: 'string', xml: { attribute: true } }, a: { $ref: '#/components/schemas/A' } } },
        ],
        required: ['x'],
      },
      B: {
        type: ['object', 'null'],
        discriminator: { propertyName: 'k', mapping: { m: 'A' } },
        additionalProperties: { type: 'array', items: { type: 'number' } },
        patternProperties: { '^p': {} },
        prefixItems: [{}],
      },
    },
    responses: { R: { description: 'r' } },
    securitySchemes: { key: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'u', scopes: { s: 'd' } } } } },
  },
}

type Path = string[]
const placesOf = (value: unknown, above: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => [[...above, key], ...placesOf(one, [...above, key])])
    : []

function put(document: Record<string, unknown>, path: Path, value: unknown) {
  let at: unknown = document
  for (const key of path.slice(0, -1)) at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined
  if (typeof at === 'object' && at !== null && path.length > 1)
    Object.defineProperty(at, path.at(-1)!, { value, enumerable: true, configurable: true, writable: true })
}

/**
 * Imports a text. Returns the number of characters or the name of the refusal; rethrows any other error.
 * Without bounds the texts below would take hours or all memory, so the timeout of the test is the limit of time.
 */
function read(text: string, name = 'a.json') {
  try {
    const plan = pagesIn({ name, text, language: 'en' })
    return [...pagesOf(plan.root).values()].reduce((sum, { content }) => sum + content.length, 0)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.error
  }
}

const keywords = [
  'type',
  'properties',
  'items',
  'allOf',
  'oneOf',
  'anyOf',
  '$ref',
  'enum',
  'required',
  'additionalProperties',
  'example',
  'examples',
  'description',
  'default',
  'format',
  'nullable',
  'discriminator',
  'xml',
  'not',
  'const',
  'pattern',
  'minimum',
  'patternProperties',
  'prefixItems',
]
const places = [
  '#/components/schemas/A',
  '#/components/schemas/B',
  '#/components/schemas/A/properties/x',
  '#',
  '#/',
  '#x',
  'a.json',
  '#/%',
  '#/components/~1~0',
]
const scalar = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.double(),
  fc.constantFrom('object', 'array', 'string', '__proto__', 'constructor', '`|*<', '```'),
)
const { schema } = fc.letrec((tie) => ({
  schema: fc.oneof(
    { maxDepth: 5 },
    scalar,
    fc.record({ $ref: fc.constantFrom(...places) }),
    fc.dictionary(
      fc.oneof(fc.constantFrom(...keywords, 'x', '__proto__'), fc.string()),
      fc.oneof(tie('schema'), fc.array(tie('schema'), { maxLength: 3 })),
      { maxKeys: 6 },
    ),
  ),
}))

const words = [
  'openapi',
  'swagger',
  'info',
  'paths',
  'get',
  'post',
  'parameters',
  'requestBody',
  'responses',
  'content',
  'schema',
  'headers',
  'links',
  'callbacks',
  'servers',
  'security',
  'tags',
  'components',
  'definitions',
  'schemas',
  'name',
  'in',
  'url',
  'variables',
  '/x',
  '200',
  'a/b',
  'examples',
  'value',
  'webhooks',
  'securitySchemes',
  'scopes',
  'flows',
  'encoding',
  'summary',
  'parent',
]
const { anything } = fc.letrec((tie) => ({
  anything: fc.oneof(
    { maxDepth: 7 },
    scalar,
    schema,
    fc.dictionary(fc.constantFrom(...words), tie('anything'), { maxKeys: 8 }),
    fc.array(tie('anything'), { maxLength: 4 }),
  ),
}))

describe('random input', () => {
  it('imports schemas of any shape', () => {
    assertProperty(
      fc.property(schema, schema, schema, (one, a, b) => {
        expect(read(JSON.stringify({ ...start, paths: { '/x': call(one) }, components: { schemas: { A: a, B: b } } }))).toBeTypeOf('number')
      }),
      { numRuns: 200 },
    )
  })

  it('imports or refuses documents of any shape', () => {
    assertProperty(
      fc.property(
        fc.dictionary(fc.constantFrom(...words), anything),
        fc.constantFrom({ openapi: '3.1.0' }, { swagger: '2.0' }),
        (document, version) => {
          expect(read(JSON.stringify({ ...document, ...version }))).toBeTypeOf('number')
        },
      ),
      { numRuns: 200 },
    )
  })

  it('imports or refuses a valid document with random changes', () => {
    const good = JSON.stringify(whole)
    const places = placesOf(whole)
    assertProperty(
      fc.property(fc.array(fc.tuple(fc.nat(places.length - 1), anything), { minLength: 1, maxLength: 5 }), (changes) => {
        const document = JSON.parse(good)
        for (const [at, value] of changes) put(document, places[at]!, value)
        expect(read(JSON.stringify(document))).toBeTypeOf('number')
      }),
      { numRuns: 600 },
    )
  })

  it('imports or refuses any text', () => {
    assertProperty(
      fc.property(fc.string({ unit: 'binary' }), (text) => void read(`openapi: 3.0.0\n${text}`, 'a.yaml')),
      { numRuns: 100 },
    )
  })
})

describe('input that expands exponentially', () => {
  const schemas = (all: object) =>
    JSON.stringify({ ...start, paths: { '/x': call({ $ref: '#/components/schemas/A0' }) }, components: { schemas: all } })

  it('is bounded: each schema has two fields of the next schema', () => {
    const next = (n: number) => ({ $ref: `#/components/schemas/A${n + 1}` })
    const all = Object.fromEntries(
      Array.from({ length: 25 }, (_, n) => [`A${n}`, { type: 'object', properties: { a: next(n), b: next(n) } }]),
    )
    expect(read(schemas(all))).toBeLessThan(3_000_000)
    const union = Object.fromEntries(
      Array.from({ length: 25 }, (_, n) => [`A${n}`, { oneOf: [next(n), next(n)], properties: { x: { anyOf: [next(n), next(n)] } } }]),
    )
    expect(read(schemas(union))).toBeLessThan(15_000_000)
    const merged = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`A${n}`, { allOf: [next(n), next(n)] }]))
    expect(read(schemas(merged))).toBeLessThan(3_000_000)
  })

  it('is bounded: each of many schemas refers to all of them', () => {
    const refs = Array.from({ length: 80 }, (_, n) => ({ $ref: `#/components/schemas/A${n}` }))
    const properties = Object.fromEntries(refs.map((ref, n) => [`p${n}`, ref]))
    const all = Object.fromEntries(refs.map((_, n) => [`A${n}`, { type: 'object', properties }]))
    expect(read(schemas(all))).toBeLessThan(30_000_000)
    expect(read(schemas(Object.fromEntries(refs.map((_, n) => [`A${n}`, { oneOf: refs }]))))).toBeLessThan(30_000_000)
  })

  it('is bounded: circular references, deep nesting, long chains', () => {
    const ref = (n: number) => ({ $ref: `#/components/schemas/A${n}` })
    expect(read(schemas({ A0: ref(1), A1: ref(2), A2: ref(0) }))).toBeTypeOf('number')
    expect(read(schemas(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`A${n}`, ref(n + 1)]))))).toBeTypeOf('number')
    const deep = (open: string, close: string, times: number) =>
      `{"openapi":"3.0.0","info":{},"paths":{"/x":{"post":{"requestBody":{"content":{"a/json":{"schema":${open.repeat(times)}{}${close.repeat(times)}}}}}}}}`
    for (const [open, close] of [
      ['{"properties":{"a":', '}}'],
      ['{"items":', '}'],
      ['{"allOf":[', ']}'],
      ['{"oneOf":[', ']}'],
      ['{"additionalProperties":', '}'],
      ['{"example":[', ']}'],
      ['{"not":', '}'],
    ] as const)
      for (const times of [50, 1000, 100_000]) read(deep(open, close, times))
  })

  it('is bounded: YAML aliases that double or contain themselves', () => {
    const doubled = Array.from(
      { length: 40 },
      (_, n) => `a${n + 1}: &a${n + 1} {properties: {x: *a${n}, y: *a${n}}, example: [*a${n}, *a${n}]}`,
    )
    const text = `openapi: 3.0.0\ninfo: {title: T}\nx:\n  a0: &a0 {type: string}\n${doubled.map((line) => `  ${line}`).join('\n')}\npaths:\n  /x: {get: {responses: {200: {description: d, content: {application/json: {schema: *a40, example: *a40}}}}}}\n`
    expect(['number', 'string']).toContain(typeof read(text, 'a.yaml'))
    read(
      'openapi: 3.0.0\npaths: &p\n  /x: &i\n    get: {responses: {200: {content: {a/json: {schema: &s {properties: {s: *s}, example: *s}}}}}}\n    post: {callbacks: {c: *p}}\n',
      'a.yaml',
    )
    read(`openapi: 3.0.0\nx: &x [${'1,'.repeat(1000)}]\ny: [${'*x,'.repeat(20_000)}]\n`, 'a.yaml')
    read(`openapi: 3.0.0\n${Array.from({ length: 50_000 }, (_, n) => `k${n}: 1`).join('\n')}`, 'a.yaml')
  })

  it('is bounded: one long description that thousands of operations use', () => {
    const parameters = { P: { name: 'p', in: 'query', description: 'word '.repeat(20_000) } }
    const paths = Object.fromEntries(
      Array.from({ length: 4000 }, (_, n) => [`/${n}`, { get: { parameters: [{ $ref: '#/components/parameters/P' }] } }]),
    )
    expect(read(JSON.stringify({ ...start, paths, components: { parameters } }))).toBe('importTextTooBig')
  })

  it('treats keys such as __proto__ like any other name', () => {
    const text =
      '{"openapi":"3.0.0","info":{},"paths":{"/x":{"get":{"tags":["__proto__","constructor"],"responses":{"200":{"content":{"a/json":{"schema":{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"toString":{}}}}}}}}}}}'
    const plan = pagesIn({ name: 'a.json', text, language: 'en' })
    const page = plan.root.catalogs[0]!.pages[0]!.content
    expect(page).toContain('`__proto__` | string')
    expect(page).toContain('| constructor | integer')
    expect(({} as Record<string, unknown>)['type']).toBeUndefined()
    expect(planned({ ...start, paths: { __proto__: null, constructor: {} } }).root.pages).toHaveLength(1)
  })
})
