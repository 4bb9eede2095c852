import type { Language } from '@sheaf/contract'
import type { Column, Index, Table } from './open.tables.read.ts'

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
} satisfies Record<Language, unknown>

/** Reads exactly as it is; what would end the cell or mean something in Markdown is escaped, an underscore inside of a name is not. */
const cell = (text: string) =>
  text
    .replace(/[\\`*|<[~$]|&(?=#?\w+;)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&')
    .replace(/\r\n?|\n/g, '<br>')
    .replaceAll('\t', ' ')
const row = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`
const table = (heads: string[], rows: string[][]) => [row(heads), `|${' --- |'.repeat(heads.length)}`, ...rows.map(row)].join('\n')

/** A page of a table: what it is for, its columns, its indexes. */
export function markdownOf({ comment, engine, collation, columns, indexes }: Table, language: Language): string {
  const t = words[language]
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
