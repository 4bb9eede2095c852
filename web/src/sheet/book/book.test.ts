// @vitest-environment jsdom

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '../../../../test/random.ts'
import { fromShowdoc, fromShowdocEditor, open, opened, roundTrip } from './book.given.ts'
import { edgesOf } from './styles.ts'

it('displays a border of an unknown style as a thin line', () => {
  for (const name of ['wavy', 'constructor', 'toString'])
    expect(edgesOf({ border: { top: [name, '#112233'] } })).toEqual({ t: { style: 1, color: '#112233' } })
})

describe('sheets of ShowDoc', () => {
  it('are saved unchanged after opening', () => {
    expect(roundTrip(fromShowdoc)).toEqual(fromShowdoc)
    const [first, second] = roundTrip(fromShowdocEditor) as [Record<string, unknown>, object]
    const { '1': row, ...rows } = fromShowdocEditor[0]!.rows as Record<string, unknown>
    expect(first).toEqual({ ...fromShowdocEditor[0], rows: { ...rows, '1': row, '5': withoutEmptyText(rows['5']) } })
    expect(second).toEqual({ name: '空表', freeze: 'A1', styles: [], merges: [], rows: { len: 500 }, cols: { len: 26 } })
  })

  it('are displayed as in ShowDoc', () => {
    const [sheet] = open(fromShowdocEditor).sheets
    const cell = (r: number, c: number) => sheet!.data![r]![c]
    expect(sheet).toMatchObject({
      name: 'sheet2',
      row: 80,
      column: 10,
      frozen: { type: 'rangeBoth', range: { row_focus: 1, column_focus: 0 } },
    })
    expect(cell(1, 2)).toMatchObject({ v: 1234.5, m: '1,234.50' })
    expect(cell(1, 3)).toMatchObject({ v: 12.5, m: '12.5%' })
    expect(cell(2, 2)).toMatchObject({ bl: 1, it: 1, un: 1, cl: 1, fs: 14, ff: 'Source Sans Pro', ht: 0, vt: 1, mc: { rs: 2, cs: 2 } })
    expect(cell(3, 3)).toEqual({ mc: { r: 2, c: 2 } })
    expect(cell(2, 6)).toMatchObject({ v: '2026-11-20', m: '2026-11-20' })
    expect(cell(4, 1)).toMatchObject({ f: '=SUM(A5:A6)' })
    expect(cell(4, 2)).toMatchObject({ v: '007', ct: { fa: '@' } })
    expect(cell(4, 3)).toMatchObject({ v: 1.5, m: '1.50' })
    expect(sheet!.config).toMatchObject({ rowlen: { 1: 60 }, columnlen: { 2: 200 }, colhidden: { 4: 0 }, rowhidden: { 5: 0 } })
    expect(sheet!.calcChain).toEqual([{ r: 4, c: 1, id: sheet!.id }])
  })

  it('shows a text that is not a spreadsheet line by line, and opens an empty text as a new sheet', () => {
    expect(open('# A heading\na\tb').sheets[0]!.data![1]!.slice(0, 2)).toMatchObject([{ v: 'a' }, { v: 'b' }])
    expect(open('').sheets[0]).toMatchObject({ name: 'Sheet1', row: 500, column: 26 })
    expect(open('[{"rows": ').sheets[0]!.data![0]![0]).toMatchObject({ v: '[{"rows": ' })
    expect(open({ name: 'alone', rows: { 0: { cells: { 0: { text: 7 } } } } }).sheets[0]!.data![0]![0]).toMatchObject({ v: 7 })
  })

  it('keeps cells outside the displayed area', () => {
    const far = [
      { name: 'far', rows: { len: 5, 60000: { cells: { 3: { text: 'x' } } }, 2: { cells: { 9000: { text: 'y' } } } }, cols: { len: 4 } },
    ]
    expect(roundTrip(far)).toMatchObject(far)
  })
})

describe('changes', () => {
  it('keep the unknown fields of a style when the formatting of a cell changes', () => {
    const stored = [
      {
        name: 'a',
        styles: [{ color: '#111111', glow: 3, font: { bold: true, kerning: 1 } }],
        rows: { 0: { cells: { 0: { text: 'x', style: 0 } } } },
      },
    ]
    const { book, sheets } = open(stored)
    sheets[0]!.data![0]![0]!.it = 1
    const [saved] = JSON.parse(book.write(sheets)) as [{ styles: unknown[]; rows: Record<string, unknown> }]
    expect(saved.styles).toEqual([stored[0]!.styles[0], { color: '#111111', glow: 3, font: { bold: true, italic: true, kerning: 1 } }])
    expect(saved.rows['0']).toEqual({ cells: { 0: { text: 'x', style: 1 } } })
  })

  it('move the unknown fields of a row with it, and restore them on undo', () => {
    const { book, sheets } = open([{ name: 'a', rows: { len: 9, 4: { mark: 'm', cells: {} } }, cols: { len: 3, 1: { mark: 'c' } } }])
    const { id } = sheets[0]!
    const rowsNow = () => (JSON.parse(book.write(sheets)) as [{ rows: object; cols: object }])[0]
    book.follow([{ op: 'insertRowCol', id: id!, path: [], value: { id, type: 'row', index: 4, count: 2, direction: 'lefttop' } }])
    expect(rowsNow().rows).toMatchObject({ 6: { mark: 'm' } })
    book.follow([{ op: 'insertRowCol', id: id!, path: [], value: { id, type: 'row', index: 5, count: 1, direction: 'rightbottom' } }])
    book.follow([{ op: 'deleteRowCol', id: id!, path: [], value: { id, type: 'row', start: 0, end: 1 } }])
    expect(rowsNow().rows).toMatchObject({ 5: { mark: 'm' } })
    book.follow([{ op: 'deleteRowCol', id: id!, path: [], value: { id, type: 'row', start: 5, end: 5 } }])
    expect(rowsNow().rows).toEqual({ len: 9 })
    book.follow([{ op: 'insertRowCol', id: id!, path: [], value: { id, type: 'row', index: 5, count: 1, direction: 'lefttop' } }])
    expect(rowsNow()).toMatchObject({ rows: { 5: { mark: 'm' } }, cols: { 1: { mark: 'c' } } })
  })

  it('preserve numbers, dates, results and notes', () => {
    const { book, sheets } = open('')
    const row = sheets[0]!.data![0]!
    row[0] = { v: 46346, m: '2026-11-20', ct: { fa: 'yyyy-MM-dd', t: 'd' } }
    row[1] = { f: '=A1+1', v: 46347, m: '2026-11-21', ct: { fa: 'yyyy-MM-dd', t: 'd' } }
    row[2] = { v: true, m: 'TRUE', ct: { fa: 'General', t: 'b' } }
    row[3] = { v: '=not a formula', m: '=not a formula', qp: 1, ct: { fa: 'General', t: 'g' } }
    row[4] = { v: 0.125, m: '12.50%', ct: { fa: '0.00%', t: 'n' } }
    row[5] = { ct: { t: 'inlineStr', fa: 'General', s: [{ v: 'red', fc: '#ff0000' }, { v: ' and\r\nplain' }] } }
    row[6] = {
      v: '42',
      m: '42',
      ct: { fa: '@', t: 's' },
      ps: { left: null, top: null, width: null, height: null, value: '<div>a &lt; b</div><div>c</div>', isShow: false },
    }
    row[7] = { v: '12', m: '12', ct: { fa: 'General', t: 'g' } }
    const text = book.write(sheets)
    expect((JSON.parse(text) as typeof fromShowdoc)[0]!.rows['0'].cells).toMatchObject({
      0: { text: '2026-11-20', sheaf: { v: 46346 } },
      1: { text: '=A1+1', sheaf: { v: 46347, m: '2026-11-21' } },
      2: { text: 'TRUE', sheaf: { v: true } },
      3: { text: '=not a formula', sheaf: { t: 's' } },
      4: { text: '12.50%', sheaf: { v: 0.125 } },
      5: { text: 'red and\nplain' },
      6: { text: '42', sheaf: { note: 'a < b\nc' } },
      7: { text: '12', sheaf: { t: 's' } },
    })
    const again = open(text).sheets[0]!.data![0]!
    for (const at of [0, 1, 2, 3, 4, 5]) expect(again[at]).toMatchObject(row[at] as object)
    expect(again[6]).toMatchObject({ v: '42', m: '42', ps: { value: 'a &lt; b<br>c' } })
    expect(again[7]).toMatchObject({ v: '12', m: '12' })
    expect(JSON.parse(throughTheGridText(text))).toEqual(JSON.parse(text))
  })
})

const throughTheGridText = (text: string) => JSON.stringify(roundTrip(text))

function withoutEmptyText(row: unknown) {
  const { cells, ...rest } = row as { cells: Record<string, object> }
  const { 1: _empty, ...others } = cells
  return { ...rest, cells: { ...others, 1: { style: 5 } } }
}

/* Sheets as other programs can have written them. */
const word = fc.string({ maxLength: 8 }).filter((text) => !/\r/.test(text) && text !== '__proto__')
const unknown = fc.dictionary(fc.stringMatching(/^x[a-z]{1,4}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2, noNullPrototype: true })
const colour = fc.constantFrom('#ffffff', '#1f7a5c', '#000')
const edge = fc.tuple(fc.constantFrom('thin', 'medium', 'thick', 'dashed', 'dotted', 'double'), colour)
const some = { requiredKeys: [] as [], noNullPrototype: true }
const style = fc
  .tuple(
    fc.record(
      {
        align: fc.constantFrom('left', 'center', 'right'),
        valign: fc.constantFrom('top', 'middle', 'bottom'),
        color: colour,
        bgcolor: colour,
        font: fc.record(
          { name: fc.constantFrom('Arial', '宋体'), size: fc.integer({ min: 6, max: 30 }), bold: fc.boolean(), italic: fc.boolean() },
          some,
        ),
        underline: fc.boolean(),
        strike: fc.boolean(),
        textwrap: fc.boolean(),
        border: fc.record({ top: edge, right: edge, bottom: edge, left: edge }, some),
        format: fc.constantFrom('normal', 'text', 'number', 'percent', 'rmb', 'usd', 'eur', 'date', 'time', 'duration'),
      },
      some,
    ),
    unknown,
  )
  .map(([known, more]) => ({ ...known, ...more }))
const text = fc.oneof(
  word,
  fc.constantFrom(
    '=A1+B1',
    '=SUM(A1:C9)',
    '007',
    '1.50',
    '1e5',
    '-3',
    '1234.5',
    '.5',
    'TRUE',
    '2026-11-20',
    '50%',
    '=',
    "'x",
    ' 12 ',
    '中文',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
)
const cell = fc
  .tuple(fc.record({ text, style: fc.nat({ max: 3 }) }, some), unknown)
  .map(([known, more]) => ({ ...known, ...more }))
  .filter((found) => Object.keys(found).length > 0 && found.text !== '')
const line = (size: 'height' | 'width') => fc.tuple(fc.record({ [size]: fc.integer({ min: 5, max: 300 }) }, some), fc.boolean(), unknown)
const stored = fc
  .record({
    name: word.filter((name) => name !== ''),
    styles: fc.array(style, { minLength: 4, maxLength: 4 }),
    cells: fc.dictionary(fc.stringMatching(/^[0-9]_[0-7]$/), cell, { maxKeys: 12, noNullPrototype: true }),
    heights: fc.dictionary(fc.stringMatching(/^[0-9]$/), line('height'), { maxKeys: 3, noNullPrototype: true }),
    widths: fc.dictionary(fc.stringMatching(/^[0-7]$/), line('width'), { maxKeys: 3, noNullPrototype: true }),
    freeze: fc.constantFrom('A1', 'A2', 'B1', 'C4'),
    merge: fc.constantFrom(undefined, [8, 2], [1, 5]),
    more: unknown,
  })
  .map(({ name, styles, cells, heights, widths, freeze, merge, more }) => {
    const rows: Record<string, Record<string, unknown>> = {}
    const cols: Record<string, unknown> = {}
    const rowAt = (at: string | number) => (rows[at] ??= {})
    for (const [at, [size, hide, rest]] of Object.entries(heights)) Object.assign(rowAt(at), rest, size, hide && { hide })
    for (const [at, [size, hide, rest]] of Object.entries(widths)) cols[at] = { ...rest, ...size, ...(hide && { hide }) }
    const put = (r: number, c: number, found: object) => {
      const row = rowAt(r)
      row['cells'] = { ...(row['cells'] as object), [c]: found }
    }
    for (const [place, found] of Object.entries(cells)) put(Number(place[0]), Number(place[2]), found)
    const [r, c] = merge ?? [0, 0]
    if (merge) put(r, c, { text: 'merged', merge: [1, 2] })
    const merges = merge ? [`${'ABCDEFGH'[c]}${r + 1}:${'ABCDEFGH'[c + 2]}${r + 2}`] : []
    return { ...more, name, freeze, styles, merges, rows: { ...withContent(rows), len: 12 }, cols: { ...withContent(cols), len: 9 } }
  })

const withContent = (lines: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(lines).filter(([, found]) => Object.keys(found as object).length > 0))

describe('any sheet', () => {
  it('is saved unchanged: texts, formulas, merged areas, styles and unknown keys', () => {
    assertProperty(
      fc.property(fc.array(stored, { minLength: 1, maxLength: 2 }), (sheets) => {
        expect(roundTrip(sheets)).toEqual(JSON.parse(JSON.stringify(sheets)))
      }),
      { numRuns: 400 },
    )
  })

  it('is the same for the grid after saving', () => {
    assertProperty(
      fc.property(stored, (sheet) => {
        const first = open([sheet])
        const second = open(first.book.write(first.sheets))
        const plain = (book: typeof first) => book.sheets.map(({ id: _id, calcChain: _chain, ...rest }) => rest)
        expect(plain(second)).toEqual(plain(first))
      }),
      { numRuns: 200 },
    )
  })

  it('opens from any text', () => {
    assertProperty(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.array(fc.dictionary(fc.string(), fc.jsonValue())).map((found) => JSON.stringify(found)),
        ),
        (found) => {
          for (const sheet of open(found).sheets) expect(opened(sheet).data!.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 300 },
    )
  })
})
