import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { fieldColumns } from '../showdoc/field-heads.ts'
import { FieldTable } from '../showdoc/field-table.ts'
import { tableRows } from '../showdoc/table-cells.ts'
import type { PageEnv } from '../types.ts'
import { words } from '../words.ts'

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
