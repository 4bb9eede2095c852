import { constants, existsSync, statSync } from 'node:fs'
import { chmod, copyFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Refusal } from '@sheaf/contract'
import SqliteDatabase from 'better-sqlite3'
import type { Connection, FieldPacket } from 'mysql2'

type Value = string | number | bigint | null | Buffer
const ROWS = 500

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Converts a MySQL value for the SQLite copy: text stays text, numbers stay numbers. */
function sqliteValue(value: unknown): Value {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return value.toString('utf8')
  if (typeof value === 'number' || typeof value === 'bigint') return value
  return String(value)
}

/**
 * Copies a MySQL database into a SQLite file, which all later steps read. One read-only transaction gives a consistent copy, and
 * integer columns stay integer columns.
 */
export async function copyMysql(url: string, to: string, show: (table: string, done: number) => void): Promise<void> {
  const { createConnection } = await import('mysql2')
  const connection = createConnection({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    dateStrings: true,
    charset: 'utf8mb4',
    connectTimeout: 10_000,
  })
  const query = <Row>(text: string) =>
    new Promise<Row[]>((done, fail) => connection.query(text, (error, rows) => (error ? fail(error) : done(rows as Row[]))))
  const target = new SqliteDatabase(to)
  try {
    target.pragma('journal_mode = OFF')
    target.pragma('synchronous = OFF')
    await query('set transaction isolation level repeatable read')
    await query('start transaction with consistent snapshot, read only')
    const tables = await query<Record<string, string>>("show full tables where table_type = 'BASE TABLE'")
    for (const name of tables.map((row) => Object.values(row)[0] as string))
      await copyTable(connection, query, target, name, (done) => show(name, done))
  } catch (error) {
    throw new Refusal('showdocMysql', { problem: (error as Error).message })
  } finally {
    target.close()
    connection.destroy()
  }
}

interface Column {
  Field: string
  Type: string
  Key: string
}

async function copyTable(
  connection: Connection,
  query: <Row>(text: string) => Promise<Row[]>,
  target: SqliteDatabase.Database,
  name: string,
  show: (done: number) => void,
) {
  const table = `\`${name.replaceAll('`', '``')}\``
  const columns = await query<Column>(`show columns from ${table}`)
  const keys = columns.filter((column) => column.Key === 'PRI')
  const only = keys.length === 1 && /int/i.test(keys[0]?.Type ?? '') ? keys[0]?.Field : undefined
  const lines = columns.map(
    ({ Field, Type }) => `${quoted(Field)} ${Field === only ? 'INTEGER PRIMARY KEY' : /int/i.test(Type) ? 'INTEGER' : 'TEXT'}`,
  )
  target.exec(`create table ${quoted(name)} (${lines.join(', ')})`)
  const insert = target.prepare(`insert into ${quoted(name)} values (${columns.map(() => '?').join(', ')})`)
  const write = target.transaction((rows: Value[][]) => {
    for (const row of rows) insert.run(row)
  })
  let [rows, done] = [[] as Value[][], 0]
  const names = columns.map((column) => `\`${column.Field.replaceAll('`', '``')}\``).join(', ')
  // Streams the rows: a table can be larger than memory.
  const stream = connection.query({ sql: `select ${names} from ${table}`, rowsAsArray: true }).stream({ highWaterMark: ROWS })
  for await (const row of stream as AsyncIterable<(Value | FieldPacket)[]>) {
    rows.push(row.map(sqliteValue))
    if (rows.length < ROWS) continue
    write(rows)
    done += rows.length
    rows = []
    show(done)
  }
  write(rows)
}

const TRIES = 3
/** Suffixes of the database and its logs: the log has recent changes, the journal rolls back an interrupted transaction. */
const suffixes = ['', '-wal', '-journal']

const stateOf = (file: string) =>
  suffixes
    .map((suffix) => (existsSync(file + suffix) ? statSync(file + suffix, { bigint: true }) : undefined))
    .map((stat) => stat && `${stat.size} ${stat.mtimeNs}`)
    .join()

/**
 * Copies a SQLite database with its logs and merges them in the copy. SQLite does not open the original, because it would write next to
 * it. A database that changes while it is copied is copied again.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const before = stateOf(from)
    for (const suffix of suffixes) {
      await rm(to + suffix, { force: true })
      if (!existsSync(from + suffix)) continue
      await copyFile(from + suffix, to + suffix, constants.COPYFILE_FICLONE)
      await chmod(to + suffix, 0o600)
    }
    const isWhole = before === stateOf(from) && recover(to)
    if (isWhole) return
    if (tries === TRIES) throw new Refusal(before === stateOf(from) ? 'showdocBroken' : 'showdocBusy')
  }
}

/** A page without references is harmless; ShowDoc's own upgrades leave some. */
const HARMLESS = /^(?:ok|\*\*\* in database main \*\*\*|Page \d+: never used)$/

function recover(file: string): boolean {
  let database: SqliteDatabase.Database | undefined
  try {
    database = new SqliteDatabase(file)
    database.pragma('trusted_schema = OFF')
    // The name of its first table stops web servers from serving the file; SQLite reads it without problems.
    database.pragma('journal_mode = DELETE')
    const lines = (database.pragma('quick_check(20)') as { quick_check: string }[]).flatMap((row) => row.quick_check.split('\n'))
    return lines.every((line) => HARMLESS.test(line))
  } catch {
    return false
  } finally {
    database?.close()
  }
}

/** The locations of the parts of an installation. */
export interface Source {
  folder: string
  /** The SQLite file, or the address of a MySQL database. */
  database: { sqlite: string } | { mysql: string }
  /** Public/Uploads; undefined when the folder has none. */
  uploads: string | undefined
  /** For display, without a password. */
  place: string
}

/** Where to search below the given folder: the folder itself, the data folder of ShowDoc's container, or one level deeper. */
const below = ['', 'html', 'showdoc_data/html', 'showdoc']

const first = (folder: string, names: string[]) =>
  below.flatMap((part) => names.map((name) => join(folder, part, name))).find((path) => existsSync(path))

function shown(mysql: string) {
  const url = new URL(mysql)
  return `${url.protocol}//${url.host}${url.pathname}`
}

/** Finds the database and the uploads without opening them. Refusals: showdocNotFound, showdocMysql. */
export function findSource(given: string, mysql?: string): Source {
  const folder = resolve(given)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Refusal('showdocNotFound', { folder })
  const uploads = first(folder, ['Public/Uploads', 'public/Uploads', 'Uploads'])
  if (mysql !== undefined) {
    if (!URL.canParse(mysql) || !/^mysql:|^mariadb:/.test(mysql))
      throw new Refusal('showdocMysql', { problem: 'mysql://user:password@host/name' })
    return { folder, database: { mysql }, uploads, place: `${shown(mysql)} ${folder}` }
  }
  const sqlite = first(folder, ['Sqlite/showdoc.db.php', 'Sqlite/showdoc.db', 'showdoc.db.php', 'showdoc.db'])
  if (!sqlite) throw new Refusal('showdocNotFound', { folder })
  return { folder, database: { sqlite }, uploads, place: folder }
}
