import { expect, it } from 'vitest'
import { appendSheets } from '../sheet-import.tsx'
import { mergeBooks } from './merge-books.ts'

const cell = (text: string, style?: number) => ({ text, ...(style === undefined ? {} : { style }) })
const book = (rows: Record<string, Record<string, object>>, more: object = {}) =>
  JSON.stringify([
    {
      name: 'S',
      styles: [{ color: '#111111' }],
      merges: [],
      rows: { ...Object.fromEntries(Object.entries(rows).map(([r, cells]) => [r, { cells }])), len: 9 },
      cols: { len: 3 },
      ...more,
    },
  ])
const base = book({ 0: { 0: cell('a'), 1: cell('b', 0) }, 1: { 0: cell('c') } })
const merged = (mine: string, theirs: string) => {
  const found = mergeBooks(base, mine, theirs)
  return found && { ...found, text: JSON.parse(found.text)[0] as { rows: Record<string, { cells: object }>; styles: object[] } }
}

it('takes cells that changed on one side from that side', () => {
  const found = merged(
    book({ 0: { 0: cell('MINE'), 1: cell('b', 0) }, 1: { 0: cell('c') } }),
    book({ 0: { 0: cell('a'), 1: cell('b', 0) }, 1: { 0: cell('THEIRS') }, 5: { 2: cell('new') } }),
  )
  expect(found?.text.rows).toMatchObject({
    0: { cells: { 0: { text: 'MINE' }, 1: { text: 'b', style: 0 } } },
    1: { cells: { 0: { text: 'THEIRS' } } },
    5: { cells: { 2: { text: 'new' } } },
  })
  expect(found).toMatchObject({ theirs: 2, both: 0 })
})

it('takes a cell that changed on both sides from mine, and counts it', () => {
  const found = merged(
    book({ 0: { 0: cell('MINE'), 1: cell('b', 0) }, 1: { 0: cell('c') } }),
    book({ 0: { 0: cell('THEIRS'), 1: cell('b', 0) } }),
  )
  expect(found).toMatchObject({ both: 1, theirs: 1, text: { rows: { 0: { cells: { 0: { text: 'MINE' } } } } } })
  expect(found?.text.rows['1']).toBeUndefined()
})

it('keeps styles apart that both sides added under the same number', () => {
  const mine = book(
    { 0: { 0: cell('a', 1), 1: cell('b', 0) }, 1: { 0: cell('c') } },
    { styles: [{ color: '#111111' }, { color: '#mine' }] },
  )
  const theirs = book(
    { 0: { 0: cell('a'), 1: cell('b', 0) }, 1: { 0: cell('c', 1) } },
    { styles: [{ color: '#111111' }, { color: '#theirs' }] },
  )
  const found = merged(mine, theirs)
  expect(found?.text.styles).toEqual([{ color: '#111111' }, { color: '#mine' }, { color: '#theirs' }])
  expect(found?.text.rows).toMatchObject({ 0: { cells: { 0: { style: 1 }, 1: { style: 0 } } }, 1: { cells: { 0: { style: 2 } } } })
})

it('does not merge when lines, merged areas or sheets were moved', () => {
  expect(mergeBooks(base, base, book({}, { rows: { len: 10 } }))).toBeUndefined()
  expect(mergeBooks(base, book({}, { merges: ['A1:B1'] }), base)).toBeUndefined()
  expect(mergeBooks(base, '[]', base)).toBeUndefined()
  expect(mergeBooks('text', base, base)).toBeUndefined()
})

it('appends imported sheets with unique names', () => {
  const named = (text: string) => (JSON.parse(text) as { name: string }[]).map(({ name }) => name)
  const more = [{ name: 'S' }, { name: 'S' }, { name: 'T' }]
  expect(named(appendSheets(base, more))).toEqual(['S', 'S (2)', 'S (3)', 'T'])
  // A single empty sheet is replaced.
  expect(named(appendSheets('[{"name":"Sheet1","rows":{}}]', more))).toEqual(['S', 'S (2)', 'T'])
  expect(named(appendSheets('', more))).toEqual(['S', 'S (2)', 'T'])
})
