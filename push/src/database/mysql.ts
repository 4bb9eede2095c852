import { UsageError } from '../lib/usage-error.ts'
import * as queries from './mysql.queries.ts'
import { type Column, type ForeignKey, groupBy, type Index, type Schema, type Table, type TableKind } from './schema.ts'

/** A row of information_schema: strings, numbers and nulls. */
type Row = Record<string, string | number | null>
const text = (value: Row[string] | undefined): string => (value === null || value === undefined ? '' : String(value))

const defaultMethods = new Set(['BTREE', ''])
const action = (rule: string) => (rule === 'NO ACTION' || rule === 'RESTRICT' || rule === '' ? undefined : rule)

/**
 * MariaDB returns defaults as SQL, including `NULL`. MySQL omits the quotes of strings and marks expressions in `extra`.
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
  const onUpdate = /on update [\w()]+/i.exec(extra)?.[0]
  const value = [defaultOf(row, isMaria), onUpdate].filter(Boolean).join(' ')
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

/** Groups the rows, which are one per indexed column, in order. */
function indexesOf(rows: Row[], expressionOf: (index: string, at: number) => string | undefined): Index[] {
  return [...groupBy(rows, ({ name }) => text(name))].map(([name, parts]) => {
    const [first] = parts as [Row]
    const column = (row: Row, at: number) =>
      `${row['column'] === null ? (expressionOf(name, at + 1) ?? '?') : text(row['column'])}${row['part'] ? `(${row['part']})` : ''}${row['direction'] === 'D' ? ' DESC' : ''}`
    const method = text(first['method'])
    return {
      name,
      columns: parts.map(column),
      unique: Number(first['many']) === 0,
      primary: name === 'PRIMARY',
      method: defaultMethods.has(method) ? undefined : method,
      comment: text(first['comment']),
    }
  })
}

/** The rules of foreign keys in the create statement of a table, by the names of the keys. */
function rulesIn(statement: string): Map<string, Pick<Row, 'deleted' | 'updated'>> {
  const lines = [...statement.matchAll(/^\s*CONSTRAINT `((?:[^`]|``)+)` FOREIGN KEY .*$/gm)]
  const rule = (line: string, event: string) => new RegExp(` ON ${event} (CASCADE|SET NULL|SET DEFAULT)`).exec(line)?.[1] ?? null
  return new Map(
    lines.map(([line, name = '']) => {
      const plain = line.replace(/`(?:[^`]|``)+`/g, '')
      return [name.replaceAll('``', '`'), { deleted: rule(plain, 'DELETE'), updated: rule(plain, 'UPDATE') }]
    }),
  )
}

function foreignKeysOf(rows: Row[]): ForeignKey[] {
  return [...groupBy(rows, ({ name }) => text(name))].map(([name, parts]) => {
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

const kinds: Record<string, TableKind> = { VIEW: 'view', 'SYSTEM VIEW': 'view' }
const keyOf = (schema: Row[string] | undefined, table: Row[string] | undefined) => `${schema}\n${table}`

/** Reads the structure of a MySQL or MariaDB database in one read-only transaction. The signal ends the connection. */
export async function readMysql(url: string, schemas: string[], noDatabase: string, signal: AbortSignal): Promise<Schema> {
  const { createConnection } = await import('mysql2/promise')
  const connection = await createConnection({ uri: url.replace(/^mariadb:/i, 'mysql:'), connectTimeout: 15_000, dateStrings: true })
  signal.addEventListener('abort', () => connection.destroy())
  try {
    await connection.query('start transaction with consistent snapshot, read only')
    const select = async (query: string, values?: unknown[]) => (await connection.query(query, values))[0] as Row[]
    const [server] = await select('select database() as current, version() as version')
    const current = text(server?.['current'])
    const wanted = schemas.length > 0 ? schemas : [current]
    if (wanted[0] === '') throw new UsageError(noDatabase)
    const isMaria = /mariadb/i.test(text(server?.['version']))
    const rowsOf = (query: string) => select(query, [wanted])
    const optional = (query: string) => rowsOf(query).catch((): Row[] => [])
    const byTable = async (rows: Promise<Row[]>) => groupBy(await rows, ({ schema, table }) => keyOf(schema, table))
    // The snapshot does not cover the structure: a table that is created meanwhile would have no columns.
    const known = await byTable(rowsOf(queries.tableNames))
    const columns = await byTable(rowsOf(queries.columns))
    const indexes = await byTable(rowsOf(queries.indexes))
    const expressions = await byTable(isMaria ? Promise.resolve([]) : optional(queries.indexExpressions))
    const keys = await byTable(rowsOf(queries.foreignKeys))
    for (const rows of keys.values()) if (rows.some(({ deleted }) => deleted === null)) await addRules(rows)
    const checks = await byTable(optional(isMaria ? queries.mariadbChecks : queries.mysqlChecks))
    const triggers = await byTable(rowsOf(queries.triggers))
    /** Everyone who may read a table may read its create statement. */
    async function addRules(rows: Row[]) {
      const [{ schema, table }] = rows as [Row]
      const created = await select('show create table ??.??', [schema, table]).catch((): Row[] => [])
      const rules = rulesIn(text(created[0]?.['Create Table']))
      for (const row of rows) Object.assign(row, rules.get(text(row['name'])))
    }
    const tableOf = ({ schema, name, kind, comment, definition }: Row): Table => {
      const key = keyOf(schema, name)
      const expressionOf = (index: string, at: number) =>
        text(expressions.get(key)?.find((row) => row['name'] === index && row['at'] === at)?.['expression']) || undefined
      return {
        schema: text(schema),
        name: text(name),
        kind: kinds[text(kind)] ?? 'table',
        // For a view the comment is "VIEW".
        comment: kind === 'VIEW' ? '' : text(comment),
        definition: text(definition) || undefined,
        columns: (columns.get(key) ?? []).map((row) => columnOf(row, isMaria)),
        indexes: indexesOf(indexes.get(key) ?? [], expressionOf),
        foreignKeys: foreignKeysOf(keys.get(key) ?? []),
        checks: (checks.get(key) ?? []).map(({ name, expression }) => ({ name: text(name), expression: text(expression) })),
        triggers: (triggers.get(key) ?? []).map((row) => ({ name: text(row['name']), definition: text(row['definition']) })),
      }
    }
    const found = await rowsOf(queries.tables)
    const tables = found.filter(({ schema, name, kind }) => kind !== 'SEQUENCE' && known.has(keyOf(schema, name))).map(tableOf)
    return { kind: 'mysql', name: current || wanted[0]!, mainSchema: current || wanted[0]!, tables, enums: [] }
  } finally {
    await connection.query('rollback').catch(() => {})
    await connection.end().catch(() => {})
  }
}
