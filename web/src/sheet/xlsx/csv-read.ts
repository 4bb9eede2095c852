import { SHEET_COLS_MAX, type StoredSheet } from '@sheaf/contract/sheet'

/** The separator that occurs most often in the first line. */
function separatorOf(text: string) {
  const line =
    text
      .slice(0, 10_000)
      .split(/\r?\n/)[0]
      ?.replace(/"[^"]*"/g, '') ?? ''
  const counts = [',', '\t', ';'].map((sign) => [sign, line.split(sign).length] as const)
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

export function rowsOf(text: string, max: number): { rows: string[][]; more: boolean } {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let [row, cell, quoted] = [[] as string[], '', false]
  const endRow = () => {
    row.push(cell)
    rows.push(row)
    ;[row, cell] = [[], '']
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[at++]
      else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at++
      endRow()
      if (rows.length >= max) return { rows, more: at + 1 < text.length }
    } else cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return { rows, more: false }
}

/** A CSV cell is never a formula, even if it starts with "=" (S73). */
const cellOf = (text: string) => (/^=./s.test(text) ? { text, sheaf: { t: 's' as const } } : { text })

export function sheetOf(rows: string[][], name: string): StoredSheet {
  const columns = Math.max(26, ...rows.map((row) => Math.min(row.length, SHEET_COLS_MAX)))
  const lines = rows.map((row, r) => {
    const cells = row.slice(0, SHEET_COLS_MAX).flatMap((text, c) => (text === '' ? [] : [[c, cellOf(text)]]))
    return [r, { cells: Object.fromEntries(cells) }]
  })
  return { name, rows: { ...Object.fromEntries(lines), len: Math.max(rows.length, 500) }, cols: { len: columns } }
}
