import { grouped } from '../lib/group.ts'
import type { Column, ForeignKey, Index } from './schema.ts'

/** A row of information_schema: texts, numbers and nulls. */
export type Row = Record<string, string | number | null>
export const text = (value: Row[string] | undefined): string => (value === null || value === undefined ? '' : String(value))

const usual = new Set(['BTREE', ''])
const action = (rule: string) => (rule === 'NO ACTION' || rule === 'RESTRICT' || rule === '' ? undefined : rule)

/**
 * MariaDB writes defaults as SQL, `NULL` included; MySQL leaves the quotes of texts off and says by `extra` when it is an expression.
 */
function defaultOf(row: Row, isMaria: boolean): string | undefined {
  const { value, extra, type } = row
  if (value === null || value === undefined || (isMaria && value === 'NULL')) return undefined
  const isText = /char|text|enum|set\(|blob|binary|date|time|year|json/i.test(text(type))
  const isExpression = /DEFAULT_GENERATED/i.test(text(extra)) || /^current_timestamp/i.test(text(value))
  return isMaria || !isText || isExpression ? text(value) : `'${text(value).replaceAll("'", "''")}'`
}

export function columnOf(row: Row, isMaria: boolean): Column {
  const extra = text(row['extra'])
  const renewed = /on update [\w()]+/i.exec(extra)?.[0]
  const value = [defaultOf(row, isMaria), renewed].filter(Boolean).join(' ')
  const computed = text(row['computed'])
  return {
    name: text(row['name']),
    type: text(row['type']),
    nullable: row['nullable'] === 'YES',
    counted: /auto_increment/i.test(extra),
    comment: text(row['comment']),
    ...(computed ? { computed } : { default: value || undefined }),
  }
}

/** Rows come one per column of the index, in order. */
export function indexesOf(rows: Row[], expressionOf: (index: string, at: number) => string | undefined): Index[] {
  return [...grouped(rows, ({ name }) => text(name))].map(([name, parts]) => {
    const [first] = parts as [Row]
    const column = (row: Row, at: number) =>
      `${row['column'] === null ? (expressionOf(name, at + 1) ?? '?') : text(row['column'])}${row['part'] ? `(${row['part']})` : ''}${row['direction'] === 'D' ? ' DESC' : ''}`
    const method = text(first['method'])
    return {
      name,
      columns: parts.map(column),
      unique: Number(first['many']) === 0,
      primary: name === 'PRIMARY',
      method: usual.has(method) ? undefined : method,
      comment: text(first['comment']),
    }
  })
}

export function foreignKeysOf(rows: Row[]): ForeignKey[] {
  return [...grouped(rows, ({ name }) => text(name))].map(([name, parts]) => {
    const [first] = parts as [Row]
    return {
      name,
      columns: parts.map(({ column }) => text(column)),
      schema: text(first['to_schema']),
      table: text(first['to_table']),
      references: parts.map(({ to_column }) => text(to_column)),
      onDelete: action(text(first['deleted'])),
      onUpdate: action(text(first['updated'])),
    }
  })
}
