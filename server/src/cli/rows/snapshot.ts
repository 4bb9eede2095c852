import { type ControlledTransaction, sql } from 'kysely'
import { openReader, type Store } from '../../db/dialect.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { migrationsOf, type Table, tablesOf } from './tables.ts'

/** The last id that each table has assigned: ids of deleted rows are never assigned again. */
export type Counters = Record<string, number>

interface Sequence {
  table: string
  column: string
}

const sequences = (db: Db) =>
  sql<Sequence>`select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(db)

const sequenceOf = ({ table, column }: Sequence) => sql`pg_get_serial_sequence(${`"${table}"`}, ${column})`

async function countersOf(db: Db, kind: Store['kind']): Promise<Counters> {
  if (kind === 'sqlite') {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(db)
    return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]))
  }
  const found: Counters = {}
  for (const one of (await sequences(db)).rows) {
    const { rows } = await sql<{ last: number | null }>`select pg_sequence_last_value(${sequenceOf(one)}::regclass) as last`.execute(db)
    if (rows[0]?.last) found[one.table] = rows[0].last
  }
  return found
}

export async function setCounters(db: Db, kind: Store['kind'], counters: Counters) {
  if (kind === 'sqlite') {
    await sql`delete from sqlite_sequence`.execute(db)
    for (const [name, seq] of Object.entries(counters))
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${seq})`.execute(db)
    return
  }
  for (const one of (await sequences(db)).rows) {
    const last = counters[one.table]
    if (last) await sql`select setval(${sequenceOf(one)}::regclass, ${last})`.execute(db)
  }
}

/** A consistent read of the whole database while other clients write. */
export interface Snapshot {
  kind: Store['kind']
  db: ControlledTransaction<Schema>
  migrations: string[]
  tables: Table[]
  counters: Counters
  close: () => Promise<void>
}

/** Opens a read-only snapshot: SQLite is opened read-only, PostgreSQL uses a read-only transaction. */
export async function takeSnapshot(url: string): Promise<Snapshot> {
  const store = openReader(url)
  try {
    const start = store.db.startTransaction()
    const db = await (store.kind === 'postgres' ? start.setIsolationLevel('repeatable read').setAccessMode('read only') : start).execute()
    // The snapshot begins with the first query, not with the transaction.
    const migrations = await migrationsOf(db, store.kind)
    return {
      kind: store.kind,
      db,
      migrations,
      tables: await tablesOf(db, store.kind),
      counters: migrations.length > 0 ? await countersOf(db, store.kind) : {},
      async close() {
        await db.rollback().execute()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
