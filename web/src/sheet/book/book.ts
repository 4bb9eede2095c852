import type { Op, Sheet } from '@fortune-sheet/core'
import { readSheets, type StoredSheet } from '@sheaf/contract/sheet'
import { keptLines } from './preserved.ts'
import { readSheet } from './sheet-read.ts'
import { type PreviousSheet, writeSheet } from './sheet-write.ts'

interface Change {
  type: 'row' | 'column'
  id?: string
  index?: number
  count?: number
  direction?: 'lefttop' | 'rightbottom'
  start?: number
  end?: number
}

const previousSheet = (stored: StoredSheet): PreviousSheet => ({
  stored,
  rows: keptLines(stored.rows, ['cells', 'height', 'hide']),
  cols: keptLines(stored.cols, ['width', 'hide']),
})

/** Shows a text that is not a spreadsheet line by line in the first column, so that nothing of it is hidden. */
const asLines = (text: string): StoredSheet[] => {
  const lines = text.split(/\r\n?|\n/).slice(0, 10_000)
  const rows = lines.map((line, at) => [at, { cells: Object.fromEntries(line.split('\t').map((part, c) => [c, { text: part }])) }])
  return [{ rows: Object.fromEntries(rows) }]
}

let last = 0

/** Opens the spreadsheet of a page: converts it for the grid, follows inserted and removed lines, and writes the stored form again. */
export function openBook(text: string, defaultName: (number: number) => string) {
  const found = readSheets(text) ?? asLines(text)
  const stored = found.length > 0 ? found : [{}]
  const known = new Map<string, PreviousSheet>()
  const sheets = stored.map((sheet, order) => {
    last += 1
    const id = `sheet-${last}`
    known.set(id, previousSheet(sheet))
    return readSheet(sheet, id, order, defaultName(order + 1))
  })
  if (sheets.every((sheet) => sheet.hide === 1)) delete sheets[0]?.hide
  return {
    /** Unique per opened book. */
    id: sheets[0]?.id ?? '',
    sheets: sheets as Sheet[],
    /** True when a formula has no stored result, because another program wrote it. */
    needsCalculation: sheets.some((sheet) => sheet.celldata?.some(({ v }) => v?.f && v.v === undefined)),
    /** Follows rows and columns that were inserted or removed. */
    follow(ops: readonly Op[]) {
      for (const { op, value } of ops) {
        if (op !== 'insertRowCol' && op !== 'deleteRowCol') continue
        const { type, id = '', index = 0, count = 0, direction, start = 0, end = 0 } = value as Change
        const lines = known.get(id)?.[type === 'row' ? 'rows' : 'cols']
        if (op === 'insertRowCol') lines?.insert(direction === 'rightbottom' ? index + 1 : index, count)
        else lines?.remove(start, end - start + 1)
      }
    },
    write: (now: readonly Sheet[]): string =>
      JSON.stringify([...now].sort((a, b) => (a.order ?? 0) - (b.order ?? 0)).map((sheet) => writeSheet(sheet, known.get(sheet.id ?? '')))),
  }
}

export type Book = ReturnType<typeof openBook>
