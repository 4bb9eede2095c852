import { createRequire } from 'node:module'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { type AdvisoryLocks, openAdvisoryLocks } from './advisory-locks.ts'
import { readCache } from './read-cache.ts'
import type { Db, Schema } from './schema.ts'
import { sharedCommits } from './shared-commit.ts'

/** What PostgreSQL and the way to it say when there is nobody, too many, or somebody else was first: another try may help. */
const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // Shut down, crashed, starting; too many connections; the server's settings refuse one for now.
  ...['57P01', '57P02', '57P03', '53300', '53400'],
  // Two that waited for each other, or could not both be first.
  ...['40001', '40P01'],
  'SQLITE_BUSY',
])
/** pg has no codes for these. */
const words = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether the database was away or too busy, and the request is not to blame (R20). */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  return code ? codes.has(code) || code.startsWith('08') : words.test(error.message)
}

/** Where everything is kept, and the few things the two databases do differently. */
export interface Store {
  kind: 'sqlite' | 'postgres'
  db: Kysely<Schema>
  /**
   * A read that thousands ask for: `?` for parameters, prepared once. On SQLite it has a connection of its own, so it sees
   * what is committed and never waits for a writer, and answers are kept until the next write: the rows are not to be changed.
   */
  hot: <Row>(text: string, values: unknown[]) => Row[] | Promise<Row[]>
  /** A transaction; on SQLite those that come at the same time share one commit. Durable when it resolves. */
  write: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Where several processes may be at work on one database (PostgreSQL). */
  keeper?: AdvisoryLocks
  /** The file of a SQLite database. */
  file?: string
  /** Writes a consistent copy (SQLite only). */
  copyTo: (target: string) => void
  close: () => Promise<void>
}

export const openStore = (url: string): Store => (/^postgres(ql)?:/.test(url) ? openPostgres(url) : openSqlite(url))

/** SQLite plans without statistics for a table with fewer rows than this. */
const FEW = 1000

/**
 * Deletes the statistics of small tables. `pragma optimize` stores row counts when the server stops. The plan for a nearly empty table
 * scans it for each row of another one, which takes quadratic time once the table has thousands of rows.
 */
function dropSmallStatistics(database: SqliteDatabase.Database) {
  const few = `from sqlite_stat1 where cast(stat as integer) < ${FEW}`
  const hasStatistics = database.prepare("select 1 from sqlite_schema where name = 'sqlite_stat1'").get() !== undefined
  if (hasStatistics && database.prepare(`select 1 ${few} limit 1`).get()) database.exec(`delete ${few}; analyze sqlite_schema`)
}

function openSqlite(file: string): Store {
  const writer = connect(file)
  dropSmallStatistics(writer)
  const reader = connect(file)
  reader.pragma('query_only = ON')
  const prepared = remember((text: string) => reader.prepare(text))
  const version = reader.prepare('pragma data_version').pluck()
  const known = readCache(
    (text, values) => prepared(text).all(...values) as object[],
    () => version.get(),
  )
  const statements = remember((text: string) => telling(writer.prepare(text), known.forget))
  function prepare(text: string) {
    // SQLite rolls back by itself when the disk is full. A second rollback would fail and hide that error.
    if (text === 'rollback' && !writer.inTransaction) return nothing
    // A deferred transaction that reads first fails with SQLITE_BUSY when another process writes before it does. This one waits for the lock.
    return statements(text === 'begin' ? 'begin immediate' : text)
  }
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: { close: () => writer.close(), prepare } }) })
  return {
    kind: 'sqlite',
    file,
    db,
    write: sharedCommits(db),
    hot: <Row>(text: string, values: unknown[]) => known.read(text, values) as Row[],
    copyTo: (target) => void writer.prepare('vacuum into ?').run(target),
    async close() {
      reader.close()
      writer.pragma('optimize')
      dropSmallStatistics(writer)
      writer.close()
    },
  }
}

/** For a thread that only reads a lot once: a connection of its own that keeps little and sees what is committed. Nothing can be written by it. */
export const openReader = (url: string): Store => (/^postgres(ql)?:/.test(url) ? openPostgres(url, 1) : openSqliteReader(url))

function openSqliteReader(file: string): Store {
  const database = new SqliteDatabase(file, { readonly: true })
  for (const setting of ['busy_timeout = 5000', 'trusted_schema = OFF', 'cache_size = -2000']) database.pragma(setting)
  const prepare = remember((text: string) => database.prepare(text))
  return {
    kind: 'sqlite',
    file,
    db: new Kysely<Schema>({ dialect: new SqliteDialect({ database: { close: () => database.close(), prepare } }) }),
    write: () => Promise.reject(new Error('only read here')),
    hot: <Row>(text: string, values: unknown[]) => prepare(text).all(...values) as Row[],
    copyTo: () => {},
    close: async () => void database.close(),
  }
}

const nothing = { reader: false, all: () => [], run: () => ({ changes: 0, lastInsertRowid: 0 }), iterate: () => [].values() }

/** A statement that says when it may have written; beginning and ending a transaction count as that. */
function telling(statement: SqliteDatabase.Statement, tell: () => void) {
  if (statement.reader && statement.readonly) return statement
  const then = <T>(answer: T) => {
    tell()
    return answer
  }
  return {
    reader: statement.reader,
    all: (values: unknown[]) => then(statement.all(...values)),
    run: (values: unknown[]) => then(statement.run(...values)),
    iterate: (values: unknown[]) => then(statement.iterate(...values)),
  }
}

/** An acknowledged save is durable: the log is synced at each commit (R03). */
function connect(file: string) {
  const database = new SqliteDatabase(file)
  for (const setting of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'busy_timeout = 5000',
    'trusted_schema = OFF',
    'cache_size = -12000',
    // After a long reader the log is cut back to this, and not kept at its largest (R04).
    'journal_size_limit = 32000000',
  ])
    database.pragma(setting)
  return database
}

/** Statements by their text; the product has some hundred, lists of ids in a query make a few more. */
function remember<T>(make: (text: string) => T, limit = 500) {
  const made = new Map<string, T>()
  return (text: string) => {
    const known = made.get(text)
    if (known) return known
    if (made.size >= limit) made.delete(made.keys().next().value as string)
    const fresh = make(text)
    made.set(text, fresh)
    return fresh
  }
}

function openPostgres(url: string, max = 10): Store {
  // Loaded where it is used: it takes memory and time to start.
  const pg: typeof import('pg') = createRequire(import.meta.url)('pg')
  // Counts and sums come back as text unless parsed; ours fit a number.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const settings = { connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'sheaf' }
  const pool = new pg.Pool({ ...settings, max })
  const keeper = openAdvisoryLocks(() => new pg.Client({ ...settings, keepAlive: true }))
  // Without a listener an idle connection that the server drops ends the process.
  pool.on('error', (error) => console.error(`postgres: idle connection lost: ${error.message}`))
  // So does one that is lost between two statements of a transaction (R20); the next statement says what is wrong.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const named = remember((text: string) => ({ name: `hot${named_count++}`, text: numbered(text) }))
  let named_count = 0
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return {
    kind: 'postgres',
    db,
    keeper,
    write: (work) => db.transaction().execute(work),
    hot: async <Row>(text: string, values: unknown[]) => (await pool.query({ ...named(text), values })).rows as Row[],
    copyTo: () => {},
    close: () => Promise.all([keeper.close(), pool.end()]).then(() => {}),
  }
}

const numbered = (text: string) => {
  let n = 0
  return text.replace(/\?/g, () => `$${++n}`)
}

/** Whether a write failed because a unique value is taken: of two at once, the later one. */
const isTaken = (error: unknown) => ['SQLITE_CONSTRAINT_UNIQUE', '23505'].includes(String((error as { code?: unknown }).code))

/** Of two that want the same at once, the later one is told so. */
export const orTaken = <T>(work: Promise<T>, refusal: Error) =>
  work.catch((error: unknown): T => {
    throw isTaken(error) ? refusal : error
  })
