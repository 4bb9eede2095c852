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
