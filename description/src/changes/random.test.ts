import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { type Json, listOf, objectOf } from '../json.ts'
import { changesBetween } from './changes.ts'
import { sealsOf } from './seals.ts'
import { TODAY } from './test/pairs.ts'

const names = ['id', 'a.b', '__proto__', 'constructor', '', 'total', 'lines']
const name = fc.constantFrom(...names)

const words = fc.record(
  { description: fc.constantFrom('x', 'y'), title: fc.constant('T'), example: fc.constantFrom(1, 'x') },
  { requiredKeys: [] },
)
const leaf = fc.oneof(
  fc.record(
    { type: fc.constant('string'), maxLength: fc.integer({ min: 1, max: 99 }), enum: fc.constant(['a', 'b']), pattern: fc.constant('^a') },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    { type: fc.constant('integer'), minimum: fc.integer({ min: -9, max: 9 }), default: fc.nat(9), nullable: fc.boolean() },
    { requiredKeys: ['type'] },
  ),
  fc.constantFrom('A', 'B', 'C').map((schema) => ({ $ref: `#/components/schemas/${schema}` })),
)
const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(leaf, words).map(([one, about]) => ('$ref' in one ? one : { ...one, ...about })),
    fc
      .tuple(fc.uniqueArray(name, { maxLength: 4 }), fc.array(tie('schema'), { minLength: 4, maxLength: 4 }), fc.boolean())
      .map(([fields, schemas, isRequired]) => ({
        type: 'object',
        properties: Object.fromEntries(fields.map((field, index) => [field, schemas[index]])),
        required: isRequired ? fields : [],
      })),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 2, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
  ),
}))

const content = schema.map((one) => ({ content: { 'application/json': { schema: one } } }))
const operation = fc.record({
  parameters: fc.uniqueArray(fc.record({ name, in: fc.constantFrom('query', 'header'), schema: leaf }), {
    selector: (one) => `${one.in} ${one.name}`,
    maxLength: 3,
  }),
  requestBody: content,
  responses: fc.dictionary(fc.constantFrom('200', '201', '404', 'default'), content),
  summary: fc.constantFrom('x', 'y'),
})
const plain = () => ({
  type: 'object',
  properties: { own: { type: 'string', maxLength: 9 }, more: { type: 'integer' } },
  required: ['more'],
})
const description = fc.record({
  openapi: fc.constantFrom('3.0.3', '3.1.0'),
  info: fc.constant({ title: 'T', version: '1' }),
  paths: fc
    .array(operation, { minLength: 1, maxLength: 4 })
    .map((all): Json => ({ ...Object.fromEntries(all.map((one, index) => [`/p${index}/{id}`, { post: one }])), '/kept': { post: kept } })),
  components: fc.record({ schemas: fc.record({ A: schema, B: schema, C: schema }) }),
})

/** A copy in which no two places are the same object. */
const cloned = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))

/** An operation that every edit finds, next to those that are random. */
const kept = {
  operationId: 'kept',
  parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } }],
  requestBody: { content: { 'application/json': { schema: plain() } } },
  responses: { 200: { headers: { ETag: { required: true, schema: {} } }, content: { 'application/json': { schema: plain() } } }, 404: {} },
}

const keptOf = (document: Json) => objectOf(objectOf(objectOf(document['paths'])['/kept'])['post'])
const bodyOf = (document: Json) =>
  objectOf(objectOf(objectOf(objectOf(keptOf(document)['requestBody'])['content'])['application/json'])['schema'])
const responses = (document: Json) => objectOf(keptOf(document)['responses'])
const limit = (document: Json) => objectOf(listOf(keptOf(document)['parameters'])[0])

/** Kinds of edits, each with the rule that it must give. */
const edits: [rule: string, edit: (document: Json) => void][] = [
  ['operation.gone', (document) => void delete objectOf(document['paths'])['/kept']],
  ['operation.new', (document) => void Object.assign(objectOf(document['paths']), { '/new': { get: { responses: {} } } })],
  ['operation.id', (document) => void Object.assign(keptOf(document), { operationId: 'other' })],
  ['operation.deprecated', (document) => void Object.assign(keptOf(document), { deprecated: true })],
  ['security.required', (document) => void Object.assign(keptOf(document), { security: [{ key: [] }] })],
  ['parameter.gone', (document) => void Object.assign(keptOf(document), { parameters: [] })],
  ['parameter.required', (document) => void Object.assign(limit(document), { required: true })],
  ['parameter.place', (document) => void Object.assign(limit(document), { in: 'cookie' })],
  ['request.bound-tighter', (document) => void Object.assign(limit(document), { schema: { type: 'integer', maximum: 50 } })],
  ['body.gone', (document) => void delete keptOf(document)['requestBody']],
  ['request.field-required', (document) => void Object.assign(bodyOf(document), { required: ['more', 'own'] })],
  ['request.field-gone', (document) => void delete objectOf(bodyOf(document)['properties'])['own']],
  ['request.field-new', (document) => void Object.assign(objectOf(bodyOf(document)['properties']), { added: {} })],
  ['request.type-other', (document) => void Object.assign(objectOf(objectOf(bodyOf(document)['properties'])['own']), { type: 'boolean' })],
  ['request.closed', (document) => void Object.assign(bodyOf(document), { additionalProperties: false })],
  ['words.description', (document) => void Object.assign(bodyOf(document), { description: 'new words' })],
  ['response.status-gone', (document) => void delete responses(document)['200']],
  ['response.error-gone', (document) => void delete responses(document)['404']],
  ['response.header-gone', (document) => void Object.assign(objectOf(responses(document)['200']), { headers: {} })],
  ['words.info', (document) => void Object.assign(objectOf(document['info']), { version: '2' })],
]

const rulesOf = (before: unknown, after: unknown) => changesBetween(before, after, TODAY).changes.map(({ rule, path }) => `${rule} ${path}`)

/** The same value with the keys of all objects in another order; lists keep theirs. */
function shuffled(value: unknown, turn: number): unknown {
  if (Array.isArray(value)) return value.map((one) => shuffled(one, turn))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [key, shuffled(one, turn + 1)])
  return Object.fromEntries([...entries.slice(turn % (entries.length || 1)), ...entries.slice(0, turn % (entries.length || 1))].reverse())
}

it('a description has no changes to itself, in any order of its keys', () => {
  assertProperty(
    fc.property(description, fc.nat(6), (document, turn) => {
      const copy = cloned(document)
      const other = shuffled(document, turn)
      expect(rulesOf(document, copy)).toEqual([])
      expect(rulesOf(document, other)).toEqual([])
      const hashes = (one: unknown) =>
        new Map(sealsOf(one).parts.map(({ kind, key, shape, words, seal }) => [`${kind} ${key}`, [shape, words, seal]]))
      expect([...hashes(other)].sort()).toEqual([...hashes(document)].sort())
    }),
    { numRuns: 40 },
  )
})

it('each edit of a description gives its rule, and nothing at other operations', () => {
  assertProperty(
    fc.property(description, fc.constantFrom(...edits), (document, [rule, edit]) => {
      const changed = cloned(document)
      edit(changed)
      const { changes } = changesBetween(document, changed, TODAY)
      expect(changes.map((change) => change.rule)).toEqual([rule])
    }),
    { numRuns: 60 },
  )
})

it('random descriptions are compared without an error, and the same way each time', () => {
  assertProperty(
    fc.property(description, description, (before, after) => {
      const found = changesBetween(before, after, TODAY)
      expect(changesBetween(cloned(before), cloned(after), TODAY)).toEqual(found)
      expect(found.isCut).toBe(false)
      // What one version has changes back again: as many places differ in the other direction, unless one of them hides others.
      expect(found.changes.length === 0).toBe(rulesOf(after, before).length === 0)
    }),
    { numRuns: 40 },
  )
})
