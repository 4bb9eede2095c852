import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isObject, own } from '../json.ts'
import { documentOf } from '../openapi/openapi.ts'
import { changesBetween } from './changes.ts'
import { sealsOf } from './seals.ts'
import { TODAY } from './test/pairs.ts'

const data = fileURLToPath(new URL('../../../testdata', import.meta.url))
const documents = ['openapi-examples', 'realworld'].flatMap((folder) =>
  readdirSync(`${data}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:json|ya?ml)$/.test(file) && !file.includes('postman'))
    .flatMap((file): [string, string][] => {
      const text = readFileSync(`${data}/${folder}/${file}`, 'utf8')
      const document = documentOf(text)
      return own(document, 'openapi') !== undefined || own(document, 'swagger') !== undefined ? [[file, text]] : []
    }),
)

const compositions = ['allOf', 'oneOf', 'anyOf', 'not']

/** The first property with a plain type in a schema of the document. */
function fieldIn(value: unknown, isProperties = false): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (['example', 'examples', 'default', 'enum', ...compositions].includes(key) && !isProperties) continue
    if (isProperties && isObject(inner) && own(inner, 'type') === 'string' && !compositions.some((word) => word in inner)) return inner
    const found = fieldIn(inner, key === 'properties' && !isProperties)
    if (found) return found
  }
  return undefined
}

describe('real descriptions', () => {
  it('are at least 30', () => {
    expect(documents.length).toBeGreaterThanOrEqual(30)
  })

  it.each(documents)('%s: no change to itself, and one change for one edited field', (_name, text) => {
    const [before, after] = [documentOf(text), documentOf(text)]
    expect(changesBetween(before, after, TODAY)).toEqual({ changes: [], renamings: [], isCut: false })
    const field = fieldIn(after)
    if (!field) return
    const { parts } = sealsOf(after)
    field['type'] = 'boolean'
    const { changes } = changesBetween(before, after, TODAY)
    expect(changes.map(({ rule, before: old, after: now }) => [rule.split('.')[1], old.split(' ')[0], now.split(' ')[0]])).toEqual([
      ['type-other', 'string', 'boolean'],
    ])
    const edited = new Map(sealsOf(after).parts.map((part) => [`${part.kind} ${part.key}`, part.shape]))
    expect(parts.filter(({ kind, key, shape }) => edited.get(`${kind} ${key}`) !== shape)).toHaveLength(1)
  })
})
