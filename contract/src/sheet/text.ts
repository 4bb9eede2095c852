import { cellsOf, extraOf, isFormula, readSheets, type StoredCell, type StoredSheet, type StoredStyle, styleOf, textOf } from './sheet.ts'

function thousands(text: string) {
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(text)) return text
  return Number(text)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+\.)/g, ',')
}

/** The number formats of ShowDoc's format. All others have their pattern under `sheaf` and their text as displayed. */
const formats = new Map<unknown, (text: string) => string>([
  ['number', thousands],
  ['percent', (text) => `${text}%`],
  ['rmb', (text) => `￥${thousands(text)}`],
  ['usd', (text) => `$${thousands(text)}`],
  ['eur', (text) => `€${thousands(text)}`],
])

/** The displayed text of a cell. */
export function shown(cell: StoredCell, style: StoredStyle | undefined): string {
  const { v, m } = extraOf(cell)
  const text = textOf(cell)
  if (isFormula(cell)) return m ?? (v === undefined ? text : String(v))
  const format = v === undefined && text !== '' ? formats.get(style?.format) : undefined
  return format ? format(text) : text
}

export const nameOf = (sheet: StoredSheet) => (typeof sheet.name === 'string' ? sheet.name : '')

/** 0 is A, 26 is AA. */
export function columnName(at: number): string {
  return (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))
}

interface FilledCell {
  row: number
  column: number
  text: string
}

/** The cells that are not blank, grouped by row. */
function rowsOf(sheet: StoredSheet, textFor: (cell: StoredCell) => string): FilledCell[][] {
  const rows: FilledCell[][] = []
  for (const [row, column, cell] of cellsOf(sheet)) {
    const text = textFor(cell)
    if (text.trim() === '') continue
    const last = rows.at(-1)
    if (last?.[0]?.row === row) last.push({ row, column, text })
    else rows.push([{ row, column, text }])
  }
  return rows
}

/** The text of a spreadsheet, one line per row; undefined when the content is not a spreadsheet. Never throws. */
export function sheetText(content: string): string | undefined {
  const sheets = content.trim() === '' ? undefined : readSheets(content)
  return sheets
    ?.map((sheet) => {
      const rows = rowsOf(sheet, (cell) => shown(cell, styleOf(sheet, cell)))
      return [nameOf(sheet), ...rows.map((row) => row.map(({ text }) => text.replace(/\s+/g, ' ').trim()).join('\t'))]
        .filter(Boolean)
        .join('\n')
    })
    .join('\n\n')
}

/** A spreadsheet as lines for comparison: every filled row with its position, formulas as entered. */
export function sheetLines(content: string): string | undefined {
  return readSheets(content)
    ?.map((sheet) => {
      const rows = rowsOf(sheet, (cell) => (isFormula(cell) ? textOf(cell) : shown(cell, styleOf(sheet, cell))))
      const lines = rows.map((row) => {
        const cells = row.map(({ column, text }) => `${columnName(column)}: ${text.replace(/\r\n?|\n/g, ' ⏎ ')}`)
        return `${(row[0]?.row ?? 0) + 1} | ${cells.join(' | ')}`
      })
      return [`# ${nameOf(sheet)}`, ...lines].join('\n')
    })
    .join('\n\n')
}

/** The used size of a sheet. `waits`: a formula has not been calculated yet. */
export function extentOf(sheet: StoredSheet) {
  let [rows, columns, cells, needsCalculation] = [0, 0, 0, false]
  for (const [row, column, cell] of cellsOf(sheet)) {
    rows = Math.max(rows, row + 1)
    columns = Math.max(columns, column + 1)
    cells += 1
    if (isFormula(cell) && extraOf(cell).v === undefined) needsCalculation = true
  }
  return { rows, columns, cells, waits: needsCalculation }
}
