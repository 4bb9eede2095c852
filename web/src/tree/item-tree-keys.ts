import { parentOf, type Row } from './item-tree.ts'

export interface Move {
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
