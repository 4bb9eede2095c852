import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { type ChangeSpec, EditorSelection, type EditorState, type Line, type StateCommand, type TransactionSpec } from '@codemirror/state'
import { type Row, readRow, ruleFor, type Side, sideOf, tableLines } from './text.ts'

/** A line of a table; the offsets of its cells count from the start of the line. */
interface TableLine extends Row {
  line: Line
  /** The text before the row: whitespace and quote marks. */
  lead: string
}

/** Header, delimiter row and body in the order of the text. */
interface Table {
  lines: TableLine[]
  columns: number
}

export interface CellPosition {
  table: Table
  /** Index in `table.lines`; 1 is the delimiter row. */
  row: number
  /** −1 before the first bar; the number of cells after the last bar. */
  column: number
}

const LEAD = /^[\s>]*/

function nodeAt(state: EditorState, at: number, tree = syntaxTree(state)) {
  for (const side of [-1, 1] as const)
    for (let node: ReturnType<typeof tree.resolveInner> | null = tree.resolveInner(at, side); node; node = node.parent)
      if (node.name === 'Table') return node
  return undefined
}

/** Whether the cursor is in a table, using only the parsed part: this runs at every keystroke. */
export const inTable = (state: EditorState) => nodeAt(state, state.selection.main.head) !== undefined

const PARSE_TIMEOUT_MS = 100

function tableAt(state: EditorState, at: number): Table | undefined {
  const node = nodeAt(state, at, ensureSyntaxTree(state, Math.min(state.doc.length, at + 2000), PARSE_TIMEOUT_MS) ?? syntaxTree(state))
  if (!node) return undefined
  const first = state.doc.lineAt(node.from)
  const last = state.doc.lineAt(node.to)
  const lines = Array.from({ length: last.number - first.number + 1 }, (_, index): TableLine => {
    const line = index === 0 ? first : state.doc.line(first.number + index)
    const lead = index === 0 ? line.text.slice(0, node.from - line.from) : (LEAD.exec(line.text)?.[0] ?? '')
    return { line, lead, ...readRow(line.text, lead.length) }
  })
  return { lines, columns: lines[0]?.cells.length ?? 0 }
}

/** The cell that contains the cursor; undefined if the selection spans several cells. */
export function cellPosition(state: EditorState): CellPosition | undefined {
  const { anchor, head } = state.selection.main
  // This runs at every Enter: a line without a bar needs no parsing.
  if (state.selection.ranges.length > 1 || !state.doc.lineAt(head).text.includes('|')) return undefined
  const table = tableAt(state, head)
  if (!table) return undefined
  const row = table.lines.findIndex(({ line }) => head >= line.from && head <= line.to)
  const current = table.lines[row]
  if (!current || anchor < current.line.from || anchor > current.line.to) return undefined
  const columnOf = (at: number) => {
    if (current.opened && at <= current.line.from + (current.cells[0]?.start ?? 1) - 1) return -1
    const column = current.cells.findIndex(({ end }) => at - current.line.from <= end)
    return column < 0 ? current.cells.length : column
  }
  const column = columnOf(head)
  return columnOf(anchor) === column ? { table, row, column } : undefined
}

/** An empty row with the column widths of this line. */
const blankRow = ({ lead, cells, closed }: TableLine) =>
  `${lead.replace(/[^\s>]/g, ' ')}|${cells.map(({ start, end }, index) => ' '.repeat(Math.max(end - start, 2) + (closed || index < cells.length - 1 ? 0 : 1))).join('|')}|`

const DELIMITER_ROW = 1
const rowAfter = (row: number) => (row + 1 === DELIMITER_ROW ? DELIMITER_ROW + 1 : row + 1)
const rowBefore = (row: number) => (row - 1 === DELIMITER_ROW ? 0 : row - 1)

/** Selects the cell's text, so that typing replaces it. A row that lacks the column gets the missing cells first. */
function goTo({ lines }: Table, row: number, column: number): TransactionSpec {
  const { line, cells, closed } = lines[row] as TableLine
  const cell = cells[column]
  if (cell)
    return { selection: EditorSelection.single(line.from + cell.from, line.from + cell.to), scrollIntoView: true, userEvent: 'select' }
  const end = line.from + line.text.trimEnd().length
  const missing = column - cells.length + 1
  const insert = `${closed ? '' : ' |'}${'  |'.repeat(missing)}`
  const at = end + insert.length - 2
  return { changes: { from: end, to: line.to, insert }, selection: { anchor: at }, scrollIntoView: true, userEvent: 'input' }
}

function newRow({ lines }: Table, column: number): TransactionSpec {
  const last = lines.at(-1) as TableLine
  const row = blankRow(lines[DELIMITER_ROW] as TableLine)
  const bars = [...row.matchAll(/\|/g)].map((bar) => bar.index)
  const anchor = last.line.to + 1 + (bars[Math.min(column, bars.length - 2)] ?? 0) + 2
  return { changes: { from: last.line.to, insert: `\n${row}` }, selection: { anchor }, scrollIntoView: true, userEvent: 'input' }
}

const move =
  (to: (spot: CellPosition, head: number) => TransactionSpec | undefined): StateCommand =>
  ({ state, dispatch }) => {
    const spot = cellPosition(state)
    const spec = spot && to(spot, state.selection.main.head)
    if (spec) dispatch(state.update(spec))
    return spec !== undefined
  }

/** Tab: moves to the next cell; adds a row after the last one. */
export const nextCell = move(({ table, row, column }) => {
  if (row !== DELIMITER_ROW && column + 1 < table.columns) return goTo(table, row, column + 1)
  const to = rowAfter(row)
  return to < table.lines.length ? goTo(table, to, 0) : newRow(table, 0)
})

/** Shift-Tab: moves to the previous cell; stays in the first one. */
export const previousCell = move(({ table, row, column }) => {
  if (row !== DELIMITER_ROW && column > 0) return goTo(table, row, Math.min(column, table.columns) - 1)
  if (row === 0) return goTo(table, 0, 0)
  return goTo(table, rowBefore(row), table.columns - 1)
})

const isEmpty = ({ line, cells }: TableLine) => cells.every(({ start, end }) => line.text.slice(start, end).trim() === '')

/**
 * Enter inside a cell: moves to the cell below or adds a row after the last one; in an empty last row it ends the table. At
 * the end of a line, before its first bar and in the delimiter row, Enter keeps its usual meaning.
 */
export const cellBelow = move(({ table, row, column }, head) => {
  const current = table.lines[row] as TableLine
  if (row === DELIMITER_ROW || column < 0 || column >= table.columns || head === current.line.to) return undefined
  const to = rowAfter(row)
  if (to < table.lines.length) return goTo(table, to, column)
  if (row === 0 || !isEmpty(current)) return newRow(table, column)
  const { from } = current.line
  const changes: ChangeSpec = { from, to: current.line.to, insert: '\n' }
  return { changes, selection: { anchor: from + 1 }, scrollIntoView: true, userEvent: 'input' }
})

export type TableAction =
  | 'rowAbove'
  | 'rowBelow'
  | 'columnLeft'
  | 'columnRight'
  | 'alignLeft'
  | 'alignCenter'
  | 'alignRight'
  | 'tidy'
  | 'deleteRow'
  | 'deleteColumn'
  | 'deleteTable'

const within = ({ table, column }: CellPosition) => Math.max(0, Math.min(column, table.columns - 1))
const lineAt = ({ table }: CellPosition, row: number) => table.lines[row] as TableLine
const edited = { scrollIntoView: true, userEvent: 'input' } as const

function addRow(spot: CellPosition, below: boolean): TransactionSpec {
  // Rows cannot be added above the header or between it and the delimiter row.
  const target = lineAt(spot, spot.row <= DELIMITER_ROW ? DELIMITER_ROW : below ? spot.row : spot.row - 1)
  const row = blankRow(lineAt(spot, DELIMITER_ROW))
  const at = target.line.to
  const column = row
    .split('|')
    .slice(0, within(spot) + 1)
    .join('|').length
  return { changes: { from: at, insert: `\n${row}` }, selection: { anchor: at + 1 + column + 2 }, ...edited }
}

function deleteRow(spot: CellPosition): TransactionSpec {
  const { line } = lineAt(spot, spot.row)
  const next = spot.table.lines[spot.row + 1]
  if (next) return { changes: { from: line.from, to: next.line.from }, ...edited }
  return { changes: { from: line.from - 1, to: line.to }, ...edited }
}

/** Adds a cell before `column`, or after the last one, in every row with enough cells. */
function addColumn(state: EditorState, spot: CellPosition, column: number): TransactionSpec {
  const changes: ChangeSpec[] = []
  let anchor = 0
  for (const [row, { line, cells, opened, closed }] of spot.table.lines.entries()) {
    if (column > cells.length) continue
    const blank = row === DELIMITER_ROW ? ' --- ' : '     '
    const at = line.from + (cells[column]?.start ?? (cells.at(-1)?.end as number) + (closed ? 1 : 0))
    const insert =
      column < cells.length
        ? `${column === 0 && !opened ? '|' : ''}${blank}|`
        : closed
          ? `${blank}|`
          : `${/\s$/.test(line.text) ? '' : ' '}|${blank}|`
    changes.push({ from: at, insert })
    if (row === spot.row) anchor = at + insert.lastIndexOf(blank) + 1
  }
  const set = state.changes(changes)
  const { line } = lineAt(spot, spot.row)
  if (!anchor) return { changes: set, ...edited }
  const shift = set.mapPos(line.from, -1) - line.from
  return { changes: set, selection: { anchor: anchor + shift }, ...edited }
}

function deleteColumn(spot: CellPosition): TransactionSpec {
  const column = within(spot)
  const changes = spot.table.lines.flatMap(({ line, cells, closed }): ChangeSpec[] => {
    const cell = cells[column]
    if (!cell) return []
    const last = column === cells.length - 1 && !closed
    return [{ from: line.from + cell.start - (last && column > 0 ? 1 : 0), to: line.from + cell.end + (last ? 0 : 1) }]
  })
  return { changes, ...edited }
}

function align(spot: CellPosition, side: Side): TransactionSpec {
  const { line, cells } = lineAt(spot, DELIMITER_ROW)
  const cell = cells[within(spot)]
  if (!cell) return {}
  const now = line.text.slice(cell.from, cell.to)
  const insert = ruleFor(sideOf(now) === side ? 'none' : side, now.length)
  return { changes: { from: line.from + cell.from, to: line.from + cell.to, insert }, ...edited }
}

const NO_LIMIT = Number.POSITIVE_INFINITY

/** Pads all columns to even width, counting a Chinese character as two columns. */
function tidy(spot: CellPosition): TransactionSpec {
  const { lines, columns } = spot.table
  const text = ({ line, cells }: TableLine) => cells.map(({ from, to }) => line.text.slice(from, to))
  const rows = lines.filter((_, row) => row !== DELIMITER_ROW).map(text)
  const written = tableLines(rows, text(lineAt(spot, DELIMITER_ROW)).map(sideOf), NO_LIMIT)
  const changes = lines.map(({ line, lead }, row) => ({ from: line.from + lead.length, to: line.to, insert: written[row] ?? '' }))
  const { line, lead } = lineAt(spot, spot.row)
  const bars = [...(written[spot.row] ?? '').matchAll(/(?<!\\)\|/g)].map((bar) => bar.index)
  const shift = changes.slice(0, spot.row).reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0)
  const column = Math.max(0, Math.min(spot.column, columns - 1))
  return { changes, selection: { anchor: line.from + shift + lead.length + (bars[column] ?? 0) + 2 }, ...edited }
}

function deleteTable({ table }: CellPosition): TransactionSpec {
  const first = (table.lines[0] as TableLine).line
  const last = (table.lines.at(-1) as TableLine).line
  return { changes: { from: first.from, to: last.to }, selection: { anchor: first.from }, ...edited }
}

const actions: Record<TableAction, (state: EditorState, spot: CellPosition) => TransactionSpec | undefined> = {
  rowAbove: (_, spot) => addRow(spot, false),
  rowBelow: (_, spot) => addRow(spot, true),
  columnLeft: (state, spot) => addColumn(state, spot, within(spot)),
  columnRight: (state, spot) => addColumn(state, spot, within(spot) + 1),
  alignLeft: (_, spot) => align(spot, 'left'),
  alignCenter: (_, spot) => align(spot, 'center'),
  alignRight: (_, spot) => align(spot, 'right'),
  tidy: (_, spot) => tidy(spot),
  deleteRow: (_, spot) => (spot.row > DELIMITER_ROW ? deleteRow(spot) : undefined),
  deleteColumn: (_, spot) => (spot.table.columns > 1 ? deleteColumn(spot) : undefined),
  deleteTable: (_, spot) => deleteTable(spot),
}

/** Runs an action on the table at the cursor; returns false if there is no table or the action does not apply. */
export const tableCommand =
  (action: TableAction): StateCommand =>
  ({ state, dispatch }) => {
    const spot = cellPosition(state)
    const spec = spot && actions[action](state, spot)
    if (spec) dispatch(state.update(spec))
    return spec !== undefined
  }

/** The alignment of the cursor's column, and whether its row and column can be deleted. */
export function tableState(state: EditorState) {
  const spot = cellPosition(state)
  if (!spot) return undefined
  const { line, cells } = lineAt(spot, DELIMITER_ROW)
  const cell = cells[within(spot)]
  return {
    side: cell ? sideOf(line.text.slice(cell.from, cell.to)) : 'none',
    row: spot.row > DELIMITER_ROW,
    column: spot.table.columns > 1,
  }
}
