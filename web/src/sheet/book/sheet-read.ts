import type { CellWithRowAndCol, Sheet, SheetConfig } from '@fortune-sheet/core'
import {
  cellsOf,
  lineAt,
  SHEET_COLS,
  SHEET_COLS_MAX,
  SHEET_ROWS,
  SHEET_ROWS_MAX,
  type StoredCell,
  type StoredSheet,
} from '@sheaf/contract/sheet'
import { type BorderMap, borderInfo, cellKey } from './borders.ts'
import { knownStyles, readCell } from './cells.ts'
import { type Place, placeNamed, rangeNamed } from './places.ts'
import { readExtras } from './preserved.ts'

/** Largest merged area, in cells: the grid stores an entry for every cell of it. */
const AREA_MAX = 20_000

type Area = [from: Place, to: Place]

/** Merged areas from the sheet's list and from its cells. Areas that do not fit or that overlap an earlier one are dropped. */
function mergesOf({ merges }: StoredSheet, fromCells: Area[], rows: number, columns: number): Area[] {
  const named = (Array.isArray(merges) ? merges : []).map(rangeNamed).filter((area) => area !== undefined)
  const taken = new Set<string>()
  return [...named, ...fromCells].filter(([from, to]) => {
    const size = (to.r - from.r + 1) * (to.c - from.c + 1)
    if (to.r < from.r || to.c < from.c || to.r >= rows || to.c >= columns || !(size > 1 && size <= AREA_MAX)) return false
    const keys: string[] = []
    for (let r = from.r; r <= to.r; r++) for (let c = from.c; c <= to.c; c++) keys.push(cellKey(r, c))
    if (keys.some((key) => taken.has(key))) return false
    for (const key of keys) taken.add(key)
    return true
  })
}

const lengthOf = (lines: StoredSheet['rows'], otherwise: number, max: number, filled: number) => {
  const declared = Number(lines?.['len'])
  return Math.min(max, Math.max(declared > 0 ? Math.floor(declared) : otherwise, filled, 1))
}

/** Sizes and hidden lines, by row or column index. */
function linesOf(lines: StoredSheet['rows'], size: 'height' | 'width', count: number) {
  const sizes: Record<string, number> = {}
  const hidden: Record<string, number> = {}
  for (const key of Object.keys(lines ?? {})) {
    const line = /^\d+$/.test(key) && Number(key) < count ? lineAt(lines, Number(key)) : undefined
    const wanted = Number(line?.[size])
    if (wanted > 0 && wanted < 4000) sizes[key] = wanted
    if (line?.hide === true) hidden[key] = 0
  }
  return { sizes, hidden }
}

const customFlags = (of: Record<string, number>) => Object.fromEntries(Object.keys(of).map((key) => [key, 1]))

function frozenAt(freeze: unknown): Pick<Sheet, 'frozen'> {
  const place = placeNamed(freeze)
  if (!place || (place.r === 0 && place.c === 0)) return {}
  const range = { row_focus: place.r - 1, column_focus: place.c - 1 }
  return { frozen: { type: place.r === 0 ? 'rangeColumn' : place.c === 0 ? 'rangeRow' : 'rangeBoth', range } }
}

const spreadOf = (r: number, c: number, { merge }: StoredCell): Area[] =>
  Array.isArray(merge)
    ? [
        [
          { r, c },
          { r: r + (Number(merge[0]) || 0), c: c + (Number(merge[1]) || 0) },
        ],
      ]
    : []

/** Converts all cells and collects their borders, merged areas, formulas and the used size. */
function readCells(sheet: StoredSheet, id: string) {
  const styleOf = knownStyles(sheet)
  const cells: CellWithRowAndCol[] = []
  const borders: BorderMap = new Map()
  const spreads: Area[] = []
  const calcChain: { r: number; c: number; id: string }[] = []
  let [rows, columns] = [0, 0]
  for (const [r, c, cell] of cellsOf(sheet)) {
    const style = styleOf(cell)
    const v = readCell(cell, style)
    cells.push({ r, c, v })
    if (v.f) calcChain.push({ r, c, id })
    if (style.edges) borders.set(cellKey(r, c), style.edges)
    if (cell.merge) spreads.push(...spreadOf(r, c, cell))
    rows = Math.max(rows, r + 1)
    columns = Math.max(columns, c + 1)
  }
  return { cells, borders, spreads, calcChain, rows, columns }
}

/** Gives every cell of a merged area its reference to the area, as the grid requires. */
function withMerges(cells: CellWithRowAndCol[], areas: Area[]) {
  const merge: NonNullable<SheetConfig['merge']> = {}
  if (areas.length === 0) return { cells, merge }
  const all = new Map(cells.map((cell) => [cellKey(cell.r, cell.c), cell]))
  for (const [from, to] of areas) {
    const whole = { r: from.r, c: from.c, rs: to.r - from.r + 1, cs: to.c - from.c + 1 }
    merge[cellKey(from.r, from.c)] = whole
    for (let r = from.r; r <= to.r; r++)
      for (let c = from.c; c <= to.c; c++) {
        const mc = r === from.r && c === from.c ? { ...whole } : { r: from.r, c: from.c }
        all.set(cellKey(r, c), { r, c, v: { ...all.get(cellKey(r, c))?.v, mc } })
      }
  }
  return { cells: [...all.values()], merge }
}

/** Converts a stored sheet to the grid's form. */
export function readSheet(sheet: StoredSheet, id: string, order: number, defaultName: string): Sheet {
  const read = readCells(sheet, id)
  const row = lengthOf(sheet.rows, SHEET_ROWS, SHEET_ROWS_MAX, read.rows)
  const column = lengthOf(sheet.cols, SHEET_COLS, SHEET_COLS_MAX, read.columns)
  const { cells, merge } = withMerges(read.cells, mergesOf(sheet, read.spreads, row, column))
  const [rows, cols] = [linesOf(sheet.rows, 'height', row), linesOf(sheet.cols, 'width', column)]
  const config: SheetConfig = {
    merge,
    rowlen: rows.sizes,
    columnlen: cols.sizes,
    customHeight: customFlags(rows.sizes),
    customWidth: customFlags(cols.sizes),
    rowhidden: rows.hidden,
    colhidden: cols.hidden,
    borderInfo: borderInfo(read.borders),
  }
  return {
    ...readExtras(sheet.sheaf),
    ...frozenAt(sheet.freeze),
    id,
    order,
    row,
    column,
    config,
    calcChain: read.calcChain,
    status: order === 0 ? 1 : 0,
    celldata: cells,
    name: typeof sheet.name === 'string' && sheet.name !== '' ? sheet.name : defaultName,
    luckysheet_select_save: [{ row: [0, 0], column: [0, 0], row_focus: 0, column_focus: 0 }],
  }
}
