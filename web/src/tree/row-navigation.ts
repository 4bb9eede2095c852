import { type KeyboardEvent, useState } from 'react'
import { parentOf, type Row } from './item-tree.ts'

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

/** The ARIA attributes of a row, as a treeitem or as a row of a treegrid. */
export const rowAttributes = (depth: number, at: number, of: number, open: boolean | undefined) => ({
  'aria-level': depth + 1,
  'aria-posinset': at,
  'aria-setsize': of,
  'aria-expanded': open,
})

/**
 * The active row of a tree, which has the focus itself, and the keys that move and open it. `current` is the index of the row that is
 * active until the user chooses another one. `show` scrolls to the row that a key has moved to.
 */
export function useActiveRow(
  rows: Row[],
  current: number,
  show: (index: number) => void,
  onTurn: ((cat_id: string, open: boolean) => void) | undefined,
  onEnter?: (row: Row) => void,
) {
  const [active, setActive] = useState<string>()
  const at = active === undefined ? current : rows.findIndex((row) => row.key === active)
  const press = (event: KeyboardEvent) => {
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : moveOf(rows, at, event.key)
    if (!move) return
    event.preventDefault()
    const row = rows[at]
    if (move.toggle && row?.cat_id) onTurn?.(row.cat_id, !row.open)
    if (move.enter && row) onEnter?.(row)
    const { to = -1 } = move
    if (!rows[to]) return
    setActive(rows[to].key)
    show(to)
  }
  return [at, setActive, press] as const
}
