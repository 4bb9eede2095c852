import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { documentOf } from '../openapi/openapi.ts'
import { sealsOf } from './seals.ts'
import { api } from './test/pairs.ts'

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** An operation that refers to a circle of two schemas, and one that does not. */
const description = (leaf: object = {}, operation: object = {}) => ({
  ...api(
    { tags: ['a'], summary: 'Create', requestBody: json(ref('Tree')), ...operation },
    { webhooks: { paid: { post: { requestBody: json(ref('Leaf')), responses: {} } } } },
  ),
  components: {
    schemas: {
      Tree: { type: 'object', properties: { leaf: ref('Leaf') } },
      Leaf: { type: 'object', properties: { tree: ref('Tree'), name: { type: 'string', ...leaf } } },
      Other: { type: 'string' },
    },
  },
})

const partsOf = (document: unknown) => new Map(sealsOf(document).parts.map((part) => [`${part.kind} ${part.key}`, part]))

/** The hashes that differ: `operation createOrder: shape seal`. */
function differences(before: unknown, after: unknown): string[] {
  const old = partsOf(before)
  return [...partsOf(after)].flatMap(([name, part]) => {
    const changed = (['shape', 'words', 'seal'] as const).filter((key) => old.get(name)?.[key] !== part[key])
    return changed.length > 0 ? [`${name}: ${changed.join(' ')}`] : []
  })
}

describe('the hashes of parts', () => {
  it('are of every part, in the order of the document', () => {
    const { parts, isCut } = sealsOf(description())
    expect(parts.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'introduction introduction',
      'operation createOrder',
      'webhook paid',
      'schema Tree',
      'schema Leaf',
      'schema Other',
    ])
    expect(parts[1]).toMatchObject({ id: 'createOrder', method: 'POST', path: '/orders', tags: ['a'] })
    expect(parts[4]).toMatchObject({ id: '', method: '', path: 'Leaf', tags: ['tree', 'name'] })
    expect(isCut).toBe(false)
  })

  it('tell a part that changed from those that refer to it', () => {
    expect(differences(description(), description({ maxLength: 3 }))).toEqual([
      'operation createOrder: seal',
      'webhook paid: seal',
      'schema Tree: seal',
      'schema Leaf: shape seal',
    ])
  })

  it('tell texts from everything else', () => {
    expect(differences(description(), description({ description: 'A name', example: 'x' }))).toEqual(['schema Leaf: words'])
    expect(differences(description(), description({}, { summary: 'Make', tags: ['b'] }))).toEqual(['operation createOrder: words'])
    expect(differences(description(), { ...description(), info: { title: 'Other' } })).toEqual(['introduction introduction: words'])
  })

  it('do not depend on the address of an operation', () => {
    const put = { operationId: 'createOrder', tags: ['a'], summary: 'Create', requestBody: json(ref('Tree')), responses: {} }
    const moved = { ...description(), paths: { '/moved': { put } } }
    expect(differences(description(), moved)).toEqual([])
  })

  it('of an operation cover what it has from the document', () => {
    expect(differences({ ...description(), servers: [{ url: '/a' }] }, { ...description(), servers: [{ url: '/b' }] })).toEqual([
      'introduction introduction: shape seal',
      'operation createOrder: seal',
    ])
  })

  it('are equal in YAML and with keys and sets in another order', () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, one]) => [key, reversed(one)]),
            )
          : value
    expect(differences(description(), documentOf(stringify(description())))).toEqual([])
    expect(differences(description(), reversed(description()))).toEqual([])
  })
})
