/*
 * A stored spreadsheet (SPEC 3): the JSON of ShowDoc's table items, a list of sheets with rows and text cells. Extensions are under the
 * key `sheaf`, which ShowDoc ignores. Unknown keys are kept.
 */
export interface CellExtra {
  /** The value of the text: the result of a formula, the number of a date. */
  v?: string | number | boolean
  /** The displayed form of the value, if it differs. */
  m?: string
  /** The content is text although it looks like a number or a formula. */
  t?: 's'
  /** Rich text: parts of the text with their own style. */
  runs?: unknown[]
  note?: string
}

export interface StoredCell {
  text?: unknown
  /** Index into the sheet's styles. */
  style?: number
  /** Additional rows and columns that the merged cell covers. */
  merge?: [number, number]
  sheaf?: CellExtra
}

export interface StoredStyle {
  align?: unknown
  valign?: unknown
  bgcolor?: unknown
  color?: unknown
  font?: { name?: unknown; size?: unknown; bold?: unknown; italic?: unknown }
  underline?: unknown
  strike?: unknown
  textwrap?: unknown
  border?: Partial<Record<'top' | 'right' | 'bottom' | 'left', unknown>>
  format?: unknown
  sheaf?: Record<string, unknown>
}

export interface StoredLine {
  cells?: Record<string, StoredCell>
  height?: number
  width?: number
  hide?: boolean
}

export interface StoredSheet {
  name?: string
  freeze?: string
  styles?: StoredStyle[]
  merges?: string[]
  rows?: Record<string, StoredLine | number>
  cols?: Record<string, StoredLine | number>
  sheaf?: Record<string, unknown>
}

/** Size of a new sheet (SPEC 9). */
export const SHEET_ROWS = 500
export const SHEET_COLS = 26
export const SHEET_ROW_HEIGHT = 25
export const SHEET_COL_WIDTH = 100
/** The largest displayed part of a sheet; cells outside it are kept but not displayed. */
export const SHEET_ROWS_MAX = 50_000
export const SHEET_COLS_MAX = 702

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

const isSheet = (found: unknown): found is StoredSheet => isObject(found) && isObject((found as StoredSheet).rows)

/** The sheets of a stored text, or undefined when it is not a spreadsheet. An empty text has no sheets. Never throws. */
export function readSheets(text: string): StoredSheet[] | undefined {
  const start = text.trimStart()[0]
  if (start === undefined) return []
  if (start !== '[' && start !== '{') return undefined
  try {
    const found: unknown = JSON.parse(text)
    if (!Array.isArray(found)) return isSheet(found) ? [found] : undefined
    return found.every((sheet) => isSheet(sheet) || (isObject(sheet) && 'name' in sheet)) ? (found as StoredSheet[]) : undefined
  } catch {
    return undefined
  }
}

/** The numbered lines below `max` in ascending order, because JavaScript sorts integer keys. */
function* numbered<T>(lines: Record<string, T> | undefined, max: number): Generator<[at: number, line: T]> {
  for (const key in lines) {
    const at = Number(key)
    if (at >= 0 && at < max && key === String(at) && Number.isInteger(at) && Object.hasOwn(lines, key)) yield [at, lines[key] as T]
  }
}

export const lineAt = (lines: StoredSheet['rows'], at: number): StoredLine | undefined => {
  const line = lines?.[at]
  return isObject(line) ? line : undefined
}

/** The displayable cells of a sheet, row by row. */
export function* cellsOf(sheet: StoredSheet): Generator<[row: number, column: number, cell: StoredCell]> {
  if (!isObject(sheet.rows)) return
  for (const [row, line] of numbered(sheet.rows, SHEET_ROWS_MAX)) {
    const cells = isObject(line) ? (line as StoredLine).cells : undefined
    if (!isObject(cells)) continue
    for (const [column, cell] of numbered(cells, SHEET_COLS_MAX)) if (isObject(cell)) yield [row, column, cell]
  }
}

export const styleOf = (sheet: StoredSheet, cell: StoredCell): StoredStyle | undefined => {
  const style = Array.isArray(sheet.styles) && typeof cell.style === 'number' ? sheet.styles[cell.style] : undefined
  return isObject(style) ? style : undefined
}

export const extraOf = (cell: StoredCell): CellExtra => (isObject(cell.sheaf) ? cell.sheaf : {})

export const textOf = ({ text }: StoredCell) => (typeof text === 'string' ? text : typeof text === 'number' ? String(text) : '')

/** Whether a cell is a formula and not a text that starts with "=". */
export const isFormula = (cell: StoredCell) => extraOf(cell).t !== 's' && /^=./s.test(textOf(cell))
