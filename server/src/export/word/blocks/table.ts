import { PageTooComplex } from '@sheaf/markdown/page-bounds'
import type { Page } from '../page.ts'
import type { Element, Node, Place } from '../types.ts'
import { styleOf } from './look.ts'
import { gap, leadXml, writeCell } from './paragraph.ts'
import { isElement, textOf } from './tree.ts'

/** Word opens no table with more columns than 63. */
const MOST_COLUMNS = 60

interface Cell {
  nodes: Node[]
  isHead: boolean
  align: string | undefined
  span: number
  /** Below a cell that reaches over several rows: `restart` is that cell, `continue` what it covers. */
  merge?: 'restart' | 'continue'
}

interface Row {
  cells: Cell[]
  isHead: boolean
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu

/** How wide a text is, in halves of a Chinese character. */
export const units = (text: string) => text.length + (text.match(wide)?.length ?? 0)

const number = (value: string | undefined, most: number) => {
  const count = Number(value ?? 1)
  return Number.isInteger(count) && count > 0 ? Math.min(count, most) : 1
}

const parts = new Set(['thead', 'tbody', 'tfoot'])

function* rowElements(nodes: Node[], inHead: boolean): Generator<{ row: Element; inHead: boolean }> {
  for (const node of nodes) {
    if (!isElement(node)) continue
    if (node.name === 'tr') yield { row: node, inHead }
    else if (parts.has(node.name)) yield* rowElements(node.children, node.name === 'thead')
  }
}

const alignOf = ({ attribs }: Element) => (styleOf(attribs['style'], 'text-align') ?? attribs['align'])?.toLowerCase()

function cellsOf(row: Element, above: (Cell & { rows: number })[]): Cell[] {
  const cells: Cell[] = []
  const covered = (at: number) => {
    const from = above[at]
    if (!from || from.rows <= 0) return false
    from.rows--
    cells.push({ nodes: [], isHead: from.isHead, align: undefined, span: from.span, merge: 'continue' })
    return true
  }
  let column = 0
  const skipCovered = () => {
    while (covered(column)) column += above[column]!.span
  }
  for (const element of row.children) {
    if (!isElement(element) || (element.name !== 'td' && element.name !== 'th')) continue
    skipCovered()
    const span = number(element.attribs['colspan'], MOST_COLUMNS)
    const rows = number(element.attribs['rowspan'], 1000)
    const cell: Cell = { nodes: element.children, isHead: element.name === 'th', align: alignOf(element), span }
    if (rows > 1) {
      cell.merge = 'restart'
      above[column] = { ...cell, rows: rows - 1 }
    }
    cells.push(cell)
    column += span
  }
  skipCovered()
  return cells
}

/** Cells of the tables of a piece, which may reach over many places and leave out as many: these, and one for each character. */
export const roomOf = (text: string) => ({ cells: 10_000 + text.length })

function take(room: Page['room'], cells: number) {
  room.cells -= cells
  if (room.cells < 0) throw new PageTooComplex('cells')
}

/** The rows of a table; every row of the same width in columns. */
export function rowsOf(table: Element, room: Page['room']): { rows: Row[]; columns: number } {
  const above: (Cell & { rows: number })[] = []
  const rows = [...rowElements(table.children, false)].map(({ row, inHead }) => {
    const cells = cellsOf(row, above)
    take(room, cells.length)
    return { cells, isHead: inHead || (cells.length > 0 && cells.every((cell) => cell.isHead)) }
  })
  const width = ({ cells }: Row) => cells.reduce((sum, { span }) => sum + span, 0)
  const columns = rows.reduce((most, row) => Math.max(most, width(row)), 0)
  // A table with more columns than Word opens has a cell at every place.
  for (const { cells } of rows) take(room, columns - cells.length)
  for (const row of rows)
    for (let at = width(row); at < columns; at++) row.cells.push({ nodes: [], isHead: false, align: undefined, span: 1 })
  return { rows: rows.filter(({ cells }) => cells.length > 0), columns }
}

/** What stands in a table and in none of its cells. */
const outsideOf = (table: Element) =>
  table.children.filter((node) => (isElement(node) ? !parts.has(node.name) && node.name !== 'tr' : node.trim() !== ''))

const cellText = (cell: Cell) => textOf(cell.nodes, 400)

/** Twips of half a Chinese character in a table, and of the white beside a cell's text. */
const UNIT = 98
const WORD_UNIT = 118
const PADDING = 230
const WIDEST = 64
const LONGEST_WORD = 26
const ROWS_LOOKED_AT = 300

/** What a cell needs: its longest line, and its longest word, in units. */
function needs(cell: Cell): { line: number; word: number } {
  const text = cellText(cell)
  let [line, word] = [0, 0]
  for (const one of text.split('\n')) {
    line = Math.max(line, units(one.trim()))
    for (const part of one.match(/[!-~\u00c0-\u024f]+/g) ?? []) word = Math.max(word, part.length)
  }
  return { line: Math.min(line, WIDEST), word: Math.max(2, Math.min(word, LONGEST_WORD)) }
}

/** Widths of a table's columns that make up `width`: by what stands in them, so that short columns stay short and words stay whole. */
export function columnWidths(rows: Row[], columns: number, width: number): number[] {
  const lines = new Array<number>(columns).fill(2)
  const words = new Array<number>(columns).fill(2)
  for (const { cells } of rows.slice(0, ROWS_LOOKED_AT)) {
    let at = 0
    for (const cell of cells) {
      if (cell.span === 1 && at < columns) {
        const { line, word } = needs(cell)
        lines[at] = Math.max(lines[at]!, line)
        words[at] = Math.max(words[at]!, word)
      }
      at += cell.span
    }
  }
  const least = words.map((word) => word * WORD_UNIT + PADDING)
  const wished = lines.map((line, n) => Math.max(line * UNIT + PADDING, least[n]!))
  const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)
  const [allLeast, allWished] = [sum(least), sum(wished)]
  const share = (n: number) => {
    if (allWished <= width) return (wished[n]! * width) / allWished
    if (allLeast >= width) return (least[n]! * width) / allLeast
    return least[n]! + ((wished[n]! - least[n]!) * (width - allLeast)) / (allWished - allLeast)
  }
  return lines.map((_, n) => Math.floor(share(n)))
}

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
