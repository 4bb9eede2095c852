import { expect, it } from 'vitest'
import { compareShape, parsedJson } from './shape.ts'

type Json = Parameters<typeof compareShape>[0]
const paths = (expected: Json, answer: Json) => compareShape(expected, answer).differences.map(({ path, problem }) => `${problem} ${path}`)

it.each<[string, Json, Json, string[]]>([
  ['the same', { a: 1 }, { a: 2 }, []],
  ['a field that is missing', { a: { b: 1, c: 2 } }, { a: { b: 1 } }, ['missing a.c']],
  ['another type', { a: 1 }, { a: '1' }, ['type a']],
  ['an answer of another type', [], {}, ['type $']],
  ['null where a value is expected', { a: 1 }, { a: null }, ['type a']],
  ['anything where null is expected', { a: null }, { a: { b: 1 } }, []],
  ['null or a value', [{ a: null }, { a: 1 }], [{ a: 2 }, { a: null }, { a: 'b' }], ['type [].a']],
  ['elements of a list, each once', { a: [{ b: 1 }] }, { a: [{}, {}, { b: 'c' }] }, ['missing a[].b', 'type a[].b']],
  ['a field that one element lacks', [{ a: 1, b: 2 }, { a: 1 }], [{ a: 1 }, { b: 2 }], ['missing [].a']],
  ['an empty list', { a: [1] }, { a: [] }, []],
  ['any elements of an expected empty list', { a: [] }, { a: [1, 'b'] }, []],
  ['names that are no words', { 'a.b': { '': 1 } }, { 'a.b': {} }, ['missing "a.b".""']],
  ['names of the prototype', parsedJson('{"__proto__":1,"constructor":2}')!.value, {}, ['missing __proto__', 'missing constructor']],
])('%s', (_, expected, answer, wanted) => expect(paths(expected, answer)).toEqual(wanted))

it('counts further fields without their names', () => {
  expect(compareShape({ a: [{ b: 1 }] }, { a: [{ b: 1, secret: 2, other: 3 }] }).more).toEqual([{ path: 'a[]', fields: 2 }])
  expect(compareShape({ a: {} }, { a: { b: 1 } }).more).toEqual([])
})

it('is bounded for hostile answers', () => {
  const deep = parsedJson(`${'['.repeat(5000)}${']'.repeat(5000)}`)!.value
  expect(paths(deep, deep)).toEqual([])
  const wide = Array.from({ length: 300_000 }, () => ({}))
  expect(paths([{ a: 1 }], wide)).toEqual(['missing [].a'])
  const fields = Object.fromEntries(Array.from({ length: 500 }, (_, n) => ['x'.repeat(300) + n, n]))
  const found = compareShape(fields, {}).differences
  expect(found.length).toBeLessThanOrEqual(20)
  for (const { path } of found) expect(path.length).toBeLessThanOrEqual(200)
})
