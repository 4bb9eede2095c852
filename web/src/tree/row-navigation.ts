import { parentOf, type Row } from './item-tree.ts'

/* Which lines stand in the document. All of them while there are few; a stretch around what is seen above that. */
export const ALL_ROWS_MAX = 120
const OVERSCAN = 12
/* The window moves in steps, so that scrolling a little draws nothing. */
export const WINDOW_STEP_ROWS = 8
/** Before the browser has measured anything: what the server writes, and the first drawing in the browser. */
const INITIAL_ROWS = 60

interface Stretch {
  from: number
  to: number
}

/**
 * Before measuring there is no scrolling: the stretch then begins a little above the current line and nothing is kept
 * free above it, so that the reader sees the current page at once.
 */
export function firstStretch(count: number, current: number): Stretch {
  if (count <= ALL_ROWS_MAX) return { from: 0, to: count }
  const from = current < INITIAL_ROWS / 2 ? 0 : Math.min(current - 12, count - INITIAL_ROWS)
  return { from: Math.max(0, from), to: Math.min(count, from + INITIAL_ROWS) }
}

export function stretchAt(count: number, scrollTop: number, height: number, rowHeight: number): Stretch {
  if (count <= ALL_ROWS_MAX) return { from: 0, to: count }
  const seen = Math.floor(scrollTop / rowHeight / WINDOW_STEP_ROWS) * WINDOW_STEP_ROWS
  const from = Math.max(0, Math.min(seen - OVERSCAN, count - 1))
  return { from, to: Math.min(count, seen + Math.ceil(height / rowHeight) + WINDOW_STEP_ROWS + OVERSCAN) }
}

/** Where to scroll so that the line is seen whole, or undefined when it is. */
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
  /** The line to stand on next. */
  to?: number
  /** Open or close the folder stood on. */
  toggle?: true
  /** Open what is stood on. */
  enter?: true
}

/** What a key means on line `at` (-1: none yet), as the WAI-ARIA tree pattern has it; undefined when the key is not the tree's. */
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
