import { sql } from 'kysely'
import type { Store } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'

/** The last id that each table has given: those of deleted rows are never given again. */
export type Counters = Record<string, number>

interface Sequence {
  table: string
  column: string
}

const sequences = (db: Db) =>
  sql<Sequence>`select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(db)

const sequenceOf = ({ table, column }: Sequence) => sql`pg_get_serial_sequence(${`"${table}"`}, ${column})`

export async function countersOf(db: Db, kind: Store['kind']): Promise<Counters> {
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
