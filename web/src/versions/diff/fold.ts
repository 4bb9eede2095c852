import type { Row } from './lines.ts'

/** Unchanged lines left in sight around a change, and the shortest run worth folding. */
const CONTEXT_ROWS = 3
const FOLD_MIN_ROWS = 6
/** Rows drawn at once: a long page is drawn where it is looked at. */
const BLOCK_ROWS = 40

export interface Block {
  /** Stays the same while the texts do. */
  key: string
  /** Folded: a row that says how many lines are not shown. */
  folded: boolean
  rows: Row[]
  /** Place of the first row among all. */
  at: number
}

/** In one column all that went comes before all that came, change by change. */
export function inOneColumn(rows: Row[]): Row[] {
  const all: Row[] = []
  let came: Row[] = []
  for (const row of rows) {
    if (row.kind === 'same') {
      all.push(...came, row)
      came = []
    } else {
      if (row.kind !== 'added') all.push(row.kind === 'changed' ? { ...row, half: 'left' } : row)
      if (row.kind !== 'removed') came.push(row.kind === 'changed' ? { ...row, half: 'right' } : row)
    }
  }
  all.push(...came)
  return all
}

/** Places of the first rows of all changes. */
export const changesIn = (rows: Row[]) =>
  rows.flatMap((row, at) => (row.kind !== 'same' && (at === 0 || rows[at - 1]?.kind === 'same') ? [at] : []))

/** Cuts the rows into what is shown and what is folded away, the runs in `opened` being shown. */
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
