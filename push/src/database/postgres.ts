import { grouped } from '../lib/group.ts'
import * as queries from './postgres.queries.ts'
import {
  type CheckRow,
  type ColumnRow,
  checkOf,
  columnOf,
  type IndexRow,
  indexOf,
  type KeyRow,
  keyOf,
  kinds,
  type TableRow,
} from './postgres.rows.ts'
import type { EnumType, Schema } from './schema.ts'

/** Reads the structure of a PostgreSQL database in one transaction that cannot write. */
export async function readPostgres(url: string, schemas: string[]): Promise<Schema> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000, application_name: 'sheaf-push' })
  // A connection that breaks between two questions ends the next one; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  const wanted = [schemas.length > 0 ? schemas : null]
  const ask = async <Row>(text: string) => (await client.query(text, wanted)).rows as Row[]
  const of = async <Row extends { id: string }>(text: string) => grouped(await ask<Row>(text), ({ id }) => id)
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    // Names of other schemas are written out, whatever search path this user has.
    await client.query('set local search_path = public')
    const columns = await of<ColumnRow>(queries.columns)
    const indexes = await of<IndexRow>(queries.indexes)
    const keys = await of<KeyRow>(queries.foreignKeys)
    const checks = await of<CheckRow>(queries.checks)
    const tables = (await ask<TableRow>(queries.tables)).map(({ id, kind, definition, partitioned, ...table }) => ({
      ...table,
      kind: kinds[kind]!,
      definition: definition ?? undefined,
      partitionedBy: partitioned ?? undefined,
      columns: (columns.get(id) ?? []).map(columnOf),
      indexes: (indexes.get(id) ?? []).map(indexOf),
      foreignKeys: (keys.get(id) ?? []).map(keyOf),
      checks: (checks.get(id) ?? []).map(checkOf),
    }))
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    return { kind: 'postgres', name: rows[0]!.name, mainSchema: 'public', tables, enums: await ask<EnumType>(queries.enums) }
  } finally {
    await client.query('rollback').catch(() => {})
    await client.end()
  }
}
