import type { WorkbookInstance as Grid } from '@fortune-sheet/react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

function typedIn() {
  const box = document.querySelector<HTMLElement>('.grid .luckysheet-input-box')
  const input = box?.querySelector<HTMLElement>('.luckysheet-cell-input')
  return box && input && box.style.zIndex === '19' ? input : undefined
}

/** A cell is being typed in, and no name of a function is being chosen. */
export const isTyping = () => typedIn() !== undefined && !document.querySelector('.grid .luckysheet-formula-search-item-active')

type GridRef = RefObject<Grid | null>

const ENTER = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true }

/** Ends the typing in a cell as Enter does, and leaves the selection where it is. At once: the next key may be under way. */
export function commitCell(grid: GridRef) {
  const input = typedIn()
  if (!input) return
  const selected = grid.current?.getSelection()
  flushSync(() => void input.dispatchEvent(new KeyboardEvent('keydown', ENTER)))
  if (selected) flushSync(() => grid.current?.setSelection(selected))
}

/** Ends the typing and goes to the cell beside. */
export function commitAndMove(grid: GridRef, by: 1 | -1) {
  commitCell(grid)
  const { row, column } = grid.current?.getSelection()?.[0] ?? {}
  if (row?.[0] === undefined || column?.[0] === undefined) return
  const to = Math.max(0, column[0] + by)
  flushSync(() => grid.current?.setSelection([{ row: [row[0] as number, row[0] as number], column: [to, to] }]))
}
