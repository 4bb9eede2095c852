import type { Page } from '../page.ts'
import type { Element, Place } from '../types.ts'
import { writeCell } from './cell.ts'
import { gap, leadXml } from './paragraph.ts'
import { type Cell, MOST_COLUMNS, outsideOf, type Row, rowsOf } from './table-cells.ts'
import { columnWidths } from './table-widths.ts'
import { textOf } from './tree.ts'

const HEAD = 'EEF2F7'
const TABLE_DEPTH_MAX = 5

function cellXml(page: Page, cell: Cell, width: number, place: Place, isHead: boolean): string {
  const properties =
    `<w:tcW w:w="${width}" w:type="dxa"/>` +
    (cell.span > 1 ? `<w:gridSpan w:val="${cell.span}"/>` : '') +
    (cell.merge ? `<w:vMerge w:val="${cell.merge}"/>` : '') +
    (isHead || cell.isHead ? `<w:shd w:val="clear" w:color="auto" w:fill="${HEAD}"/>` : '')
  const inside: Place = { width: width - 200, indent: 0, lists: 0, boxes: place.boxes + 1, style: 'TableText' }
  if (isHead || cell.isHead) inside.look = { bold: true }
  if (cell.align) inside.align = cell.align
  return `<w:tc><w:tcPr>${properties}</w:tcPr>${writeCell(page, cell.nodes, inside)}</w:tc>`
}

function rowXml(page: Page, row: Row, widths: number[], place: Place, isHead: boolean): string {
  let at = 0
  let cells = ''
  for (const cell of row.cells) {
    const width = widths.slice(at, at + cell.span).reduce((sum, one) => sum + one, 0)
    cells += cellXml(page, cell, width, place, isHead)
    at += cell.span
  }
  return `<w:tr><w:trPr><w:cantSplit/>${isHead ? '<w:tblHeader/>' : ''}</w:trPr>${cells}</w:tr>`
}

function gridXml(page: Page, rows: Row[], columns: number, place: Place): string {
  const widths = columnWidths(rows, columns, place.width)
  const total = widths.reduce((sum, one) => sum + one, 0)
  // Rows at the top alone are repeated on each page.
  const heads = rows.findIndex((row) => !row.isHead)
  const written = rows.map((row, n) => rowXml(page, row, widths, place, row.isHead && (heads < 0 ? n === 0 : n < heads)))
  return (
    `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="${total}" w:type="dxa"/><w:tblInd w:w="${place.indent}" w:type="dxa"/>` +
    `<w:tblLayout w:type="fixed"/><w:tblLook w:val="0420"/></w:tblPr>` +
    `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${written.join('')}</w:tbl>${gap}`
  )
}

/** Columns that Word has no room for stand in a table below. */
function slices(rows: Row[], columns: number): { rows: Row[]; columns: number }[] {
  if (columns <= MOST_COLUMNS) return [{ rows, columns }]
  const single = rows.map(({ cells, isHead }) => ({ isHead, cells: cells.map(({ merge: _merge, ...cell }) => ({ ...cell, span: 1 })) }))
  const pieces = Array.from({ length: Math.ceil(columns / MOST_COLUMNS) }, (_, n) => n * MOST_COLUMNS)
  return pieces.map((from) => {
    const part = single.map(({ cells, isHead }) => ({ isHead, cells: cells.slice(from, from + MOST_COLUMNS) }))
    const width = part.reduce((most, { cells }) => Math.max(most, cells.length), 0)
    const empty = { nodes: [], isHead: false, align: undefined, span: 1 }
    for (const { cells } of part) while (cells.length < width) cells.push(empty)
    return { rows: part, columns: width }
  })
}

export function tableXml(page: Page, table: Element, place: Place): string {
  const before = leadXml(place) + page.blocks(page, outsideOf(table), place)
  if (place.boxes >= TABLE_DEPTH_MAX) return before + page.blocks(page, [textOf(table.children)], place)
  const { rows, columns } = rowsOf(table, page.room)
  if (rows.length === 0 || columns === 0) return before
  return (
    before +
    slices(rows, columns)
      .map((one) => (one.columns > 0 ? gridXml(page, one.rows, one.columns, place) : ''))
      .join('')
  )
}
