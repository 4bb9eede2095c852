import { PageTooComplex } from '@sheaf/markdown/page-bounds'
import type { Page } from '../page.ts'
import type { Element, Node } from '../types.ts'
import { styleOf } from './color.ts'
import { isElement, textOf } from './tree.ts'

/** Word opens no table with more columns than 63. */
export const MOST_COLUMNS = 60

export interface Cell {
  nodes: Node[]
  isHead: boolean
  align: string | undefined
  span: number
  /** Below a cell that reaches over several rows: `restart` is that cell, `continue` what it covers. */
  merge?: 'restart' | 'continue'
}

export interface Row {
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
export const outsideOf = (table: Element) =>
  table.children.filter((node) => (isElement(node) ? !parts.has(node.name) && node.name !== 'tr' : node.trim() !== ''))

export const cellText = (cell: Cell) => textOf(cell.nodes, 400)
