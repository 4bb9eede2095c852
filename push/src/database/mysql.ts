import { grouped } from '../lib/group.ts'
import { UsageError } from '../lib/usage-error.ts'
import * as queries from './mysql.queries.ts'
import { columnOf, foreignKeysOf, indexesOf, type Row, text } from './mysql.rows.ts'
import type { Schema, Table, TableKind } from './schema.ts'

const kinds: Record<string, TableKind> = { VIEW: 'view', 'SYSTEM VIEW': 'view' }
const keyOf = (schema: Row[string] | undefined, table: Row[string] | undefined) => `${schema}\n${table}`

/** Reads the structure of a MySQL or MariaDB database in one transaction that cannot write. */
export async function readMysql(url: string, schemas: string[], noDatabase: string): Promise<Schema> {
  const { createConnection } = await import('mysql2/promise')
  const connection = await createConnection({ uri: url.replace(/^mariadb:/i, 'mysql:'), connectTimeout: 15_000, dateStrings: true })
  try {
    await connection.query('start transaction with consistent snapshot, read only')
    const ask = async (query: string, values?: unknown[]) => (await connection.query(query, values))[0] as Row[]
    const [about] = await ask('select database() as current, version() as version')
    const current = text(about?.['current'])
    const wanted = schemas.length > 0 ? schemas : [current]
    if (wanted[0] === '') throw new UsageError(noDatabase)
    const isMaria = /mariadb/i.test(text(about?.['version']))
    const rowsOf = (query: string) => ask(query, [wanted])
    const optional = (query: string) => rowsOf(query).catch((): Row[] => [])
    const byTable = async (rows: Promise<Row[]>) => grouped(await rows, ({ schema, table }) => keyOf(schema, table))
    const columns = await byTable(rowsOf(queries.columns))
    const indexes = await byTable(rowsOf(queries.indexes))
    const expressions = await byTable(isMaria ? Promise.resolve([]) : optional(queries.indexExpressions))
    const keys = await byTable(rowsOf(queries.foreignKeys))
    const checks = await byTable(optional(isMaria ? queries.mariadbChecks : queries.mysqlChecks))
    const tableOf = ({ schema, name, kind, comment, definition }: Row): Table => {
      const key = keyOf(schema, name)
      const expressionOf = (index: string, at: number) =>
        text(expressions.get(key)?.find((row) => row['name'] === index && row['at'] === at)?.['expression']) || undefined
      return {
        schema: text(schema),
        name: text(name),
        kind: kinds[text(kind)] ?? 'table',
        // For a view the server says VIEW here.
        comment: kind === 'VIEW' ? '' : text(comment),
        definition: text(definition) || undefined,
        columns: (columns.get(key) ?? []).map((row) => columnOf(row, isMaria)),
        indexes: indexesOf(indexes.get(key) ?? [], expressionOf),
        foreignKeys: foreignKeysOf(keys.get(key) ?? []),
        checks: (checks.get(key) ?? []).map(({ name, expression }) => ({ name: text(name), expression: text(expression) })),
      }
    }
    const tables = (await rowsOf(queries.tables)).filter(({ kind }) => kind !== 'SEQUENCE').map(tableOf)
    return { kind: 'mysql', name: current || wanted[0]!, mainSchema: current || wanted[0]!, tables, enums: [] }
  } finally {
    await connection.query('rollback').catch(() => {})
    await connection.end().catch(() => {})
  }
}
