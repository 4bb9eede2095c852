import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it'
import { FieldTable, fieldColumns, tableRows } from '../showdoc/field-table.ts'
import type { PageEnv } from '../types.ts'
import { words } from '../words.ts'

/** Cells that the tables of a page may leave out: as many as people do, and the more the longer its text is. */
const MISSING_CELLS_BASE = 10_000
const CHARACTERS_PER_CELL = 4

/** Cells that a line has at most. */
const cellsOf = (state: StateBlock, line: number) => state.src.slice(state.bMarks[line], state.eMarks[line]).split('|').length

/** The cells that a table leaves out, up to each of its rows; it ends before the first that is above the bound. */
function missingCells(state: StateBlock, start: number, end: number, most: number): number[] {
  const columns = cellsOf(state, start)
  const otherBlocks = state.md.block.ruler.getRules('blockquote')
  const sums = [0]
  for (let line = start + 2; line < end && !state.isEmpty(line); line++) {
    // Without this every table would look at all lines of the page that follow it.
    if (otherBlocks.some((rule) => rule(state, line, end, true))) break
    sums.push(sums.at(-1)! + Math.max(0, columns - cellsOf(state, line)))
    if (sums.at(-1)! > most) break
  }
  return sums
}

/**
 * A row that is shorter than the head of its table is filled with empty cells, so few characters become many cells. Where a page has
 * no more of them to give, its table ends, and the lines that follow are a paragraph.
 */
function sparseTable(state: StateBlock, start: number, end: number, isSilent: boolean): boolean {
  const rules = state.md.block.ruler.getRules('')
  const table = rules[rules.indexOf(sparseTable) + 1]
  if (isSilent || !table?.(state, start, end, true)) return false

  const page = state.env as PageEnv
  page.leftOut ??= MISSING_CELLS_BASE + state.src.length / CHARACTERS_PER_CELL
  const sums = missingCells(state, start, end, page.leftOut)
  const isOver = sums.at(-1)! > page.leftOut
  table(state, start, isOver ? start + sums.length : end, false)
  page.leftOut -= sums[state.line - start - 2] ?? sums.at(-1)!
  return true
}

/** Bounds the empty cells of tables. Has to stand directly before markdown-it's own rule for tables. */
export function sparseTables(md: MarkdownIt): void {
  md.block.ruler.before('table', 'sparse_table', sparseTable)
}

function alignByAttribute(token: Token): void {
  const style = token.attrGet('style')
  if (style === null) return
  token.attrs = token.attrs!.filter(([name]) => name !== 'style')
  token.attrSet('align', String(style).replace('text-align:', '').trim())
}

function tables(state: StateCore): void {
  const { tokens } = state
  if (!tokens.some((token) => token.type === 'table_open')) return
  const out: Token[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    if (token.type === 'th_open' || token.type === 'td_open') alignByAttribute(token)
    if (token.type === 'table_open') {
      let end = index
      while (tokens[end]!.type !== 'table_close') end++
      const [head = [], ...rows] = tableRows(tokens.slice(index, end))
      const columns = fieldColumns(head.map((cell) => cell.text))
      if (columns) {
        for (const part of new FieldTable(state, columns, token.level).tokens(token, head, rows)) out.push(part)
        index = end
        continue
      }
    }
    out.push(token)
  }
  state.tokens = out
}

/** Tables of fields become field rows, every other table gets its own scroll box. */
export function tableRule(md: MarkdownIt): void {
  md.core.ruler.push('tables', tables)
  md.renderer.rules['table_open'] = (tokens, index, _options, env, self) => {
    const label = words((env as PageEnv).language).table
    return `<div class="tbl" tabindex="0" role="region" aria-label="${label}"${self.renderAttrs(tokens[index]!)}><table>\n`
  }
  md.renderer.rules['table_close'] = () => '</table></div>\n'
}
