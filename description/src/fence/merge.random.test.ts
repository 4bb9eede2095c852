import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ApiCall } from '../call/call.ts'
import { composedText, type StoredPart } from './compose.ts'
import { readWords, sourceWords, type WordState, wordState } from './words.ts'

const names = ['a', 'b', 'c', 'd']
const description = fc.constantFrom('first', 'second', 'third', 'ours 1', 'ours 2')
const field = fc.record({ name: fc.constantFrom(...names), type: fc.constantFrom('string', 'integer'), description })
const fields = fc.uniqueArray(field, { selector: (one) => one.name, maxLength: 4 })
const nested = fc.tuple(fields, fields).map(([outer, inner]) => outer.map((one, n) => (n === 0 ? { ...one, fields: inner } : one)))

/** Any state of a description: fields are renamed, removed, moved, retyped and in another order from one to the next. */
const call: fc.Arbitrary<ApiCall> = fc
  .record({ query: nested, body: nested, status: fc.constantFrom('200', '201'), answer: fields })
  .map(({ query, body, status, answer }) => ({
    method: 'POST',
    url: '/orders',
    query,
    bodies: [{ contentType: 'application/json', type: 'Order', fields: body, examples: [] }],
    responses: [{ status, description: 'done', headers: answer, contents: [] }],
  }))

const path = fc.oneof(
  fc.constantFrom('summary', 'description', 'body', '200', '201'),
  fc.tuple(fc.constantFrom('query', 'body', '200.header'), fc.constantFrom(...names)).map((all) => all.join('.')),
  fc.tuple(fc.constantFrom('query', 'body'), fc.constantFrom(...names), fc.constantFrom(...names)).map((all) => all.join('.')),
)
const word = fc.record({ path, mode: fc.constantFrom('', '+'), words: fc.integer({ min: 1, max: 9 }).map((n) => `ours ${n}`) })
const words = fc.uniqueArray(word, { selector: (one) => one.path + one.mode, minLength: 1, maxLength: 12 })

it('T20: after each of any changes of a source, every word is shown, adopted or homeless, and the text of people is the same', () => {
  fc.assert(
    fc.property(words, fc.array(call, { minLength: 2, maxLength: 5 }), (given, states) => {
      // Each word is marked, so that it can be found in the text.
      const lines = given.map((one, n) => `${one.path}${one.mode}: ${one.words}${one.mode ? ` mark${n}end` : ''}`)
      const text = ['Above', '', '```operation orders create', ...lines, '```', 'below'].join('\n')
      const read = readWords(lines.join('\n'))
      expect(read.unreadable).toEqual([])
      const bases = new Map<string, string>()
      for (const state of states) {
        const part: StoredPart = {
          kind: 'operation',
          key: 'create',
          method: 'POST',
          path: '/orders',
          title: 'Create',
          language: 'en',
          body: { call: state },
          address: '',
          gone: '',
        }
        const shown = composedText(text, { partOf: () => part, isOwn: () => true })
        expect(shown.startsWith('Above\n\n')).toBe(true)
        expect(shown.endsWith('\nbelow')).toBe(true)
        for (const one of read.words) {
          const id = `${one.path} ${one.mode}`
          const now = sourceWords(part, one.path)
          const base = bases.get(id) ?? now ?? ''
          bases.set(id, base)
          const found: WordState = wordState(one, base, now)
          if (found === 'homeless') expect(now).toBeUndefined()
          else if (found === 'adopted') expect(now).toBe(one.words)
          else expect(shown).toContain(one.words)
        }
      }
    }),
    { seed: 7, numRuns: 300 },
  )
})
