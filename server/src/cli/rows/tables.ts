import { hash } from 'node:crypto'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Store } from '../../db/dialect.ts'
import { steps } from '../../db/migrate.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { Stop } from '../command.ts'

export interface Table {
  name: string
  /** Sorted by name: the order in the database depends on its history. */
  columns: string[]
}

/** Tables that migrations fill, or that the server rebuilds or counts again; a backup leaves them out. */
const isDerived = (name: string) => /^(page_words|page_fts)/.test(name) || ['migration', 'search_backlog', 'rate'].includes(name)

const columnsOn = {
  sqlite: sql<{
    table: string
    column: string
  }>`select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\'`,
  postgres: sql<{ table: string; column: string }>`select c.table_name as "table", c.column_name as "column"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'`,
}

/** Every table that a backup contains. */
export async function tablesOf(db: Db, kind: Store['kind']): Promise<Table[]> {
  const { rows } = await columnsOn[kind].execute(db)
  const names = [...new Set(rows.map((row) => row.table))].filter((name) => !isDerived(name)).sort()
  return names.map((name) => ({
    name,
    columns: rows
      .filter((row) => row.table === name)
      .map((row) => row.column)
      .sort(),
  }))
}

export const isEmpty = async (db: Kysely<Schema>, kind: Store['kind']) => (await columnsOn[kind].execute(db)).rows.length === 0

/** The migrations of this database; empty if it is not a Sheaf database. */
export async function migrationsOf(db: Db, kind: Store['kind']): Promise<string[]> {
  if (!(await columnsOn[kind].execute(db)).rows.some((row) => row.table === 'migration')) return []
  return (await sql<{ name: string }>`select name from migration order by name`.execute(db)).rows.map((row) => row.name)
}

/** Throws unless the schema is the newest one; a command must not change any other. */
export async function mustBeNewest({ db, kind }: Pick<Store, 'db' | 'kind'>) {
  const done = await migrationsOf(db, kind)
  mustKnow(done)
  if (done.length < steps.length)
    throw new Stop(
      'The database is of an older version. Start the server once; it brings it up to date.',
      '数据库版本较旧，请先启动一次服务端以完成升级。',
    )
}

/** Throws unless this version knows all of these migrations and there is at least one. */
export function mustKnow(migrations: string[]) {
  const unknown = migrations.find((name) => !steps.some((step) => step.name === name))
  if (unknown)
    throw new Stop(
      `The database is of a newer version of Sheaf (${unknown}). Update this installation first.`,
      `该数据库来自更新版本的 Sheaf（${unknown}），请先升级本机的程序。`,
    )
  if (migrations.length === 0) throw new Stop('There is no database of Sheaf in it.', '其中没有 Sheaf 的数据库。')
}

type Value = string | number | null | Buffer
export type Row = Value[]

/** A row as one line that is the same for both databases: bytes as base64, other values as JSON. */
export const lineOf = (row: Row) =>
  JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? { bytes: value.toString('base64') } : value)))

export const rowOf = (line: string): Row =>
  (JSON.parse(line) as (string | number | null | { bytes: string })[]).map((value) =>
    value !== null && typeof value === 'object' ? Buffer.from(value.bytes, 'base64') : value,
  )

/** Rows held in memory at a time; a page can have a megabyte. */
const FETCH_ROWS = 50

type Found = Record<string, Row[number]>

const select = ({ name, columns }: Table) => sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}`

/** All rows of a table, read within the given transaction. */
export async function* rowsOf(db: Db, kind: Store['kind'], table: Table): AsyncGenerator<Row> {
  for await (const row of kind === 'sqlite' ? bySteps(db, table) : byCursor(db, table))
    yield table.columns.map((column) => row[column] ?? null)
}

/** Pages by rowid, which every table of this schema has. */
async function* bySteps(db: Db, table: Table): AsyncGenerator<Found> {
  for (let last = -1; ; ) {
    const { rows } = await sql<
      Found & { row_number: number }
    >`${sql`select rowid as row_number, ${sql.join(table.columns.map((column) => sql.ref(column)))} from ${sql.table(table.name)}`} where rowid > ${last} order by rowid limit ${FETCH_ROWS}`.execute(
      db,
    )
    yield* rows
    if (rows.length < FETCH_ROWS) return
    last = (rows.at(-1) as { row_number: number }).row_number
  }
}

async function* byCursor(db: Db, table: Table): AsyncGenerator<Found> {
  await sql`declare table_rows no scroll cursor for ${select(table)}`.execute(db)
  try {
    for (let size = FETCH_ROWS; size === FETCH_ROWS; ) {
      const { rows } = await sql<Found>`fetch ${sql.lit(FETCH_ROWS)} from table_rows`.execute(db)
      yield* rows
      size = rows.length
    }
  } finally {
    await sql`close table_rows`.execute(db).catch(() => {})
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const named = ({ name, columns }: Table) => `insert into ${quoted(name)} (${columns.map(quoted).join(', ')})`

/** Inserts rows unchanged, with their ids. */
export async function addRows(db: Db, kind: Store['kind'], table: Table, rows: Row[]) {
  if (kind === 'sqlite') {
    const text = `${named(table)} values (${table.columns.map(() => '?').join(', ')})`
    for (const row of rows) await db.executeQuery(CompiledQuery.raw(text, row))
    return
  }
  // One parameter holds any number of rows; bytes use the hex format of PostgreSQL.
  const json = rows.map((row) =>
    Object.fromEntries(row.map((value, n) => [table.columns[n], Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value])),
  )
  const columns = table.columns.map(quoted).join(', ')
  const text = `${named(table)} select ${columns} from json_populate_recordset(null::${quoted(table.name)}, $1::json)`
  await db.executeQuery(CompiledQuery.raw(text, [JSON.stringify(json)]))
}

/** Queues every page for the search index, which the server builds after it starts. */
export async function leaveIndexToServer(db: Db) {
  await sql`delete from search_backlog`.execute(db)
  await sql`insert into search_backlog (page_id) select page_id from page where is_del = 0`.execute(db)
}

/** The number of rows and the sum of their hashes, which does not depend on the order of the rows. */
export class Digest {
  rows = 0
  private readonly sum = new Uint32Array(8)

  add(line: string) {
    const one = hash('sha256', line, 'buffer')
    let carry = 0
    for (let n = 0; n < 8; n++) {
      const word = (this.sum[n] as number) + one.readUInt32LE(n * 4) + carry
      this.sum[n] = word
      carry = word > 0xffffffff ? 1 : 0
    }
    this.rows++
  }

  get hash() {
    return Buffer.from(this.sum.buffer).toString('hex')
  }

  get total(): TableDigest {
    return { rows: this.rows, hash: this.hash }
  }
}

export interface TableDigest {
  rows: number
  hash: string
}

export const isSame = (a: TableDigest | undefined, b: TableDigest | undefined) => a?.rows === b?.rows && a?.hash === b?.hash
