import { readSheets, type StoredSheet, type StoredStyle } from '@sheaf/contract/sheet'

type Tree = Record<string, unknown>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)
const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Replaces style numbers with the styles: both sides can have given the same number to different styles. */
const withInlineStyles = (sheets: StoredSheet[]): Tree[] =>
  sheets.map(({ styles = [], ...sheet }) => ({
    ...sheet,
    rows: Object.fromEntries(
      Object.entries(sheet.rows ?? {}).map(([at, line]) => [
        at,
        isTree(line) && isTree(line.cells)
          ? {
              ...line,
              cells: Object.fromEntries(
                Object.entries(line.cells).map(([c, cell]) => [
                  c,
                  isTree(cell) && typeof cell.style === 'number' ? { ...cell, style: styles[cell.style] } : cell,
                ]),
              ),
            }
          : line,
      ]),
    ),
  }))

/** Converts styles back to numbers: those of `first` keep their number, new ones are appended. */
function numbered(sheets: Tree[], first: StoredSheet[]): Tree[] {
  return sheets.map((sheet, at) => {
    const styles = [...(first[at]?.styles ?? [])]
    const known = new Map(styles.map((style, number) => [JSON.stringify(style), number]))
    const numberOf = (style: unknown) => {
      const key = JSON.stringify(style)
      if (!known.has(key)) known.set(key, styles.push(style as StoredStyle) - 1)
      return known.get(key)
    }
    const rows = Object.entries(sheet['rows'] as Tree).map(([key, line]) => {
      if (!isTree(line) || !isTree(line['cells'])) return [key, line]
      const cells = Object.entries(line['cells']).map(([c, cell]) => [
        c,
        isTree(cell) && cell['style'] !== undefined ? { ...cell, style: numberOf(cell['style']) } : cell,
      ])
      return [key, { ...line, cells: Object.fromEntries(cells) }]
    })
    return { ...sheet, rows: Object.fromEntries(rows), styles }
  })
}

interface Count {
  theirs: number
  both: number
}

/** Whether to merge key by key. A cell is merged as a unit, like every value outside rows and columns. */
const goesDeeper = (path: string[]) => path.length < 2 || (path[1] === 'rows' && path.length < 5) || (path[1] === 'cols' && path.length < 3)

function merge(base: unknown, mine: unknown, theirs: unknown, path: string[], count: Count): unknown {
  if (same(mine, theirs) || same(base, theirs)) return mine
  if (same(base, mine)) {
    count.theirs += 1
    return theirs
  }
  if (isTree(mine) && isTree(theirs) && goesDeeper(path)) {
    const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)])
    const merged = [...keys].map((key) => [key, merge(isTree(base) ? base[key] : undefined, mine[key], theirs[key], [...path, key], count)])
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
  }
  count.both += 1
  return mine
}

/** The structure of the sheets. When lines or sheets were moved, a position is no longer the same cell on both sides. */
const shape = (sheets: StoredSheet[]) =>
  JSON.stringify(sheets.map(({ name, rows, cols, merges }) => [name, rows?.['len'], cols?.['len'], merges ?? []]))

/**
 * Merges two versions of a spreadsheet cell by cell. Where both changed a cell, `mine` wins and `both` counts it.
 * Returns undefined when a text is not a spreadsheet or the structures differ.
 */
export function mergeBooks(base: string, mine: string, theirs: string): ({ text: string } & Count) | undefined {
  const all = [base, mine, theirs].map(readSheets)
  const [from, here, there] = all
  if (!from?.length || !here || !there || shape(from) !== shape(here) || shape(from) !== shape(there)) return undefined
  const count = { theirs: 0, both: 0 }
  const trees = [withInlineStyles(from), withInlineStyles(here), withInlineStyles(there)] as const
  const merged = trees[1].map((sheet, at) => merge(trees[0][at], sheet, trees[2][at], [String(at)], count) as Tree)
  return { text: JSON.stringify(numbered(merged, here)), ...count }
}
