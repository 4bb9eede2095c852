import { PageTooComplex } from '@sheaf/markdown/page-bounds'
import type { Page } from '../page.ts'
import type { BlockContext, Element, Node } from '../types.ts'
import { atLeast, gap, leadXml, writeCell } from './paragraph.ts'
import { styleOf } from './text-style.ts'
import { isElement, textOf } from './tree.ts'

/** Word cannot open a table with more than 63 columns. */
const MOST_COLUMNS = 60

interface Cell {
  nodes: Node[]
  isHead: boolean
  align: string | undefined
  span: number
  /** Vertical merge: `restart` is a cell that spans several rows, `continue` is a cell that it covers. */
  merge?: 'restart' | 'continue'
}

interface Row {
  cells: Cell[]
  isHead: boolean
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu

/** The width of a text, in halves of a Chinese character. */
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

/** The limit of table cells in a piece: 10,000, and one more for each character. Spans can otherwise create far more cells than text. */
export const cellBudgetFor = (text: string) => ({ cells: 10_000 + text.length })

function takeCells(room: Page['cellBudget'], cells: number) {
  room.cells -= cells
  if (room.cells < 0) throw new PageTooComplex('cells')
}

/** The rows of a table, padded to the same number of columns. Throws PageTooComplex when the cell limit is exceeded. */
export function rowsOf(table: Element, room: Page['cellBudget']): { rows: Row[]; columns: number } {
  const above: (Cell & { rows: number })[] = []
  const rows = [...rowElements(table.children, false)].map(({ row, inHead }) => {
    const cells = cellsOf(row, above)
    takeCells(room, cells.length)
    return { cells, isHead: inHead || (cells.length > 0 && cells.every((cell) => cell.isHead)) }
  })
  const width = ({ cells }: Row) => cells.reduce((sum, { span }) => sum + span, 0)
  const columns = rows.reduce((most, row) => Math.max(most, width(row)), 0)
  // A table that is split for Word has a cell in every position.
  for (const { cells } of rows) takeCells(room, columns - cells.length)
  for (const row of rows)
    for (let at = width(row); at < columns; at++) row.cells.push({ nodes: [], isHead: false, align: undefined, span: 1 })
  return { rows: rows.filter(({ cells }) => cells.length > 0), columns }
}

/** Content of a table that is outside its rows. */
const contentOutsideRows = (table: Element) =>
  table.children.filter((node) => (isElement(node) ? !parts.has(node.name) && node.name !== 'tr' : node.trim() !== ''))

const cellText = (cell: Cell) => textOf(cell.nodes, 400)

/** In twips: the width of half a Chinese character, of a character in a word, and of the padding in a cell. */
const UNIT = 98
const WORD_UNIT = 118
const PADDING = 230
const WIDEST = 64
const LONGEST_WORD = 26
const MEASURED_ROWS = 300

/** The longest line and the longest word of a cell, in units. */
function needs(cell: Cell): { line: number; word: number } {
  const text = cellText(cell)
  let [line, word] = [0, 0]
  for (const one of text.split('\n')) {
    line = Math.max(line, units(one.trim()))
    for (const part of one.match(/[!-~\u00c0-\u024f]+/g) ?? []) word = Math.max(word, part.length)
  }
  return { line: Math.min(line, WIDEST), word: Math.max(2, Math.min(word, LONGEST_WORD)) }
}

/** Column widths that sum up to `width`. They follow the content, so that short columns are narrow and words are not broken. */
export function columnWidths(rows: Row[], columns: number, width: number): number[] {
  const lines = new Array<number>(columns).fill(2)
  const words = new Array<number>(columns).fill(2)
  for (const { cells } of rows.slice(0, MEASURED_ROWS)) {
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
  const minimum = words.map((word) => word * WORD_UNIT + PADDING)
  const desired = lines.map((line, n) => Math.max(line * UNIT + PADDING, minimum[n]!))
  const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)
  const [totalMinimum, totalDesired] = [sum(minimum), sum(desired)]
  const share = (n: number) => {
    if (totalDesired <= width) return (desired[n]! * width) / totalDesired
    if (totalMinimum >= width) return (minimum[n]! * width) / totalMinimum
    return minimum[n]! + ((desired[n]! - minimum[n]!) * (width - totalMinimum)) / (totalDesired - totalMinimum)
  }
  return lines.map((_, n) => Math.max(1, Math.floor(share(n))))
}

const HEAD = 'EEF2F7'
const TABLE_DEPTH_MAX = 5

function cellXml(page: Page, cell: Cell, width: number, place: BlockContext, isHead: boolean): string {
  const properties =
    `<w:tcW w:w="${width}" w:type="dxa"/>` +
    (cell.span > 1 ? `<w:gridSpan w:val="${cell.span}"/>` : '') +
    (cell.merge ? `<w:vMerge w:val="${cell.merge}"/>` : '') +
    (isHead || cell.isHead ? `<w:shd w:val="clear" w:color="auto" w:fill="${HEAD}"/>` : '')
  const inside: BlockContext = { width: width - 200, indent: 0, listDepth: 0, tableDepth: place.tableDepth + 1, style: 'TableText' }
  if (isHead || cell.isHead) inside.look = { bold: true }
  if (cell.align) inside.align = cell.align
  return `<w:tc><w:tcPr>${properties}</w:tcPr>${writeCell(page, cell.nodes, inside)}</w:tc>`
}

function rowXml(page: Page, row: Row, widths: number[], place: BlockContext, isHead: boolean): string {
  let at = 0
  let cells = ''
  for (const cell of row.cells) {
    const width = widths.slice(at, at + cell.span).reduce((sum, one) => sum + one, 0)
    cells += cellXml(page, cell, width, place, isHead)
    at += cell.span
  }
  return `<w:tr><w:trPr><w:cantSplit/>${isHead ? '<w:tblHeader/>' : ''}</w:trPr>${cells}</w:tr>`
}

function gridXml(page: Page, rows: Row[], columns: number, place: BlockContext): string {
  const widths = columnWidths(rows, columns, atLeast(place.width))
  const total = widths.reduce((sum, one) => sum + one, 0)
  // Word repeats only header rows at the top of a table on each page.
  const heads = rows.findIndex((row) => !row.isHead)
  const written = rows.map((row, n) => rowXml(page, row, widths, place, row.isHead && (heads < 0 ? n === 0 : n < heads)))
  return (
    `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="${total}" w:type="dxa"/><w:tblInd w:w="${place.indent}" w:type="dxa"/>` +
    `<w:tblLayout w:type="fixed"/><w:tblLook w:val="0420"/></w:tblPr>` +
    `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${written.join('')}</w:tbl>${gap}`
  )
}

/** Splits a table with too many columns for Word into several tables. */
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

export function tableXml(page: Page, table: Element, place: BlockContext): string {
  const preceding = leadXml(place) + page.blocks(page, contentOutsideRows(table), place)
  if (place.tableDepth >= TABLE_DEPTH_MAX) return preceding + page.blocks(page, [textOf(table.children)], place)
  const { rows, columns } = rowsOf(table, page.cellBudget)
  if (rows.length === 0 || columns === 0) return preceding
  return (
    preceding +
    slices(rows, columns)
      .map((one) => (one.columns > 0 ? gridXml(page, one.rows, one.columns, place) : ''))
      .join('')
  )
}
