import { inLanguage, type Language } from '@sheaf/contract/languages'
import { cellsOf, readSheets, type StoredSheet, styleOf } from '@sheaf/contract/sheet'
import { nameOf, shown } from '@sheaf/contract/sheet-text'

/** Maximum number of cells per sheet. The full sheet is in the archive in its stored form. */
const CELLS = 100_000

const words = {
  en: { more: (n: number) => `*${n} more rows*`, empty: '*This sheet is empty*' },
  zh: { more: (n: number) => `*其余 ${n} 行未列出*`, empty: '*空工作表*' },
}

const cellText = (text: string) =>
  text
    .trim()
    .replace(/[\\`*_[\]<>|~$&]/g, '\\$&')
    .replace(/(?<!\s)\s*(?:\r\n?|\n)\s*/g, '<br>')

const line = (cells: string[]) => `| ${cells.join(' | ')} |`

function tableOf(sheet: StoredSheet, language: Language, rowsMax: number): string {
  const rows = new Map<number, Map<number, string>>()
  const filled = new Set<number>()
  for (const [r, c, cell] of cellsOf(sheet)) {
    const text = cellText(shown(cell, styleOf(sheet, cell)))
    if (text === '') continue
    filled.add(c)
    rows.set(r, (rows.get(r) ?? new Map<number, string>()).set(c, text))
  }
  if (rows.size === 0) return inLanguage(words, language).empty
  const columns = [...filled].sort((a, b) => a - b)
  const all = [...rows.values()]
  const maxRows = Math.min(rowsMax, Math.max(2, Math.floor(CELLS / columns.length)))
  const [head = '', ...body] = all.slice(0, maxRows).map((row) => line(columns.map((c) => row.get(c) ?? '')))
  const left = all.length > maxRows ? ['', inLanguage(words, language).more(all.length - maxRows)] : []
  return [head, line(columns.map(() => '---')), ...body, ...left].join('\n')
}

/**
 * A spreadsheet as Markdown tables with the first filled row as header, at most `rowsMax` rows of each sheet; undefined if `content` is
 * not a spreadsheet. Never throws.
 */
export function sheetMarkdown(content: string, language: Language, rowsMax = Number.POSITIVE_INFINITY): string | undefined {
  const sheets = readSheets(content)?.filter((sheet) => sheet.sheaf?.['hidden'] !== 1)
  if (!sheets) return undefined
  const parts = sheets.map((sheet, at) => {
    const name = cellText(nameOf(sheet) || `Sheet${at + 1}`)
    return sheets.length > 1 ? `## ${name}\n\n${tableOf(sheet, language, rowsMax)}` : tableOf(sheet, language, rowsMax)
  })
  return `${parts.join('\n\n')}\n`
}
