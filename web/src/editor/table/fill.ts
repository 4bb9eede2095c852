import type { EditorState, TransactionSpec } from '@codemirror/state'
import type { Spot } from './at.ts'
import { readRow } from './row.ts'
import { sideOf, tableLines } from './text.ts'

const RULE = 1
const texts = (line: string, lead = 0) => readRow(line, lead).cells.map(({ from, to }) => line.slice(from, to))

/** The rows of a Markdown table, or undefined where there is more to the text than one table. */
export function rowsOfTable(text: string): string[][] | undefined {
  const lines = text.trim().split('\n')
  if (lines.length < 2 || !lines.every((line) => line.startsWith('|')) || !/^[\s|:-]+$/.test(lines[RULE] ?? '')) return undefined
  return lines.filter((_, index) => index !== RULE).map((line) => texts(line))
}

/** Puts cells over the cells of a table, from the one the cursor is in on; the table grows where they need it. */
export function fillCells(state: EditorState, { table, row, column }: Spot, cells: string[][]): TransactionSpec {
  const { lines } = table
  const first = lines[0]
  const last = lines.at(-1)
  if (!first || !last) return {}
  const rule = texts(lines[RULE]?.line.text ?? '', lines[RULE]?.lead.length)
  const rows = lines.filter((_, index) => index !== RULE).map(({ line, lead }) => texts(line.text, lead.length))
  const top = row === 0 ? 0 : row - 1
  while (rows.length < top + cells.length) rows.push([])
  for (const [down, found] of cells.entries())
    for (const [right, text] of found.entries()) {
      const target = rows[top + down] as string[]
      while (target.length < column + right) target.push('')
      target[column + right] = text
    }
  const lead = lines[RULE]?.lead ?? ''
  const insert = tableLines(rows, rule.map(sideOf)).join(`\n${lead}`)
  const from = first.line.from + first.lead.length
  return { changes: state.changes({ from, to: last.line.to, insert }), selection: { anchor: from + insert.length }, scrollIntoView: true }
}
