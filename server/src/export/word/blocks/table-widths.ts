import { type Cell, cellText, type Row, units } from './table-cells.ts'

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
