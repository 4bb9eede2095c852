import { cellText, tableText } from '../table/text.ts'
import { trimmed } from './table.ts'

/** Rows of a sheet as text: tabs between the cells, quotes around those that hold a line break. */
function sheetRows(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (!found) return []
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === '\n' && cell.lastIndex < text.length) rows.push([])
    if (found[3] === '') break
  }
  return rows
}

/** Cells copied from a sheet; none where it is only code with tabs in it. */
export function sheetTable(plain: string): string[][] | undefined {
  const text = plain.replace(/\r\n?/g, '\n').replace(/\n+$/, '')
  if (!text.includes('\t') || /^\t+\S[^\t]*$/m.test(text)) return undefined
  const rows = sheetRows(text)
  const columns = rows[0]?.length ?? 0
  if (rows.length < 2 || columns < 2 || rows.some((row) => row.length !== columns)) return undefined
  const { texts } = trimmed(rows)
  return texts.length > 1 && (texts[0]?.length ?? 0) > 1 ? texts : undefined
}

export const sheetText = (rows: string[][]) => tableText(rows.map((row) => row.map(cellText)))
