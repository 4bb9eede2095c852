import type { StateCore, Token } from 'markdown-it'
import { ownHtml } from '../writers/own-html.ts'
import { type FieldColumns, requiredLabel, requiredWord } from './field-heads.ts'
import { fieldNames } from './field-names.ts'
import type { Cell } from './table-cells.ts'

type Attrs = [string, string | number][]

/**
 * Writes a table of fields as rows whose cells say which part they are, in the order of their author: columns on a screen, and the
 * parts of a definition on a phone, where a part that needs its head to be understood carries it along.
 */
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
    const { columns } = this
    const isWide = columns.rest.length > 0
    const look: Attrs = [['class', 'fields']]
    // A wide table scrolls in its own box, for the keyboard too.
    const open = this.tag(1, 0, [
      ...look,
      ['role', 'table'],
      ...((isWide ? [['tabindex', '0']] : []) as Attrs),
      ...((table.attrs ?? []) as Attrs),
    ])
    open.map = table.map
    this.tag(1, 0, [
      ['class', isWide ? 'fb fw' : 'fb'],
      ['role', 'rowgroup'],
    ])
    this.row(
      [
        ['class', 'fr fh'],
        ['role', 'row'],
      ],
      'columnheader',
      head.map((cell) => cell.inline),
    )
    const names = fieldNames(
      rows.map((row) => this.raw(row)),
      rows.map((row) => row[columns.type]?.text ?? ''),
    )
    const labels = head.map((cell, column) => this.labelOf(cell, column))
    for (const [index, row] of rows.entries()) {
      const { depth, parents, name } = names[index]!
      const attrs: Attrs = [
        ['class', 'fr'],
        ['role', 'row'],
      ]
      if (depth > 0) attrs.push(['data-d', depth])
      const cells = head.map((_, column) => {
        const cell = row[column]
        if (column === columns.name && this.plain(cell)) return this.name(parents, name)
        if (column === columns.required && cell && requiredWord(cell.text) === 'yes') return this.required(head[column]!)
        return cell?.inline ?? this.inline([])
      })
      this.row(attrs, 'cell', cells, labels)
    }
    this.tag(-1, 0)
    this.tag(-1, 0)
    return this.out
  }

  /** What a cell is called where its head is not in sight; a name, a type and a description are known by themselves. */
  private labelOf({ text }: Cell, column: number): string {
    const { required, rest } = this.columns
    return column === required || rest.includes(column) ? text : ''
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

  private required({ text }: Cell): Token {
    return this.inline([ownHtml(this.state, `<span class="req">${requiredLabel(text)}</span>`)])
  }

  private inline(children: Token[]): Token {
    const token = new this.state.Token('inline', '', 0)
    token.children = children
    token.content = children.map((child) => child.content).join('')
    return token
  }

  private row(attrs: Attrs, role: string, cells: Token[], labels: string[] = []): void {
    const { columns } = this
    const parts = new Map([
      [columns.name, 'fn'],
      [columns.type, 'ft'],
      [columns.required, 'fq'],
      [columns.description, 'fd'],
    ])
    this.tag(1, 1, attrs)
    for (const [column, inline] of cells.entries()) {
      const cell: Attrs = [
        ['class', parts.get(column) ?? 'fx'],
        ['role', role],
      ]
      const isSaid = inline.children?.[0]?.content.startsWith('<span class="req">')
      if (labels[column] && !isSaid) cell.push(['data-label', labels[column]])
      this.tag(1, 2, cell)
      inline.level = this.level + 3
      this.out.push(inline)
      this.tag(-1, 2)
    }
    this.tag(-1, 1)
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
