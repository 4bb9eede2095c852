import type { CellMatrix, Sheet } from '@fortune-sheet/core'
import { openBook } from './book.ts'

/** Expands the cells of a sheet as the grid does when it opens it. */
export function opened(sheet: Sheet): Sheet {
  const { celldata = [], row = 0, column = 0 } = sheet
  const data: CellMatrix = Array.from({ length: row }, () => Array<null>(column).fill(null))
  for (const { r, c, v } of celldata) (data[r] as CellMatrix[number])[c] = v
  return { ...sheet, data }
}

export const open = (stored: unknown) => {
  const book = openBook(typeof stored === 'string' ? stored : JSON.stringify(stored), (number) => `Sheet${number}`)
  return { book, sheets: book.sheets.map(opened) }
}

/** Opens and saves a spreadsheet without a change. */
export const roundTrip = (stored: unknown): unknown => {
  const { book, sheets } = open(stored)
  return JSON.parse(book.write(sheets))
}

/** The stored form that ShowDoc 2.9 sends when a table item is saved. */
export const fromShowdoc = [
  {
    name: 'sheet1',
    freeze: 'A1',
    styles: [] as unknown[],
    merges: [],
    rows: {
      '0': { cells: { '0': { text: 'env' }, '1': { text: 'url' } } },
      '1': { cells: { '0': { text: 'dev' }, '1': { text: 'http://dev' } } },
      len: 500,
    },
    cols: { len: 26 },
    validations: [],
    autofilter: {},
  },
]

/** A table of the editor that ShowDoc uses, with all features of its toolbar. */
export const fromShowdocEditor = [
  {
    name: 'sheet2',
    freeze: 'B3',
    styles: [
      { bgcolor: '#f4f5f8', textwrap: true, color: '#900b09', border: { top: ['thin', '#1E1E1E'], bottom: ['thin', '#1E1E1E'] } },
      {
        align: 'center',
        valign: 'top',
        font: { name: 'Source Sans Pro', size: 14, bold: true, italic: true },
        underline: true,
        strike: true,
      },
      { format: 'number' },
      { format: 'percent' },
      { format: 'date', font: { bold: true } },
      { border: { top: ['medium', '#000'], right: ['medium', '#000'], bottom: ['medium', '#000'], left: ['medium', '#000'] } },
      { format: 'text' },
    ],
    merges: ['C3:D4', 'F11:H12'],
    cols: { len: 10, '2': { width: 200 }, '4': { hide: true } },
    rows: {
      len: 80,
      '1': {
        cells: {
          '0': { text: 'testingtesttestetst' },
          '2': { text: '1234.5', style: 2 },
          '3': { text: '12.5', style: 3 },
          '5': { style: 0 },
        },
        height: 60,
      },
      '2': {
        cells: { '2': { text: 'line one\nline two', merge: [1, 1], style: 1 }, '6': { text: '2026-11-20', style: 4, editable: false } },
      },
      '4': {
        cells: {
          '0': { text: '10' },
          '1': { text: '=SUM(A5:A6)' },
          '2': { text: '007' },
          '3': { text: '1.50' },
          '4': { text: '0012', style: 6 },
        },
      },
      '5': {
        cells: { '0': { text: '0.5' }, '1': { text: '', style: 5 }, '2': { text: '+8613800138000' }, '3': { text: ' a ' } },
        hide: true,
        note: 'mine',
      },
      '10': { cells: { '5': { merge: [1, 2], printable: false } } },
    },
    validations: [{ refs: ['A1:A9'], mode: 'cell', type: 'list', required: false, operator: 'be', value: 'x,y' }],
    autofilter: { ref: 'A1:B3', filters: [], sort: null },
  },
  { name: '空表' },
]
