/** One cell of a row: `start` to `end` is the text between its bars, `from` to `to` the same without whitespace. */
interface Cell {
  start: number
  end: number
  from: number
  to: number
}

export interface Row {
  cells: Cell[]
  /** There is a bar before the first cell. */
  opened: boolean
  /** There is a bar after the last cell. */
  closed: boolean
}

const isBlank = (text: string) => text.trim() === ''

function cell(line: string, start: number, end: number): Cell {
  const text = line.slice(start, end)
  const from = isBlank(text) ? Math.min(start + 1, end) : start + text.length - text.trimStart().length
  return { start, end, from, to: isBlank(text) ? from : start + text.trimEnd().length }
}

/** Splits a table line like the renderer does: at every bar without a preceding backslash, in code too. */
export function readRow(line: string, lead = 0): Row {
  const bars: number[] = []
  for (let at = line.indexOf('|', lead); at >= 0; at = line.indexOf('|', at + 1)) if (line[at - 1] !== '\\') bars.push(at)
  const opened = bars[0] !== undefined && isBlank(line.slice(lead, bars[0]))
  const last = bars.at(-1)
  const closed = last !== undefined && isBlank(line.slice(last + 1)) && !(opened && bars.length === 1)
  const edges = [opened ? (bars.shift() as number) : lead - 1, ...bars, ...(closed ? [] : [line.length])]
  return { cells: edges.slice(1).map((end, index) => cell(line, (edges[index] as number) + 1, end)), opened, closed }
}

/** Width of a text in monospaced columns: Chinese, Japanese, Korean and emoji take two, combining marks none. */
export function textWidth(text: string) {
  let width = 0
  for (const sign of text) {
    if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(sign)) continue
    width += WIDE.test(sign) ? 2 : 1
  }
  return width
}
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u

export type Side = 'none' | 'left' | 'center' | 'right'

/** A wider line wraps in the editor: its last column is not padded. */
const FITS = 80
/** If the table is wider even then, no column is padded: padding would make it harder to read. */
const WIDEST = 120

const RULES: Record<Side, (width: number) => string> = {
  none: (width) => '-'.repeat(width),
  left: (width) => `:${'-'.repeat(width - 1)}`,
  center: (width) => `:${'-'.repeat(width - 2)}:`,
  right: (width) => `${'-'.repeat(width - 1)}:`,
}

/** The delimiter cell under a header, at least three characters wide. */
export const ruleFor = (side: Side, width = 3) => RULES[side](Math.max(3, width))

export function sideOf(rule: string): Side {
  const text = rule.trim()
  if (text.startsWith(':')) return text.endsWith(':') && text.length > 1 ? 'center' : 'left'
  return text.endsWith(':') ? 'right' : 'none'
}

/** Converts any text to the content of one cell. */
export const cellText = (text: string) =>
  text
    .replace(/\\?\|/g, '\\|')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('<br>')

function pad(text: string, width: number, side: Side) {
  const room = Math.max(0, width - textWidth(text))
  const left = side === 'right' ? room : side === 'center' ? Math.floor(room / 2) : 0
  return ' '.repeat(left) + text + ' '.repeat(room - left)
}

/**
 * Formats a table whose first row is the header; pads columns to even width unless the table becomes too wide. Cells are not
 * escaped; short rows get empty cells.
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

/** Pads the columns of every table in a text to even width. */
export const evenTables = (text: string) =>
  text.replace(/^\|.*\n\|[ :|-]+\|(?:\n\|.*)*/gm, (table) => {
    const [head = [], rule = [], ...body] = table.split('\n').map((line) => readRow(line).cells.map(({ from, to }) => line.slice(from, to)))
    return tableText([head, ...body], rule.map(sideOf))
  })
