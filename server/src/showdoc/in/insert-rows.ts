import { CompiledQuery } from 'kysely'
import type { Store } from '../../db/dialect.ts'
import type { Db, Schema } from '../../db/schema.ts'

type Value = string | number | null | Buffer
export type NewRow = Record<string, Value>

/** Characters in one statement for PostgreSQL. */
const INSERT_CHARACTERS_MAX = 2_000_000
const lengthOf = (row: NewRow) =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'number' ? 8 : (value?.length ?? 4)), 0)

const quoted = (name: string) => `"${name}"`

/** Puts rows of the same form into a table, ids with them. */
export async function insertRows(db: Db, kind: Store['kind'], table: keyof Schema, rows: NewRow[]) {
  const columns = Object.keys(rows[0] ?? {})
  const into = `insert into ${quoted(table)} (${columns.map(quoted).join(', ')})`
  if (kind === 'sqlite') {
    const text = `${into} values (${columns.map(() => '?').join(', ')})`
    for (const row of rows)
      await db.executeQuery(
        CompiledQuery.raw(
          text,
          columns.map((column) => row[column] ?? null),
        ),
      )
    return
  }
  const text = `${into} select ${columns.map(quoted).join(', ')} from json_populate_recordset(null::${quoted(table)}, $1::json)`
  for (let from = 0; from < rows.length; ) {
    const some: NewRow[] = []
    for (let size = 0; from < rows.length && size < INSERT_CHARACTERS_MAX; from++) {
      some.push(rows[from] as NewRow)
      size += lengthOf(rows[from] as NewRow)
    }
    const json = some.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, hexed(value)])))
    await db.executeQuery(CompiledQuery.raw(text, [JSON.stringify(json)]))
  }
}

/** Bytes as PostgreSQL writes them. */
const hexed = (value: Value) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value)
