import type { Row } from '@sheaf/compare/lines'

/** Unchanged lines that stay visible around a change. */
const CONTEXT_ROWS = 3
/** Shorter runs are not folded. */
const FOLD_MIN_ROWS = 6
/** Rows per block: a long page is drawn only where it is visible. */
const BLOCK_ROWS = 40

export interface Block {
  /** Stable as long as the texts are. */
  key: string
  /** Shown as one row with the number of hidden lines. */
  folded: boolean
  rows: Row[]
  /** Index of the first row among all rows. */
  at: number
}

/** Orders rows for one column: in each change, all removed lines before all added lines. */
export function inOneColumn(rows: Row[]): Row[] {
  const all: Row[] = []
  let added: Row[] = []
  for (const row of rows) {
    if (row.kind === 'same') {
      all.push(...added, row)
      added = []
    } else {
      if (row.kind !== 'added') all.push(row.kind === 'changed' ? { ...row, half: 'left' } : row)
      if (row.kind !== 'removed') added.push(row.kind === 'changed' ? { ...row, half: 'right' } : row)
    }
  }
  all.push(...added)
  return all
}

/** Indexes of the first rows of all changes. */
export const changesIn = (rows: Row[]) =>
  rows.flatMap((row, at) => (row.kind !== 'same' && (at === 0 || rows[at - 1]?.kind === 'same') ? [at] : []))

/** Splits the rows into visible and folded blocks; the runs in `opened` are visible. */
export function blocksOf(rows: Row[], opened: ReadonlySet<number>): Block[] {
  const blocks: Block[] = []
  const show = (from: number, to: number) => {
    for (let at = from; at < to; at += BLOCK_ROWS) {
      const end = Math.min(at + BLOCK_ROWS, to)
      blocks.push({ key: `${at}`, folded: false, rows: rows.slice(at, end), at })
    }
  }
  let shown = 0
  for (let at = 0; at < rows.length; ) {
    let end = at
    while (end < rows.length && rows[end]?.kind === 'same') end++
    const from = at === 0 ? 0 : at + CONTEXT_ROWS
    const to = end === rows.length ? end : end - CONTEXT_ROWS
    if (to - from >= FOLD_MIN_ROWS && !opened.has(from)) {
      show(shown, from)
      blocks.push({ key: `f${from}`, folded: true, rows: rows.slice(from, to), at: from })
      shown = to
    }
    at = end + 1
  }
  show(shown, rows.length)
  return blocks
}
