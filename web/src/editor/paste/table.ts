import { type Side, tableText } from '../table/text.ts'
import { inlineOf } from './inline.ts'
import { codeText, escapeText, isBlock, isDropped, roleOf, styleOf, tagOf } from './text.ts'

interface HtmlRow {
  cells: Element[]
}

export const isTable = (element: Element) => tagOf(element) === 'table' || roleOf(element) === 'table'

/** The rows of this table and not of one inside it; our own lists of fields have them as roles. */
export function rowsOf(table: Element): HtmlRow[] {
  const byRole = roleOf(table) === 'table' && tagOf(table) !== 'table'
  const rows = [...table.querySelectorAll(byRole ? '[role=row]' : 'tr')].filter((row) => row.closest('table, [role=table]') === table)
  return rows.map((row) => ({ cells: [...row.children].filter((cell) => (byRole ? roleOf(cell) : /^t[dh]$/.test(tagOf(cell)))) }))
}

/** What a cell holds in one line: paragraphs and items become lines of their own. */
function lineOf(nodes: Iterable<Node>, bold: boolean): string {
  const lines: string[] = []
  let run: Node[] = []
  const end = () => {
    const text = inlineOf(run, { br: '<br>', bold }).trim()
    if (text) lines.push(text)
    run = []
  }
  for (const node of nodes) {
    if (isDropped(node)) continue
    if (!isBlock(node)) {
      run.push(node)
      continue
    }
    end()
    const code = tagOf(node) === 'pre' ? codeText(node).trim().split('\n') : undefined
    const inside = code ? code.map((line) => (line.trim() ? `\`${line}\`` : '')).join('<br>') : lineOf(node.childNodes, bold)
    if (inside) lines.push(tagOf(node) === 'li' ? `- ${inside}` : inside)
  }
  end()
  return lines.join('<br>')
}

const span = (cell: Element, name: 'colspan' | 'rowspan') => Math.max(1, Math.min(100, Number(cell.getAttribute(name) ?? 1) || 1))

/** A cell that reaches down says the same in every row; one that reaches to the right leaves the others empty. */
function grid(rows: HtmlRow[]) {
  const texts = rows.map((): string[] => [])
  const cells = rows.map((): (Element | undefined)[] => [])
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const cell of row.cells) {
      while (texts[y]?.[x] !== undefined) x++
      // The name of a field of ours has its way before it, paler: all of it is the name.
      const name = cell.matches('.fn') ? escapeText(cell.textContent?.trim() ?? '') : undefined
      const written = name ?? lineOf(cell.childNodes, y === 0 || tagOf(cell) === 'th')
      const text = written.replace(/\\?\|/g, '\\|').replace(/\n/g, '<br>')
      for (let down = 0; down < span(cell, 'rowspan') && y + down < rows.length; down++)
        for (let right = 0; right < span(cell, 'colspan'); right++) {
          ;(texts[y + down] as string[])[x + right] = right ? '' : text
          ;(cells[y + down] as Element[])[x + right] = cell
        }
      x += span(cell, 'colspan')
    }
  }
  return { texts: texts.map((row) => Array.from(row, (text) => text ?? '')), cells }
}

const sideOf = (cell: Element): Side => {
  const side = styleOf(cell, 'text-align') || (cell.getAttribute('align') ?? '').toLowerCase()
  return side === 'right' || side === 'center' ? side : 'none'
}

/** Right or centre where every filled cell below the head says so. */
function columnSide(column: number, texts: string[][], cells: (Element | undefined)[][]): Side {
  const sides = new Set(cells.slice(1).flatMap((row, y) => (texts[y + 1]?.[column] && row[column] ? [sideOf(row[column])] : [])))
  return sides.size === 1 ? ([...sides][0] as Side) : 'none'
}

/** Rows and columns of a sheet that are empty all through say nothing. */
export function trimmed<T>(texts: string[][], others: T[][] = []) {
  const keepRow = texts.map((row) => row.some((text) => text.trim()))
  const width = Math.max(0, ...texts.map((row) => row.length))
  const keepColumn = Array.from({ length: width }, (_, x) => texts.some((row) => row[x]?.trim()))
  const cut = <U>(rows: U[][]) =>
    rows.filter((_, y) => keepRow[y]).map((row) => Array.from({ length: width }, (_, x) => row[x] as U).filter((_, x) => keepColumn[x]))
  return { texts: cut(texts).map((row) => row.map((text) => text ?? '')), others: cut(others) }
}

/** Undefined for a frame that only places things: tables in it, or a single cell. */
export function htmlTable(table: Element): string | undefined {
  if (table.querySelector('table, [role=table]')) return undefined
  const { texts: all, cells: allCells } = grid(rowsOf(table))
  const { texts, others } = trimmed(all, allCells)
  const columns = texts[0]?.length ?? 0
  if (texts.length * columns < 2) return undefined
  return tableText(
    texts,
    Array.from({ length: columns }, (_, column) => columnSide(column, texts, others)),
  )
}
