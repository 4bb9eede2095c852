import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it'
import { FieldTable, fieldColumns, tableRows } from '../showdoc/field-table.ts'
import type { PageEnv } from '../types.ts'
import { words } from '../words.ts'

/** Budget of missing cells in the tables of a page: a realistic base, plus a part that grows with the length of the text. */
const MISSING_CELLS_BASE = 10_000
const CHARACTERS_PER_CELL = 4

/** Upper bound for the cells of a line. */
const cellsOf = (state: StateBlock, line: number) => state.src.slice(state.bMarks[line], state.eMarks[line]).split('|').length

/** Cumulative number of missing cells per row; stops after the first row above the limit. */
function missingCells(state: StateBlock, start: number, end: number, limit: number): number[] {
  const columns = cellsOf(state, start)
  const otherBlocks = state.md.block.ruler.getRules('blockquote')
  const sums = [0]
  for (let line = start + 2; line < end && !state.isEmpty(line); line++) {
    // Otherwise every table would scan all following lines of the page.
    if (otherBlocks.some((rule) => rule(state, line, end, true))) break
    sums.push(sums.at(-1)! + Math.max(0, columns - cellsOf(state, line)))
    if (sums.at(-1)! > limit) break
  }
  return sums
}

/**
 * Rows shorter than the header are filled with empty cells, so a few characters can become many cells. When the budget of the page is
 * used up, the table ends and the following lines become a paragraph.
 */
function sparseTable(state: StateBlock, start: number, end: number, isSilent: boolean): boolean {
  const rules = state.md.block.ruler.getRules('')
  const table = rules[rules.indexOf(sparseTable) + 1]
  if (isSilent || !table?.(state, start, end, true)) return false

  const page = state.env as PageEnv
  page.missingCellsLeft ??= MISSING_CELLS_BASE + state.src.length / CHARACTERS_PER_CELL
  const sums = missingCells(state, start, end, page.missingCellsLeft)
  const isOver = sums.at(-1)! > page.missingCellsLeft
  table(state, start, isOver ? start + sums.length : end, false)
  page.missingCellsLeft -= sums[state.line - start - 2] ?? sums.at(-1)!
  return true
}

/** Limits the empty cells of tables. Must come directly before markdown-it's own table rule. */
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

/** Field tables become field rows; every other table gets its own scroll container. */
export function tableRule(md: MarkdownIt): void {
  md.core.ruler.push('tables', tables)
  md.renderer.rules['table_open'] = (tokens, index, _options, env, self) => {
    const label = words((env as PageEnv).language).table
    return `<div class="tbl" tabindex="0" role="region" aria-label="${label}"${self.renderAttrs(tokens[index]!)}><table>\n`
  }
  md.renderer.rules['table_close'] = () => '</table></div>\n'
}
