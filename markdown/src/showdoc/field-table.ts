import type { StateCore, Token } from 'markdown-it'
import { inlineText } from '../headings.ts'
import { ownHtml } from '../writers/html.ts'

const name =
  /^(参数|参数名|参数名称|字段|字段名|字段名称|名称|变量|变量名|属性|属性名|属性名称|键|键名|列名|name|field|field name|param|params|parameter|parameter name|property|prop|attribute|key|header|column)$/i
const type = /^(类型|数据类型|参数类型|字段类型|变量类型|type|data type|datatype|field type)$/i
const required =
  /^(required|is required|mandatory|必选|必填|必须|必需|是否必选|是否必填|是否必须|是否必需|是否必要|必传|是否必传|require|required\?)$/i
const description =
  /^(说明|描述|备注|含义|注释|解释|参数说明|字段说明|参数描述|字段描述|description|desc|meaning|remark|remarks|comment|comments|notes?|details)$/i
const yes = /^(是|true|y|yes|required|must|mandatory|必选|必填|必须|必需|必传|1|√|✓|✔|☑|✅|true\.?)$/i
const no = /^(否|false|n|no|optional|可选|选填|非必填|非必选|不必填|0|×|✗|✘|❌|-|—|)$/i

interface FieldColumns {
  name: number
  type: number
  required: number
  description: number
  /** Every other column. */
  rest: number[]
}

/** The columns of a field table; undefined when the header is not that of a field table. */
export function fieldColumns(heads: string[]): FieldColumns | undefined {
  const clean = heads.map((head) => head.replace(/[*\s:：]+/g, ' ').trim())
  const find = (pattern: RegExp) => clean.findIndex((head) => pattern.test(head))
  const columns = { name: find(name), type: find(type), required: find(required), description: find(description) }
  // A table with only name and type has no descriptions, and a column must not be added.
  if (columns.name < 0 || columns.type < 0 || heads.length < 3) return undefined
  const used = new Set(Object.values(columns))
  return { ...columns, rest: heads.map((_, index) => index).filter((index) => !used.has(index)) }
}

/** The meaning of a cell in the required column; `other` is shown as written. */
export function requiredWord(cell: string): 'yes' | 'no' | 'other' {
  const word = cell.trim()
  if (yes.test(word)) return 'yes'
  return no.test(word) ? 'no' : 'other'
}

/** The label of a required field in the language of its table: 必选 under 是否必选, “required” under a header without Chinese. */
function requiredLabel(head: string): string {
  const chinese = /必[选填须需传要]/.exec(head)?.[0]
  if (chinese) return chinese
  return /\p{Script=Han}/u.test(head) ? '必填' : 'required'
}

interface FieldName {
  depth: number
  /** Path of the parents, for example `ship_to.`; shown in grey before the name. */
  parents: string
  name: string
}

// Markers that authors write before the name of a nested field: dashes, fixed spaces, tree lines, dots.
const nesting = /^[\s\u00a0\u2002\u2003\u3000\-–—─└├│┗┣|>.·]+/u
const FIELD_DEPTH_MAX = 6

function bare(name: string): string {
  return name.replace(/(?<!\])(\[\w*\])+$/, '')
}

/** Derives depth and parents of each field from the markers before the names, or from dotted names. */
export function fieldNames(names: string[], types: string[]): FieldName[] {
  const marks = names.map((name) => (nesting.exec(name)?.[0] ?? '').replace(/ /g, '').length)
  const ranks = [...new Set(marks.filter((mark) => mark > 0))].sort((a, b) => a - b)
  const above: string[] = []
  const known = new Map<string, number>()
  return names.map((full, index) => {
    const name = full.replace(nesting, '').trim()
    const mark = marks[index]!
    if (name === '') return { depth: 0, parents: '', name: full.trim() }
    if (mark > 0) {
      const depth = Math.min(ranks.indexOf(mark) + 1, FIELD_DEPTH_MAX)
      const parents = name.includes('.') ? '' : above.slice(0, depth).join('')
      above.length = Math.min(above.length, depth)
      above[depth] = step(name, types[index] ?? '')
      for (let at = 0; at < depth; at++) above[at] ??= ''
      return { depth, parents, name }
    }
    above.length = 0
    above[0] = step(name, types[index] ?? '')
    const dot = name.lastIndexOf('.')
    const parent = dot > 0 ? known.get(bare(name.slice(0, dot))) : undefined
    const depth = parent === undefined ? 0 : Math.min(parent + 1, FIELD_DEPTH_MAX)
    known.set(bare(name), depth)
    return depth === 0 ? { depth, parents: '', name } : { depth, parents: name.slice(0, dot + 1), name: name.slice(dot + 1) }
  })
}

function step(name: string, type: string): string {
  const list = /array|list|\[\]|数组|列表/i.test(type) && !name.endsWith(']')
  return `${name}${list ? '[]' : ''}.`
}

interface Cell {
  text: string
  inline: Token
}

/** The rows of a table between `table_open` and `table_close`; the first is the header. */
export function tableRows(tokens: Token[]): Cell[][] {
  const rows: Cell[][] = []
  for (const token of tokens) {
    if (token.type === 'tr_open') rows.push([])
    else if (token.type === 'inline') rows.at(-1)?.push({ text: inlineText(token.children).trim(), inline: token })
  }
  return rows
}

type Attrs = [string, string | number][]

/**
 * Writes a field table as rows in the author's column order. The class of a cell is its role. Wide screens show columns; phones show a
 * definition list, where some cells need their header as a label.
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
    // A wide table scrolls in its own container, also by keyboard.
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
        if (column === columns.required && cell) {
          const word = requiredWord(cell.text)
          if (word === 'yes') return this.required(head[column]!)
          if (word === 'no') return this.optional(cell)
        }
        return cell?.inline ?? this.inline([])
      })
      this.row(attrs, 'cell', cells, labels)
    }
    this.tag(-1, 0)
    this.tag(-1, 0)
    return this.out
  }

  /** The label of a cell on phones. Name, type and description need none. */
  private labelOf({ text }: Cell, column: number): string {
    const { required, rest } = this.columns
    return column === required || rest.includes(column) ? text : ''
  }

  /** The name, untrimmed: leading fixed spaces are the nesting. */
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

  /** A field that is not required says so in a table; on phones it says nothing. */
  private optional({ text }: Cell): Token {
    return this.inline([ownHtml(this.state, `<span class="fno">${this.state.md.utils.escapeHtml(text.trim())}</span>`)])
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
      const isRequiredLabel = inline.children?.[0]?.content.startsWith('<span class="req">')
      if (labels[column] && !isRequiredLabel) cell.push(['data-label', labels[column]])
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
