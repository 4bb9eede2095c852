import { locale } from '@fortune-sheet/core'
import type { WorkbookInstance as Grid } from '@fortune-sheet/react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

function typedIn() {
  const box = document.querySelector<HTMLElement>('.grid .luckysheet-input-box')
  const input = box?.querySelector<HTMLElement>('.luckysheet-cell-input')
  return box && input && box.style.zIndex === '19' ? input : undefined
}

/** Whether the user is typing in a cell and is not choosing a function name. */
export const isTyping = () => typedIn() !== undefined && !document.querySelector('.grid .luckysheet-formula-search-item-active')

type GridRef = RefObject<Grid | null>

const ENTER = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true }

/** Commits the cell as Enter does and keeps the selection. Synchronous, because the next key event can already be queued. */
export function commitCell(grid: GridRef) {
  const input = typedIn()
  if (!input) return
  const selected = grid.current?.getSelection()
  flushSync(() => void input.dispatchEvent(new KeyboardEvent('keydown', ENTER)))
  if (selected) flushSync(() => grid.current?.setSelection(selected))
}

/** Commits the cell and moves to the adjacent cell. */
export function commitAndMove(grid: GridRef, by: 1 | -1) {
  commitCell(grid)
  const { row, column } = grid.current?.getSelection()?.[0] ?? {}
  if (row?.[0] === undefined || column?.[0] === undefined) return
  const to = Math.max(0, column[0] + by)
  flushSync(() => grid.current?.setSelection([{ row: [row[0] as number, row[0] as number], column: [to, to] }]))
}

interface Region {
  row: [number, number]
  column: [number, number]
}

/** The region of cells around one cell: it grows until the cells that border it, corners included, are empty. */
export function regionAround(hasContent: (row: number, column: number) => boolean, row: number, column: number): Region {
  let [top, bottom, left, right] = [row, row, column, column]
  const inRow = (at: number) => {
    for (let c = left - 1; c <= right + 1; c++) if (hasContent(at, c)) return true
    return false
  }
  const inColumn = (at: number) => {
    for (let r = top - 1; r <= bottom + 1; r++) if (hasContent(r, at)) return true
    return false
  }
  for (let grown = true; grown; ) {
    grown = false
    while (inRow(top - 1)) [top, grown] = [top - 1, true]
    while (inRow(bottom + 1)) [bottom, grown] = [bottom + 1, true]
    while (inColumn(left - 1)) [left, grown] = [left - 1, true]
    while (inColumn(right + 1)) [right, grown] = [right + 1, true]
  }
  return { row: [top, bottom], column: [left, right] }
}

/** The component's labels for the entries that create a filter, in the toolbar and in the cell menu. */
function filterWords(lang: string) {
  const { filter, rightclick } = locale({ lang } as Parameters<typeof locale>[0])
  return [filter.filter, rightclick.filterSelection]
}

/**
 * Selects the table around the selected cell before a filter is created. The component itself takes only the cell's row, and such a
 * filter has no rows to hide.
 */
export function selectTable(grid: Grid, pressed: EventTarget | null, lang: string) {
  const option = pressed instanceof Element && pressed.closest('.fortune-toolbar-select-option, .luckysheet-cols-menuitem')
  if (!option || !filterWords(lang).includes(option.textContent?.trim() ?? '')) return
  const [selected, another] = grid.getSelection() ?? []
  const cells = grid.getSheet().data
  if (!selected || another || !cells || selected.row[0] !== selected.row[1] || selected.column[0] !== selected.column[1]) return
  const hasContent = (row: number, column: number) => {
    const cell = cells[row]?.[column]
    return cell != null && (cell.mc !== undefined || (cell.v ?? cell.m ?? cell.ct?.s ?? '') !== '')
  }
  const region = regionAround(hasContent, selected.row[0] as number, selected.column[0] as number)
  flushSync(() => grid.setSelection([region]))
}
