import { sql } from 'kysely'
import { SESSION_TABLES } from '../../auth/session.ts'
import { takeSnapshot } from '../../cli/rows/snapshot.ts'
import { lineOf, rowsOf, tablesOf } from '../../cli/rows/tables.ts'
import type { Store } from '../../db/dialect.ts'

/** Every row of every table as sorted text, so that two databases can be compared. Webhooks remember when they were restored (R30). */
export async function everyRow(env: Record<string, string>): Promise<Record<string, string[]>> {
  const snapshot = await takeSnapshot(env['DATABASE_URL'] ?? `${env['DATA_DIR']}/sheaf.db`)
  const all: Record<string, string[]> = {}
  for (const table of snapshot.tables.filter(({ name }) => !/^(webhook|news)_cursor$/.test(name))) {
    const lines: string[] = []
    for await (const row of rowsOf(snapshot.db, snapshot.kind, table)) lines.push(`${table.columns} ${lineOf(row)}`)
    // A restore adds one notice for each person.
    all[table.name] = lines.filter((line) => !line.includes('"siteRestored"')).sort()
  }
  await snapshot.close()
  return all
}

/** The same rows as a restore leaves them: without sessions and trust in devices, and without news and mail that wait (R46). */
export function afterRestore(rows: Record<string, string[]>): Record<string, string[]> {
  const set = (table: string, column: string, value: (now: unknown) => unknown) =>
    (rows[table] ?? []).map((line) => {
      const [columns = '', ...values] = line.split(' ')
      const at = columns.split(',').indexOf(column)
      const row = JSON.parse(values.join(' ')) as unknown[]
      return `${columns} ${JSON.stringify(row.with(at, value(row[at])))}`
    })
  const ended = Object.fromEntries([...SESSION_TABLES, 'news_event'].map((table) => [table, []]))
  const waiting = (other: string) => (now: unknown) => (now === 'waiting' ? other : now)
  return {
    ...rows,
    ...ended,
    device: set('device', 'trusted_until', () => 0),
    notice: set('notice', 'is_planned', (now) => (now === 0 ? 1 : now)),
    tell: set('tell', 'state', waiting('dropped')),
    mail: set('mail', 'state', waiting('empty')),
  }
}

interface Column {
  table: string
  column: string
  type: string
}

/** Every column of every table; `type` is the name of the type in the database. */
export async function columnsOf({ db, kind }: Store) {
  const found =
    kind === 'sqlite'
      ? sql<Column>`select m.name as "table", c.name as "column", lower(c.type) as type from sqlite_master m, pragma_table_info(m.name) c
          where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\' order by m.name, c.cid`
      : sql<Column>`select c.table_name as "table", c.column_name as "column", c.data_type as type from information_schema.columns c
          join information_schema.tables t using (table_schema, table_name)
          where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`
  return (await found.execute(db)).rows
}

const sampleOf = ({ type, column }: Column) => {
  // A restore ends the claim of a server that delivers for a webhook (R30).
  if (column === 'claimed_until') return 0
  if (/int|real|double|numeric/.test(type)) return 7
  return /blob|bytea/.test(type) ? Buffer.from([0, 7, 255]) : 'seven 七'
}

/** Adds a row with these values; the other columns of the table have a sample of their type. */
export async function addSample(store: Store, columns: Column[], given: Record<string, unknown> = {}) {
  const [{ table = '' } = {}] = columns
  const row = Object.fromEntries(columns.map((one) => [one.column, given[one.column] ?? sampleOf(one)]))
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(store.db)
}

/** Adds a row to each table that has none; works on an older schema too. */
export async function fillEmptyTables(store: Store) {
  const columns = await columnsOf(store)
  for (const { name } of await tablesOf(store.db, store.kind)) {
    const { rows } = await sql`select 1 as one from ${sql.table(name)} limit 1`.execute(store.db)
    if (rows.length > 0) continue
    const own = columns.filter(({ table }) => table === name)
    await addSample(store, own)
  }
}
