import { expect, it } from 'vitest'
import { cellsOf, readSheets } from './sheet.ts'
import { columnName, extentOf, sheetLines, sheetText, shown } from './text.ts'

const sheets = [
  {
    name: 'Hosts',
    styles: [{ format: 'rmb' }, { format: 'percent' }],
    rows: {
      len: 500,
      1: { cells: { 0: { text: '预算\n表' }, 27: { text: '1234.5', style: 0 } } },
      0: { cells: { 1: { text: '=A1*2', sheaf: { v: 84, m: '84.00' } }, 0: { text: 42 }, x: { text: 'no' }, '01': { text: 'no' } } },
    },
  },
  { name: '空' },
]

it('recognizes a spreadsheet by its structure', () => {
  expect(readSheets('')).toEqual([])
  expect(readSheets('# Title')).toBeUndefined()
  expect(readSheets('{"name":"x"}')).toBeUndefined()
  expect(readSheets('[{"rows":')).toBeUndefined()
  expect(readSheets('[1]')).toBeUndefined()
  expect(readSheets('{"rows":{}}')).toEqual([{ rows: {} }])
})

it('extracts the text that a reader sees', () => {
  expect(sheetText(JSON.stringify(sheets))).toBe('Hosts\n42\t84.00\n预算 表\t￥1,234.50\n\n空')
  expect(sheetText('')).toBeUndefined()
  expect(sheetText('[not json')).toBeUndefined()
})

it('writes lines for a comparison', () => {
  expect(sheetLines(JSON.stringify(sheets))).toBe('# Hosts\n1 | A: 42 | B: =A1*2\n2 | A: 预算 ⏎ 表 | AB: ￥1,234.50\n\n# 空')
})

it('returns cells row by row and formats their values', () => {
  expect([...cellsOf(JSON.parse(JSON.stringify(sheets[0])))].map(([r, c]) => [r, c])).toEqual([
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 27],
  ])
  expect(extentOf(sheets[0] as never)).toEqual({ rows: 2, columns: 28, cells: 4, waits: false })
  expect(extentOf({ rows: { 0: { cells: { 0: { text: '=1+1' } } } } })).toMatchObject({ waits: true })
  expect([
    shown({ text: '50' }, { format: 'percent' }),
    shown({ text: 'n/a' }, { format: 'number' }),
    shown({ text: '=x', sheaf: { t: 's' } }, {}),
  ]).toEqual(['50%', 'n/a', '=x'])
  expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
})
