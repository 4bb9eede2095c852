import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { composedText, type StoredPart } from '../fence/compose.ts'
import { readWords, sourceWords, wordState } from '../fence/words.ts'
import { readTables, type TablePart } from './parts.ts'
import { type Former, formerNames, tablePairs } from './renames.ts'
import { keyOf, type Snapshot } from './snapshot.ts'
import { aSnapshot } from './test/schema.ts'

const names = ['a', 'b', 'c', 'd', 'e']
const column = fc.record({
  id: fc.integer({ min: 1, max: 6 }).map(String),
  name: fc.constantFrom(...names),
  type: fc.constantFrom('int', 'text'),
  comment: fc.constantFrom('', 'first', 'second', 'ours 1'),
})
const columns = fc.uniqueArray(column, { selector: ({ name }) => name, maxLength: 5 }).chain((all) =>
  // One number is one column.
  fc.constant(all.filter((one, at) => all.findIndex((other) => other.id === one.id) === at)),
)
const table = fc.record({
  id: fc.integer({ min: 1, max: 3 }).map(String),
  name: fc.constantFrom('t', 'u'),
  schema: fc.constant('public'),
  comment: fc.constantFrom('', 'about', 'ours 2'),
  columns,
})
const database = fc.uniqueArray(table, { selector: ({ name }) => name, minLength: 1, maxLength: 2 })
const word = fc.record({
  path: fc.constantFrom('table', ...names, 'index:i', 'key:k'),
  mode: fc.constantFrom('', '+'),
  words: fc.integer({ min: 1, max: 9 }).map((n) => `ours ${n}`),
})
const words = fc.uniqueArray(word, { selector: (one) => one.path + one.mode, minLength: 1, maxLength: 8 })

/** The part of the followed table in a version, with the former names that the version before knew. */
function versionOf(snapshot: Snapshot, key: string, was: Former) {
  const parts = new Map<string, TablePart>()
  readTables({ snapshot, language: 'en', linkTo: (entry) => entry, was }, (entry, part) => parts.set(entry, part))
  return parts.get(`table ${key}`)
}

it('after each of any changes of a database, every word about a table is shown, adopted or homeless, and its lines are the same', () => {
  let renamed = 0
  fc.assert(
    fc.property(words, fc.array(database, { minLength: 2, maxLength: 5 }), fc.boolean(), (given, states, isSame) => {
      const lines = given.map((one, n) => `${one.path}${one.mode}: ${one.words}${one.mode ? ` mark${n}end` : ''}`)
      const text = ['Above', '', '```table main public.t', ...lines, '```', 'below'].join('\n')
      const read = readWords(lines.join('\n'))
      expect(read.unreadable).toEqual([])
      const bases = new Map<string, string>()
      let key = 'public.t'
      let before: Snapshot | undefined
      let known: [string, string, string[]][] = []
      for (const [at, tables] of states.entries()) {
        const snapshot = aSnapshot(tables, { id: isSame ? 'db' : `db${at}` })
        const former: Former = before ? formerNames(before, snapshot, known) : new Map()
        if (before) for (const [now, old] of tablePairs(before, snapshot)) if (keyOf(old) === key && keyOf(now) !== key) key = keyOf(now)
        known = [...former].flatMap(([one, all]) => [...all].map(([name, list]): [string, string, string[]] => [one, name, list]))
        before = snapshot
        const part = versionOf(snapshot, key, former)
        if (!part) continue
        const stored: StoredPart = { ...part, method: '', path: '', language: 'en', body: { view: part.view }, address: '', gone: '' }
        const shown = composedText(text, { partOf: () => stored, isOwn: () => true })
        expect(shown.startsWith('Above\n\n')).toBe(true)
        expect(shown.endsWith('\nbelow')).toBe(true)
        for (const one of read.words) {
          const id = `${one.path} ${one.mode}`
          const now = sourceWords(stored, one.path)
          const base = bases.get(id) ?? now ?? ''
          bases.set(id, base)
          const state = wordState(one, base, now)
          if (state === 'homeless') expect(now).toBeUndefined()
          else if (state === 'adopted') expect(now).toBe(one.words)
          else expect(shown).toContain(one.words)
          if (
            now !== undefined &&
            names.includes(one.path) &&
            !('columns' in part.view && part.view.columns.some(({ name }) => name === one.path))
          )
            renamed++
        }
      }
    }),
    { seed: 11, numRuns: 2000 },
  )
  expect(renamed).toBeGreaterThan(50)
})
