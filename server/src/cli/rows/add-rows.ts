import { CompiledQuery, sql } from 'kysely'
import type { Store } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import type { Row } from './row-text.ts'
import type { Table } from './tables.ts'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const named = ({ name, columns }: Table) => `insert into ${quoted(name)} (${columns.map(quoted).join(', ')})`

/** Puts rows as they are into a table, ids with them. */
export async function addRows(db: Db, kind: Store['kind'], table: Table, rows: Row[]) {
  if (kind === 'sqlite') {
    const text = `${named(table)} values (${table.columns.map(() => '?').join(', ')})`
    for (const row of rows) await db.executeQuery(CompiledQuery.raw(text, row))
    return
  }
  // One parameter for any number of rows; bytes as PostgreSQL writes them.
  const json = rows.map((row) =>
    Object.fromEntries(row.map((value, n) => [table.columns[n], Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value])),
  )
  const columns = table.columns.map(quoted).join(', ')
  const text = `${named(table)} select ${columns} from json_populate_recordset(null::${quoted(table.name)}, $1::json)`
  await db.executeQuery(CompiledQuery.raw(text, [JSON.stringify(json)]))
}

/** What is made from the pages: the server takes them into the index when it starts. */
export async function leaveIndexToServer(db: Db) {
  await sql`delete from search_backlog`.execute(db)
  await sql`insert into search_backlog (page_id) select page_id from page where is_del = 0`.execute(db)
}
