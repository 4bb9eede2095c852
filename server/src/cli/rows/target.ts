import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import type { Store } from '../../db/dialect.ts'
import { steps, takeSteps } from '../../db/migrate.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { Stop } from '../command.ts'
import { type Counters, setCounters } from './snapshot.ts'
import {
  addRows,
  Digest,
  isSame,
  leaveIndexToServer,
  lineOf,
  mustKnow,
  type Row,
  rowsOf,
  type Table,
  type TableDigest,
  tablesOf,
} from './tables.ts'

/** Opens a new SQLite file without a journal or syncs, because an unfinished file is deleted. */
export function openNew(file: string): Store {
  const database = new SqliteDatabase(file)
  for (const setting of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = ON', 'trusted_schema = OFF', 'cache_size = -64000'])
    database.pragma(setting)
  const made = new Map<string, SqliteDatabase.Statement>()
  const prepare = (text: string) => {
    const statement = made.get(text) ?? database.prepare(text)
    if (made.size < 500) made.set(text, statement)
    return statement
  }
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: { close: () => database.close(), prepare } }) })
  return {
    kind: 'sqlite',
    file,
    db,
    write: (work) => db.transaction().execute(work),
    hot: <Found>(text: string, values: unknown[]) => prepare(text).all(...values) as Found[],
    copyTo: () => {},
    close: async () => void database.close(),
  }
}

/** The content of the new database, in the schema of its source. */
export interface SourceData {
  migrations: string[]
  counters: Counters
  /** Yields batches of rows, table by table; the digest of a table is set after its last batch. */
  batches: () => AsyncIterable<{ table: Table; rows: Row[] }>
  expected: Record<string, TableDigest>
}

/** The digest of each table in the source and in the new database. */
export type Report = { table: string; given: TableDigest; found: TableDigest }[]

/**
 * Fills a database and compares it with its source in one transaction: it then has every row unchanged, or nothing.
 * Migrations bring an older schema up to date afterwards.
 */
export async function fill(
  store: Store,
  given: SourceData,
  prepare: (db: Db) => Promise<unknown> = async () => {},
  finish: (db: Db) => Promise<unknown> = async () => {},
): Promise<Report> {
  mustKnow(given.migrations)
  return store.db.transaction().execute(async (trx) => {
    await prepare(trx)
    await takeSteps(
      trx,
      store.kind,
      steps.filter(({ name }) => given.migrations.includes(name)),
    )
    const tables = await tablesOf(trx, store.kind)
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(trx)
    for await (const { table, rows } of given.batches()) {
      const own = tables.find(({ name }) => name === table.name)
      if (own?.columns.join() !== table.columns.join())
        throw new Stop(`The table ${table.name} has another form than expected.`, `表 ${table.name} 的结构与预期不符。`)
      await addRows(trx, store.kind, table, rows)
    }
    await setCounters(trx, store.kind, given.counters)
    const report = await compare(trx, store.kind, tables, given.expected)
    await leaveIndexToServer(trx)
    await takeSteps(trx, store.kind, steps)
    await finish(trx)
    return report
  })
}

async function compare(db: Db, kind: Store['kind'], tables: Table[], expected: Record<string, TableDigest>): Promise<Report> {
  const report: Report = []
  for (const table of tables) {
    const digest = new Digest()
    for await (const row of rowsOf(db, kind, table)) digest.add(lineOf(row))
    report.push({ table: table.name, given: expected[table.name] ?? new Digest().total, found: digest.total })
  }
  const wrong = report.find(({ given, found }) => !isSame(given, found))
  if (wrong)
    throw new Stop(
      `The table ${wrong.table} is not the same on both sides (${wrong.given.rows} and ${wrong.found.rows} rows). Nothing was kept.`,
      `表 ${wrong.table} 两侧不一致（${wrong.given.rows} 行与 ${wrong.found.rows} 行），未保留任何内容。`,
    )
  return report
}
