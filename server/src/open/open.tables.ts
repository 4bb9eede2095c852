import { type Language, Refusal } from '@sheaf/contract'
import { type InLanguages, inLanguage } from '@sheaf/contract/languages'
import { mustWriteByKeys } from '../access/keys.ts'
import type { AllHandlers } from '../context.ts'
import { namesIn, titleOf } from './open.page.ts'
import { inPlainText, pushAll } from './open.text.ts'

const words = {
  en: {
    column: ['Column', 'Type', 'Nullable', 'Default', 'Comment'],
    index: ['Index', 'Columns', 'Unique', 'Type', 'Comment'],
    indexes: 'Indexes',
    engine: 'Engine: ',
    collation: 'Collation: ',
    yes: 'yes',
    no: 'no',
  },
  zh: {
    column: ['字段', '类型', '空', '默认', '注释'],
    index: ['索引', '字段', '唯一', '类型', '注释'],
    indexes: '索引',
    engine: '存储引擎：',
    collation: '排序规则：',
    yes: '是',
    no: '否',
  },
} satisfies InLanguages<unknown>

/** Escapes a text so that a Markdown table cell displays it unchanged. An underscore inside a name needs no escape. */
const cell = (text: string) =>
  text
    .replace(/[\\`*|<[~$]|&(?=#?\w+;)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&')
    .replace(/\r\n?|\n/g, '<br>')
    .replaceAll('\t', ' ')
const row = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`
const table = (heads: string[], rows: string[][]) => [row(heads), `|${' --- |'.repeat(heads.length)}`, ...rows.map(row)].join('\n')

/** The Markdown page of a table: comment, columns and indexes. */
export function markdownOf({ comment, engine, collation, columns, indexes }: Table, language: Language): string {
  const t = inLanguage(words, language)
  const yes = (is: boolean) => (is ? t.yes : t.no)
  const nullable = (text: string) => (/^(?:yes|no)$/i.test(text) ? yes(/^yes$/i.test(text)) : text)
  const column = (one: Column) => [one.name, one.type, nullable(one.nullable), one.default, one.comment]
  const index = (one: Index) => [one.name, one.columns.join(', '), yes(one.unique), one.type, one.comment]
  const bullets = [comment && cell(comment), engine && `${t.engine}${cell(engine)}`, collation && `${t.collation}${cell(collation)}`]
  const parts = [
    bullets
      .filter(Boolean)
      .map((line) => `- ${line}`)
      .join('\n'),
    columns.length ? table(t.column, columns.map(column)) : '',
    indexes.length ? `## ${t.indexes}\n\n${table(t.index, indexes.map(index))}` : '',
  ]
  return `${parts.filter(Boolean).join('\n\n') || '-'}\n`
}

interface Column {
  name: string
  default: string
  nullable: string
  type: string
  comment: string
}

interface Index {
  name: string
  unique: boolean
  columns: string[]
  type: string
  comment: string
}

interface Table {
  name: string
  comment: string
  engine: string
  collation: string
  columns: Column[]
  indexes: Index[]
}

/** The escapes that a database client writes for a line break, a tab or a backslash inside a value. */
const escaped: Record<string, string> = { n: '\n', t: '\t', '\\': '\\', 0: '' }
const plain = (cell: string) => cell.replace(/\\([nt0\\])/g, (_, sign: string) => escaped[sign] ?? '')

/** Parses tab-separated lines and skips the header line. */
const rowsOf = (text: string): string[][] =>
  text
    .replaceAll('_this_and_change_', '&')
    .split(/\r\n?|\n/)
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t').map((cell) => plain(cell).trim()))

/** Databases write NULL for an empty comment. */
const unlessNull = (text = '') => (/^null$/i.test(text) ? '' : text)

/** The tables of a database, in input order. A table missing from `info` still gets its columns. */
export function tablesIn(info: string, detail: string, index: string): Table[] {
  const tables = new Map<string, Table>()
  const tableOf = (name: string) => {
    const table = tables.get(name) ?? { name, comment: '', engine: '', collation: '', columns: [], indexes: [] }
    tables.set(name, table)
    return table
  }
  for (const [name, comment, engine, collation] of rowsOf(info))
    if (name) Object.assign(tableOf(name), { comment: unlessNull(comment), engine: unlessNull(engine), collation: unlessNull(collation) })
  for (const [table, name = '', value = '', nullable = '', type = '', comment] of rowsOf(detail)) {
    // NULL as the default of a NOT NULL column means that it has no default.
    const isNone = /^null$/i.test(value) && /^no$/i.test(nullable)
    if (table) tableOf(table).columns.push({ name, default: isNone ? '' : value, nullable, type, comment: unlessNull(comment) })
  }
  for (const [table, name = '', nonUnique, column = '', , type, comment] of inOrder(rowsOf(index))) {
    if (!table || !tables.has(table)) continue
    const { indexes } = tableOf(table)
    const known = indexes.find((one) => one.name === name)
    if (known) known.columns.push(column)
    else indexes.push({ name, unique: nonUnique === '0', columns: [column], type: unlessNull(type), comment: unlessNull(comment) })
  }
  for (const { indexes } of tables.values()) indexes.sort((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)))
  return [...tables.values()]
}

const isPrimary = ({ name }: Index) => name.toUpperCase() === 'PRIMARY'

/** Sorts the columns of an index by their position. */
const inOrder = (rows: string[][]) => rows.toSorted((a, b) => (Number(a[4]) || 0) - (Number(b[4]) || 0))

/** Writes a page for each table of a database. */
export const updateDbItem: AllHandlers['open']['updateDbItem'] = (input, ctx) =>
  inPlainText(ctx, async ({ answer, headings }) => {
    const granted = await mustWriteByKeys(input, ctx)
    const tables = tablesIn(input.table_info, input.table_detail, input.table_index)
    if (tables.length === 0) throw new Refusal('tablesNone')
    const place = namesIn(input)
    const { s_number } = input
    const sources = tables.map((table) => ({
      title: table.name,
      page: () => ({ place, page_title: titleOf(table.name), page_content: markdownOf(table, headings), s_number }),
    }))
    return pushAll(granted, sources, answer, ctx)
  })
