import { isElement } from '../blocks/tree.ts'
import type { Element } from '../types.ts'
import { matrix, run } from './elements.ts'

export const elementsIn = (element: Element) => element.children.filter(isElement)

/** Rows of a matrix, a system or aligned equations; `write` writes a cell. */
export function tableMath(table: Element, write: (cell: Element) => string): string {
  const rows = elementsIn(table).map((row) => elementsIn(row))
  // A numbered equation: empty, the equation, empty, its number.
  const [only] = rows
  if (table.attribs['width'] === '100%' && rows.length === 1 && only?.length === 4) return write(only[1]!) + run('\u2003') + write(only[3]!)
  const alignments = (table.attribs['columnalign'] ?? '').split(/\s+/).filter(Boolean)
  return matrix(
    rows.map((row) => row.map(write)),
    alignments.map((one) => (one === 'left' || one === 'right' ? one : 'center')),
  )
}
