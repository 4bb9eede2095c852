import { type ChangeSpec, EditorSelection, type StateCommand, type TransactionSpec } from '@codemirror/state'
import { type CellPosition, cellPosition, type Table, type TableLine } from './at.ts'

/** An empty row as wide as the columns of this line. */
export const blankRow = ({ lead, cells, closed }: TableLine) =>
  `${lead.replace(/[^\s>]/g, ' ')}|${cells.map(({ start, end }, index) => ' '.repeat(Math.max(end - start, 2) + (closed || index < cells.length - 1 ? 0 : 1))).join('|')}|`

const DELIMITER_ROW_INDEX = 1
const after = (row: number) => (row + 1 === DELIMITER_ROW_INDEX ? DELIMITER_ROW_INDEX + 1 : row + 1)
const before = (row: number) => (row - 1 === DELIMITER_ROW_INDEX ? 0 : row - 1)

/** The cell's text is selected, so that typing replaces it. A row too short for the column gets its cells first. */
function goTo({ lines }: Table, row: number, column: number): TransactionSpec {
  const found = lines[row] as TableLine
  const { line, cells, closed } = found
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
  const row = blankRow(lines[DELIMITER_ROW_INDEX] as TableLine)
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

/** Tab: the next cell, a new row behind the last one. */
export const nextCell = move(({ table, row, column }) => {
  if (row !== DELIMITER_ROW_INDEX && column + 1 < table.columns) return goTo(table, row, column + 1)
  const to = after(row)
  return to < table.lines.length ? goTo(table, to, 0) : newRow(table, 0)
})

/** Shift-Tab. At the very first cell it stays. */
export const previousCell = move(({ table, row, column }) => {
  if (row !== DELIMITER_ROW_INDEX && column > 0) return goTo(table, row, Math.min(column, table.columns) - 1)
  if (row === 0) return goTo(table, 0, 0)
  return goTo(table, before(row), table.columns - 1)
})

const isEmpty = ({ line, cells }: TableLine) => cells.every(({ start, end }) => line.text.slice(start, end).trim() === '')

/**
 * Enter inside a cell: the cell below, a new row under the last one; in a last row without text it ends the table. At the end of
 * a line, before its first bar and in the rule it stays what it is elsewhere.
 */
export const cellBelow = move(({ table, row, column }, head) => {
  const found = table.lines[row] as TableLine
  if (row === DELIMITER_ROW_INDEX || column < 0 || column >= table.columns || head === found.line.to) return undefined
  const to = after(row)
  if (to < table.lines.length) return goTo(table, to, column)
  if (row === 0 || !isEmpty(found)) return newRow(table, column)
  const { from } = found.line
  const changes: ChangeSpec = { from, to: found.line.to, insert: '\n' }
  return { changes, selection: { anchor: from + 1 }, scrollIntoView: true, userEvent: 'input' }
})
