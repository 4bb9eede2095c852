import type { StateCore, Token } from 'markdown-it'
import { fieldDescription } from './field-description.ts'
import type { FieldColumns } from './field-heads.ts'
import { fieldNames } from './field-names.ts'
import { ownHtml } from './own-html.ts'
import type { Cell } from './table-cells.ts'
import type { PageEnv } from './types.ts'
import { words } from './words.ts'

type Attrs = [string, string | number][]

/** Writes a table of fields as rows of name, type and description. */
export class FieldTable {
  private readonly out: Token[] = []
  private readonly state: StateCore
  private readonly columns: FieldColumns
  private readonly level: number

  constructor(state: StateCore, columns: FieldColumns, level: number) {
    this.state = state
    this.columns = columns
    this.level = level
  }

  tokens(table: Token, head: Cell[], rows: Cell[][]): Token[] {
    const { columns, state } = this
    const open = this.tag(1, 0, [['class', 'fields'], ['role', 'table'], ...((table.attrs ?? []) as Attrs)])
    open.map = table.map
    const description = head[columns.description] ?? this.words.description
    this.row(
      [
        ['class', 'fr fh'],
        ['role', 'row'],
      ],
      'columnheader',
      [head[columns.name]!, head[columns.type]!, description],
    )
    const pick = (column: number) => rows.map((row) => row[column]?.text ?? '')
    const names = fieldNames(
      rows.map((row) => this.raw(row)),
      pick(columns.type),
    )
    for (const [index, row] of rows.entries()) {
      const { depth, parents, name } = names[index]!
      const attrs: Attrs = [
        ['class', 'fr'],
        ['role', 'row'],
      ]
      if (depth > 0) attrs.push(['data-d', depth])
      const shown = this.plain(row[columns.name]) ? this.name(parents, name) : (row[columns.name] ?? '')
      this.row(attrs, 'cell', [shown, row[columns.type] ?? '', this.inline(fieldDescription(state, columns, head, row))])
    }
    this.tag(-1, 0)
    return this.out
  }

  private get words() {
    return words((this.state.env as PageEnv).language)
  }

  /** The name as written: leading fixed spaces are the nesting, so it must not be trimmed. */
  private raw(row: Cell[]): string {
    const cell = row[this.columns.name]
    return cell?.inline.children?.map((child) => child.content).join('') ?? ''
  }

  private plain(cell: Cell | undefined): boolean {
    return (cell?.inline.children ?? []).every((child) => child.type === 'text' || child.type === 'code_inline')
  }

  private name(parents: string, name: string): Token {
    const escapeHtml = this.state.md.utils.escapeHtml
    return this.inline([ownHtml(this.state, `${parents ? `<i>${escapeHtml(parents)}</i>` : ''}${escapeHtml(name)}`)])
  }

  private inline(children: Token[]): Token {
    const token = new this.state.Token('inline', '', 0)
    token.children = children
    token.content = children.map((child) => child.content).join('')
    return token
  }

  private row(attrs: Attrs, role: string, cells: (Cell | Token | string)[]): void {
    this.tag(1, 1, attrs)
    for (const [index, cell] of cells.entries()) {
      this.tag(1, 2, [
        ['class', ['fn', 'ft', 'fd'][index]!],
        ['role', role],
      ])
      const text = typeof cell === 'string' ? this.inline(this.text(cell)) : 'inline' in cell ? cell.inline : cell
      text.level = this.level + 3
      this.out.push(text)
      this.tag(-1, 2)
    }
    this.tag(-1, 1)
  }

  private text(content: string): Token[] {
    const token = new this.state.Token('text', '', 0)
    token.content = content
    return [token]
  }

  private tag(nesting: 1 | -1, depth: number, attrs: Attrs | null = null): Token {
    const token = new this.state.Token(nesting === 1 ? 'fields_open' : 'fields_close', 'div', nesting)
    token.attrs = attrs
    token.block = true
    token.level = this.level + depth
    this.out.push(token)
    return token
  }
}
