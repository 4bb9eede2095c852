import type { ChangeSpec, EditorState, StateCommand, TransactionSpec } from '@codemirror/state'
import { type CellPosition, cellPosition, type TableLine } from './at.ts'
import { blankRow } from './move.ts'
import { ruleFor, type Side, sideOf, tableLines } from './text.ts'

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

const DELIMITER_ROW = 1
const within = ({ table, column }: CellPosition) => Math.max(0, Math.min(column, table.columns - 1))
const lineAt = ({ table }: CellPosition, row: number) => table.lines[row] as TableLine
const edited = { scrollIntoView: true, userEvent: 'input' } as const

function addRow(spot: CellPosition, below: boolean): TransactionSpec {
  // Nothing goes above the head or between it and the rule.
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

/** A new cell before the one at `column`, or behind the last one, in every row that reaches so far. */
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
  const found = lineAt(spot, spot.row)
  if (!anchor) return { changes: set, ...edited }
  const shift = set.mapPos(found.line.from, -1) - found.line.from
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

/** All columns of even width, on a screen where a Chinese character takes two places. */
function tidy(spot: CellPosition): TransactionSpec {
  const { lines, columns } = spot.table
  const text = ({ line, cells }: TableLine) => cells.map(({ from, to }) => line.text.slice(from, to))
  const rows = lines.filter((_, row) => row !== DELIMITER_ROW).map(text)
  const written = tableLines(rows, text(lineAt(spot, DELIMITER_ROW)).map(sideOf), NO_LIMIT)
  const changes = lines.map(({ line, lead }, row) => ({ from: line.from + lead.length, to: line.to, insert: written[row] ?? '' }))
  const found = lineAt(spot, spot.row)
  const bars = [...(written[spot.row] ?? '').matchAll(/(?<!\\)\|/g)].map((bar) => bar.index)
  const before = changes.slice(0, spot.row).reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0)
  const column = Math.max(0, Math.min(spot.column, columns - 1))
  return { changes, selection: { anchor: found.line.from + before + found.lead.length + (bars[column] ?? 0) + 2 }, ...edited }
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

/** What can be done to the table around the cursor; false where there is none, or where it makes no sense. */
export const tableCommand =
  (action: TableAction): StateCommand =>
  ({ state, dispatch }) => {
    const spot = cellPosition(state)
    const spec = spot && actions[action](state, spot)
    if (spec) dispatch(state.update(spec))
    return spec !== undefined
  }

/** How the column of the cursor is aligned, and whether its row and column may go. */
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
