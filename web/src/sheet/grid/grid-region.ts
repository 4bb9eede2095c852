import { locale } from '@fortune-sheet/core'
import type { WorkbookInstance as Grid } from '@fortune-sheet/react'
import { flushSync } from 'react-dom'

export interface Region {
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

/** The words of the component for what creates a filter: in the bar of tools and in the menu of a cell. */
function filterWords(lang: string) {
  const { filter, rightclick } = locale({ lang } as Parameters<typeof locale>[0])
  return [filter.filter, rightclick.filterSelection]
}

/**
 * Selects the table around the selected cell before a filter is created. The component itself takes the cell's row alone, and a filter of
 * one row filters nothing.
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
