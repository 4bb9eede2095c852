import { readRow, textWidth } from './row.ts'

export type Side = 'none' | 'left' | 'center' | 'right'

/** Wider than this a line breaks in the editor: the last column is then left ragged. */
const FITS = 80
/** Wider than this even so, padding only makes a table harder to read in the text. */
const WIDEST = 120

const RULES: Record<Side, (width: number) => string> = {
  none: (width) => '-'.repeat(width),
  left: (width) => `:${'-'.repeat(width - 1)}`,
  center: (width) => `:${'-'.repeat(width - 2)}:`,
  right: (width) => `${'-'.repeat(width - 1)}:`,
}

/** What stands under a head, at least three signs wide. */
export const ruleFor = (side: Side, width = 3) => RULES[side](Math.max(3, width))

export function sideOf(rule: string): Side {
  const text = rule.trim()
  if (text.startsWith(':')) return text.endsWith(':') && text.length > 1 ? 'center' : 'left'
  return text.endsWith(':') ? 'right' : 'none'
}

/** Any text as the content of one cell. */
export const cellText = (text: string) =>
  text
    .trim()
    .replace(/\\?\|/g, '\\|')
    .replace(/\s*\r?\n\s*/g, '<br>')

function pad(text: string, width: number, side: Side) {
  const room = Math.max(0, width - textWidth(text))
  const before = side === 'right' ? room : side === 'center' ? Math.floor(room / 2) : 0
  return ' '.repeat(before) + text + ' '.repeat(room - before)
}

/**
 * A table with its head in the first row, the columns of even width unless that would make it too wide. Cells are written as
 * they are given; short rows are filled up.
 */
export function tableLines(rows: string[][], sides: Side[] = [], widest = WIDEST): string[] {
  const columns = Math.max(...rows.map((row) => row.length))
  const filled = rows.map((row) => Array.from({ length: columns }, (_, column) => row[column] ?? ''))
  const widths = Array.from({ length: columns }, (_, column) => Math.max(3, ...filled.map((row) => textWidth(row[column] ?? ''))))
  const lengthOf = (some: number[]) => some.reduce((sum, width) => sum + width + 3, 1)
  if (lengthOf(widths) > FITS && columns > 1) widths[columns - 1] = Math.max(3, textWidth(filled[0]?.[columns - 1] ?? ''))
  const even = lengthOf(widths) <= widest
  if (!even) widths.fill(3)
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const row = (cells: string[]) =>
    line(cells.map((text, column) => (even ? pad(text, widths[column] ?? 0, sides[column] ?? 'none') : text)))
  const rule = line(widths.map((width, column) => ruleFor(sides[column] ?? 'none', width)))
  const [head = [], ...body] = filled
  return [row(head), rule, ...body.map(row)]
}

export const tableText = (rows: string[][], sides?: Side[]) => tableLines(rows, sides).join('\n')

/** Every table of a text with columns of even width. */
export const evenTables = (text: string) =>
  text.replace(/^\|.*\n\|[ :|-]+\|(?:\n\|.*)*/gm, (table) => {
    const [head = [], rule = [], ...body] = table.split('\n').map((line) => readRow(line).cells.map(({ from, to }) => line.slice(from, to)))
    return tableText([head, ...body], rule.map(sideOf))
  })
