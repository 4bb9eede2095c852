import { constants, existsSync, statSync } from 'node:fs'
import { chmod, copyFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Refusal } from '@sheaf/contract'
import SqliteDatabase from 'better-sqlite3'
import type { Connection, FieldPacket } from 'mysql2'

type Value = string | number | bigint | null | Buffer
const ROWS = 500

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** What a file of SQLite holds of it: texts as text, and numbers as far as they are ones. */
function kept(value: unknown): Value {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return value.toString('utf8')
  if (typeof value === 'number' || typeof value === 'bigint') return value
  return String(value)
}

/**
 * Copies a database of MySQL into a file of SQLite, which is what everything after it reads: one state of it, in one transaction that
 * may only read. A column with whole numbers stays one.
 */
export async function copyMysql(url: string, to: string, show: (table: string, done: number) => void): Promise<void> {
  const { createConnection } = await import('mysql2')
  const connection = createConnection({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    dateStrings: true,
    charset: 'utf8mb4',
    connectTimeout: 10_000,
  })
  const ask = <Row>(text: string) =>
    new Promise<Row[]>((done, fail) => connection.query(text, (error, rows) => (error ? fail(error) : done(rows as Row[]))))
  const target = new SqliteDatabase(to)
  try {
    target.pragma('journal_mode = OFF')
    target.pragma('synchronous = OFF')
    await ask('set transaction isolation level repeatable read')
    await ask('start transaction with consistent snapshot, read only')
    const tables = await ask<Record<string, string>>("show full tables where table_type = 'BASE TABLE'")
    for (const name of tables.map((row) => Object.values(row)[0] as string))
      await copyTable(connection, ask, target, name, (done) => show(name, done))
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
  ask: <Row>(text: string) => Promise<Row[]>,
  target: SqliteDatabase.Database,
  name: string,
  show: (done: number) => void,
) {
  const table = `\`${name.replaceAll('`', '``')}\``
  const columns = await ask<Column>(`show columns from ${table}`)
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
  // Rows as they arrive: a table may be larger than memory.
  const stream = connection.query({ sql: `select ${names} from ${table}`, rowsAsArray: true }).stream({ highWaterMark: ROWS })
  for await (const row of stream as AsyncIterable<(Value | FieldPacket)[]>) {
    rows.push(row.map(kept))
    if (rows.length < ROWS) continue
    write(rows)
    done += rows.length
    rows = []
    show(done)
  }
  write(rows)
}

const TRIES = 3
/** Beside the file: the log that is not in it yet, or what takes a cut-off transaction back. */
const sides = ['', '-wal', '-journal']

const stateOf = (file: string) =>
  sides
    .map((side) => (existsSync(file + side) ? statSync(file + side, { bigint: true }) : undefined))
    .map((stat) => stat && `${stat.size} ${stat.mtimeNs}`)
    .join()

/**
 * Copies a database with its logs. The original is not opened by SQLite, which would write beside it; what the copy still has in its
 * logs is taken into it. One that changes while it is copied is copied again.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const before = stateOf(from)
    for (const side of sides) {
      await rm(to + side, { force: true })
      if (!existsSync(from + side)) continue
      await copyFile(from + side, to + side, constants.COPYFILE_FICLONE)
      await chmod(to + side, 0o600)
    }
    const isWhole = before === stateOf(from) && settle(to)
    if (isWhole) return
    if (tries === TRIES) throw new Refusal(before === stateOf(from) ? 'showdocBroken' : 'showdocBusy')
  }
}

/** A page that nothing points to holds nothing; ShowDoc's own upgrades leave some. */
const HARMLESS = /^(?:ok|\*\*\* in database main \*\*\*|Page \d+: never used)$/

function settle(file: string): boolean {
  let database: SqliteDatabase.Database | undefined
  try {
    database = new SqliteDatabase(file)
    database.pragma('trusted_schema = OFF')
    // Its first table has a name that keeps web servers from handing the file out, and that SQLite reads without trouble.
    database.pragma('journal_mode = DELETE')
    const said = (database.pragma('quick_check(20)') as { quick_check: string }[]).flatMap((row) => row.quick_check.split('\n'))
    return said.every((line) => HARMLESS.test(line))
  } catch {
    return false
  } finally {
    database?.close()
  }
}

/** Where the parts of an installation lie. */
export interface Source {
  folder: string
  /** The SQLite file, or the address of a MySQL database. */
  database: { sqlite: string } | { mysql: string }
  /** Public/Uploads; absent where it is not in the folder. */
  uploads: string | undefined
  /** May be shown: without a password. */
  place: string
}

/** Below a folder given: itself, what the container of ShowDoc has as its data, or one level deeper. */
const below = ['', 'html', 'showdoc_data/html', 'showdoc']

const first = (folder: string, names: string[]) =>
  below.flatMap((part) => names.map((name) => join(folder, part, name))).find((path) => existsSync(path))

function shown(mysql: string) {
  const url = new URL(mysql)
  return `${url.protocol}//${url.host}${url.pathname}`
}

/** Finds the database and the uploads; nothing is opened. Refusals: showdocNotFound. */
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
