import { parentOf, type Row } from './item-tree.ts'

/* Which rows are in the document: all of them up to this number, above it only a range around the visible rows. */
export const ALL_ROWS_MAX = 120
const OVERSCAN = 12
/* The range moves in steps, so that short scrolling renders nothing. */
export const WINDOW_STEP_ROWS = 8
/** Rows in the HTML of the server and in the first render, before the browser has measured anything. */
const INITIAL_ROWS = 60

interface RowRange {
  from: number
  to: number
}

/**
 * The range before the list is measured. The list cannot scroll yet, so the range begins shortly above the current row without
 * empty space above it, and the reader sees the current page immediately.
 */
export function initialRange(count: number, current: number): RowRange {
  if (count <= ALL_ROWS_MAX) return { from: 0, to: count }
  const from = current < INITIAL_ROWS / 2 ? 0 : Math.min(current - 12, count - INITIAL_ROWS)
  return { from: Math.max(0, from), to: Math.min(count, from + INITIAL_ROWS) }
}

export function rangeAt(count: number, scrollTop: number, height: number, rowHeight: number): RowRange {
  if (count <= ALL_ROWS_MAX) return { from: 0, to: count }
  const first = Math.floor(scrollTop / rowHeight / WINDOW_STEP_ROWS) * WINDOW_STEP_ROWS
  const from = Math.max(0, Math.min(first - OVERSCAN, count - 1))
  return { from, to: Math.min(count, first + Math.ceil(height / rowHeight) + WINDOW_STEP_ROWS + OVERSCAN) }
}

/** The scroll position that makes the whole row visible, or undefined if it is visible already. */
export function scrollFor(
  index: number,
  scrollTop: number,
  height: number,
  rowHeight: number,
  place: 'near' | 'middle',
): number | undefined {
  const top = index * rowHeight
  const margin = rowHeight * 2
  if (top >= scrollTop + margin && top + rowHeight <= scrollTop + height - margin) return undefined
  if (place === 'middle') return Math.max(0, top - height * 0.4)
  return Math.max(0, top < scrollTop + margin ? top - margin : top + rowHeight + margin - height)
}

interface Move {
  /** Index of the row that gets the focus. */
  to?: number
  /** Open or close the folder with the focus. */
  toggle?: true
  /** Open the row with the focus. */
  enter?: true
}

/** The effect of a key on row `at` (-1: no row yet) in the WAI-ARIA tree pattern; undefined if the tree does not use the key. */
export function moveOf(rows: Row[], at: number, key: string): Move | undefined {
  const last = rows.length - 1
  const row = rows[at]
  if (last < 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(at + 1, last) }
    case 'ArrowUp':
      return { to: Math.max(at - 1, 0) }
    case 'Home':
      return { to: 0 }
    case 'End':
      return { to: last }
    case 'ArrowRight':
      if (row?.open === undefined) return {}
      return row.open ? { to: (rows[at + 1]?.depth ?? 0) > row.depth ? at + 1 : at } : { toggle: true }
    case 'ArrowLeft': {
      if (row?.open) return { toggle: true }
      const parent = parentOf(rows, at)
      return parent < 0 ? {} : { to: parent }
    }
    case 'Enter':
    case ' ':
      return row ? { enter: true } : {}
    default:
      return [...key].length === 1 && key.trim() ? byLetter(rows, at, key.toLowerCase()) : undefined
  }
}

function byLetter(rows: Row[], at: number, letter: string): Move {
  for (let step = 1; step <= rows.length; step++) {
    const index = (at + step + rows.length) % rows.length
    if (rows[index]!.name.toLowerCase().startsWith(letter)) return { to: index }
  }
  return {}
}
