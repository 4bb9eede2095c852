import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { descriptionOf, storedDocument } from '../openapi/openapi.ts'
import { readParts } from './parts.ts'

const yaml = readFileSync(new URL('../../../testdata/realworld/api/openapi.yml', import.meta.url), 'utf8')

/** The parts of a description; texts whose length is known are not written. */
function read(text: string, known = new Map<string, number>()) {
  const parts = new Map<string, { call: string; length: number }>()
  const written: string[] = []
  const task = { name: 'api.yml', document: descriptionOf(text), language: 'en' as const, hasSchemas: true }
  const { root, skipped } = readParts(
    task,
    (entry) => `sheaf-page:${entry}`,
    (entry, part) => {
      const length = known.get(entry)
      if (length === undefined) written.push(entry)
      parts.set(entry, { call: JSON.stringify(part.call), length: length ?? part.text().length })
      return length
    },
  )
  return { parts, root, skipped, written }
}

it('a text whose length is known is not written, and nothing else differs', () => {
  const all = read(yaml)
  const known = new Map([...all.parts].map(([entry, { length }]) => [entry, length]))
  const again = read(yaml, known)
  expect(all.written).toHaveLength(all.parts.size)
  expect(again).toEqual({ ...all, written: [] })
})

it('known lengths count for the limits', () => {
  const operation = { responses: { 200: { description: 'Done' } } }
  const paths = Object.fromEntries(Array.from({ length: 70 }, (_, n) => [`/a${n}`, { get: { ...operation, operationId: `a${n}` } }]))
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths })
  const most = new Map(Array.from({ length: 70 }, (_, n) => [`operation a${n}`, 5_000_000]))
  expect(read(text).skipped).toEqual([])
  expect(() => read(text, most)).toThrow('importTextTooBig')
})

const stored = (text: string) => storedDocument(descriptionOf(text))

it.each([
  yaml,
  'openapi: 3.1.0\nx: [1.10, 1e3, 12345678901234567890, -0.0, yes, ~, "2001-01-01", 2001-01-01]\n"": {__proto__: 1, 1.0: a}\n',
])('a description in YAML is the same when it is stored as JSON', (text) => {
  const json = stored(text) ?? ''
  expect(JSON.stringify(descriptionOf(json))).toBe(JSON.stringify(descriptionOf(text)))
  expect(read(json)).toEqual(read(text))
})

const repeated = `a: &a ${'x'.repeat(100_000)}\nb: [${Array(300).fill('*a').join(', ')}]`

it.each([
  ['a number that JSON lacks', 'openapi: 3.1.0\nx: .nan'],
  ['an infinite number', 'openapi: 3.1.0\nx: .inf'],
  ['aliases that make it too large', `openapi: 3.1.0\n${repeated}`],
  ['an alias of what it is in', 'openapi: 3.1.0\na: &a [*a]'],
  ['many levels', `openapi: 3.1.0\na: ${'['.repeat(450)}${']'.repeat(450)}`],
])('a description with %s is not stored as JSON', (_, text) => {
  expect(stored(text)).toBeUndefined()
})
