import type { LineDiff, Row } from '@sheaf/compare/lines'

/** Unchanged lines around a change. */
const CONTEXT_ROWS = 3

/** A change, from its first row to the row after its last one; numbers count from 1. */
export interface Change {
  number: number
  from: number
  to: number
}

export function changesOf(rows: readonly Row[]): Change[] {
  const changes: Change[] = []
  rows.forEach((row, at) => {
    if (row.kind === 'same') return
    const last = changes.at(-1)
    if (last?.to === at) last.to = at + 1
    else changes.push({ number: changes.length + 1, from: at, to: at + 1 })
  })
  return changes
}

/** A change with the lines around it, or unchanged lines, which are folded until they are opened. */
export interface Part {
  key: string
  change: Change | undefined
  folded: boolean
  rows: Row[]
  /** The index of the first row. */
  at: number
}

/** Each row once: a part for each change, and one for the lines between two changes. */
export function partsOf(rows: Row[], changes: readonly Change[], opened: ReadonlySet<number>): Part[] {
  const parts: Part[] = []
  let shown = 0
  const between = (to: number) => {
    if (to > shown) parts.push({ key: `f${shown}`, change: undefined, folded: !opened.has(shown), rows: rows.slice(shown, to), at: shown })
    shown = Math.max(shown, to)
  }
  changes.forEach((change, index) => {
    between(change.from - CONTEXT_ROWS)
    const end = Math.min(change.to + CONTEXT_ROWS, changes[index + 1]?.from ?? rows.length, rows.length)
    parts.push({ key: `${change.number}`, change, folded: false, rows: rows.slice(shown, end), at: shown })
    shown = end
  })
  between(rows.length)
  return parts
}

/** The text that is saved: the new text, with the old lines where a change is left out. `rows` are those of two columns. */
export function resultOf({ left, right, rows }: LineDiff, leftOut: ReadonlySet<number>): string {
  const lines: string[] = []
  let number = 0
  rows.forEach((row, at) => {
    if (row.kind !== 'same' && (at === 0 || rows[at - 1]?.kind === 'same')) number++
    const old = row.kind !== 'same' && leftOut.has(number)
    if (old ? 'left' in row : 'right' in row) lines.push(old && 'left' in row ? left[row.left]! : 'right' in row ? right[row.right]! : '')
  })
  return lines.join('\n')
}
