import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState, Line } from '@codemirror/state'
import { type Row, readRow } from './row.ts'

/** A line of a table: its row of cells counts from the start of the line. */
export interface TableLine extends Row {
  line: Line
  /** What stands before the row: blanks and quote signs. */
  lead: string
}

/** Head, rule and body in the order of the text. */
export interface Table {
  lines: TableLine[]
  columns: number
}

export interface CellPosition {
  table: Table
  /** Of `table.lines`; 1 is the rule. */
  row: number
  /** −1 before the first bar, the number of cells behind the last. */
  column: number
}

const LEAD = /^[\s>]*/

function nodeAt(state: EditorState, at: number, tree = syntaxTree(state)) {
  for (const side of [-1, 1] as const)
    for (let node: ReturnType<typeof tree.resolveInner> | null = tree.resolveInner(at, side); node; node = node.parent)
      if (node.name === 'Table') return node
  return undefined
}

/** Whether the cursor stands in a table, from what is parsed already: asked at every key. */
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

/** The cell the cursor is in; none where the selection reaches over more than one. */
export function cellPosition(state: EditorState): CellPosition | undefined {
  const { anchor, head } = state.selection.main
  // Asked at every Enter: a line without a bar is not worth parsing for.
  if (state.selection.ranges.length > 1 || !state.doc.lineAt(head).text.includes('|')) return undefined
  const table = tableAt(state, head)
  if (!table) return undefined
  const row = table.lines.findIndex(({ line }) => head >= line.from && head <= line.to)
  const found = table.lines[row]
  if (!found || anchor < found.line.from || anchor > found.line.to) return undefined
  const columnOf = (at: number) => {
    if (found.opened && at <= found.line.from + (found.cells[0]?.start ?? 1) - 1) return -1
    const column = found.cells.findIndex(({ end }) => at - found.line.from <= end)
    return column < 0 ? found.cells.length : column
  }
  const column = columnOf(head)
  return columnOf(anchor) === column ? { table, row, column } : undefined
}
