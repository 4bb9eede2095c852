import { createRequire } from 'node:module'
import SqliteDatabase from 'better-sqlite3'
import { CompiledQuery, Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { FairSqliteDialect, writerOf } from './fair-sqlite.ts'
import { type AdvisoryLocks, openAdvisoryLocks } from './postgres/advisory-locks.ts'
import { endSilentConnections, PROBE_MS } from './postgres/silent-database.ts'
import { readCache } from './read-cache.ts'
import type { Db, Schema } from './schema.ts'
import { indexMerges } from './search/merges.ts'
import { sharedCommits } from './shared-commit.ts'
import { writeAheadLog } from './wal.ts'

/** Error codes of PostgreSQL and of the network for temporary failures, after which a retry can succeed. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The server is shutting down, crashed or starting; too many connections; a resource limit of its configuration.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53400',
  // It takes no writes, as a standby after a failover.
  '25006',
  // Serialization failure and deadlock.
  '40001',
  '40P01',
  'SQLITE_BUSY',
])
/** Messages of pg errors without a code. */
const messages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

/** Whether the database was unreachable or overloaded, so that the request is not at fault (R20). */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  return code ? codes.has(code) || code.startsWith('08') : messages.test(error.message)
}

/** The database, with the operations that differ between SQLite and PostgreSQL. */
export interface Store {
  kind: 'sqlite' | 'postgres'
  db: Kysely<Schema>
  /**
   * A frequent read with `?` for parameters, prepared once. On SQLite it uses a separate connection, so it sees only committed data
   * and never waits for a writer. Results are cached until the next write: callers must not change the rows.
   */
  hot: <Row>(text: string, values: unknown[]) => Row[] | Promise<Row[]>
  /** Runs a transaction; on SQLite, concurrent writes share one commit. Durable when it resolves. */
  write: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Must be called after each write of the word index (SQLite only). */
  noteIndexWrite?: () => void
  /** Locks between the processes that share a database (PostgreSQL only). */
  locks?: AdvisoryLocks
  /** The file of a SQLite database. */
  file?: string
  /** Writes a consistent copy (SQLite only). */
  copyTo: (target: string) => void
  close: () => Promise<void>
}

export const openStore = (url: string): Store => (/^postgres(ql)?:/.test(url) ? openPostgres(url) : openSqlite(url))

/** The store of a server, whose requests get an error within ten seconds when the database does not answer. A command waits. */
export const openServerStore = (url: string): Store =>
  /^postgres(ql)?:/.test(url) ? openPostgres(url, { isServer: true }) : openSqlite(url)

/** SQLite plans without statistics for a table with fewer rows than this. */
const FEW = 1000

/**
 * Deletes the statistics of small tables. `pragma optimize` stores row counts when the server stops. The plan for a nearly empty table
 * scans it for each row of another one. That takes quadratic time once the table has thousands of rows.
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
  const prepared = memoized((text: string) => reader.prepare(withoutPeeking(text)))
  const version = reader.prepare('pragma data_version').pluck()
  const cache = readCache(
    (text, values) => prepared(text).all(...values) as object[],
    () => version.get(),
  )
  const log = writeAheadLog(writer, file)
  function afterCommit() {
    cache.forget()
    log.afterCommit()
    merges.afterCommit()
  }
  const statements = memoized((text: string) =>
    notifying(
      writer.prepare(withoutPeeking(text)),
      BOUNDS.test(text) ? () => {} : log.beforeWrite,
      text === 'commit' ? afterCommit : cache.forget,
    ),
  )
  function prepare(text: string) {
    // SQLite rolls back by itself when the disk is full. A second rollback would fail and hide that error.
    if (text === 'rollback' && !writer.inTransaction) return noStatement
    // A deferred transaction that reads first fails with SQLITE_BUSY when another process writes before it does. This one waits for the lock.
    return statements(text === 'begin' ? 'begin immediate' : text)
  }
  const { isAlone, end } = writerOf(file)
  const reading = memoized((text: string) => {
    const statement = reader.prepare(withoutPeeking(text))
    return { statement: statement.reader && statement.readonly ? statement : undefined }
  })
  const readerOf = (text: string) => (READS.test(text) ? reading(text).statement : undefined)
  const options = { isAlone, readerOf, afterUse: log.afterUse }
  const db = new Kysely<Schema>({ dialect: new FairSqliteDialect({ close: () => writer.close(), prepare }, options) })
  const write = sharedCommits(db)
  const merges = indexMerges(write)
  return {
    kind: 'sqlite',
    file,
    db,
    write,
    noteIndexWrite: merges.noteWrite,
    hot: <Row>(text: string, values: unknown[]) => cache.read(text, values) as Row[],
    copyTo(target) {
      writer.pragma('synchronous = FULL')
      try {
        writer.prepare('vacuum into ?').run(target)
      } finally {
        writer.pragma('synchronous = NORMAL')
      }
    },
    async close() {
      await merges.end()
      reader.close()
      await log.close()
      writer.pragma('optimize')
      dropSmallStatistics(writer)
      writer.close()
      end()
    },
  }
}

/** Opens a read-only connection with a small cache, for a thread that reads much data once. It sees committed data. */
export const openReader = (url: string): Store => (/^postgres(ql)?:/.test(url) ? openPostgres(url, { max: 1 }) : openSqliteReader(url))

function openSqliteReader(file: string): Store {
  const database = new SqliteDatabase(file, { readonly: true })
  for (const setting of ['busy_timeout = 5000', 'trusted_schema = OFF', 'cache_size = -2000']) database.pragma(setting)
  const prepare = memoized((text: string) => database.prepare(withoutPeeking(text)))
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

/** Statements that may only read. */
const READS = /^\s*(?:select|with)\b/i

/** Statements that begin or end a transaction: alone, they change nothing. */
const BOUNDS = /^(?:begin|commit|rollback|savepoint|release)\b/

const noStatement = { reader: false, all: () => [], run: () => ({ changes: 0, lastInsertRowid: 0 }), iterate: () => [].values() }

/**
 * Values in quotes, and parameters. Columns that decide whether a partial index can be used keep theirs, because SQLite must know the
 * value for that.
 */
const PARAMETERS = /'[^']*'|\b(?:is_del|kind|outcome|password_hash|state)"? = \?|\?/g

/**
 * Writes each parameter as `+?`, which has the same value. The planner of this SQLite (STAT4) looks at the value of a plain parameter, and
 * so compiles the statement again whenever the value changes; that takes longer than most statements.
 */
const withoutPeeking = (text: string) => text.replace(PARAMETERS, (found) => (found === '?' ? '+?' : found))

/** Wraps a statement that can write, or begin or end a transaction. */
function notifying(statement: SqliteDatabase.Statement, before: (values: unknown[]) => void, after: () => void) {
  if (statement.reader && statement.readonly) return statement
  const around = <T>(values: unknown[], execute: (...values: unknown[]) => T) => {
    before(values)
    const answer = execute(...values)
    after()
    return answer
  }
  return {
    reader: statement.reader,
    all: (values: unknown[]) => around(values, (...given) => statement.all(...given)),
    run: (values: unknown[]) => around(values, (...given) => statement.run(...given)),
    iterate: (values: unknown[]) => around(values, (...given) => statement.iterate(...given)),
  }
}

/** An acknowledged save is durable: SQLite writes the log in order, and wal.ts syncs it after each commit (R03). */
function connect(file: string) {
  const database = new SqliteDatabase(file)
  for (const setting of [
    'journal_mode = WAL',
    'synchronous = NORMAL',
    'foreign_keys = ON',
    'busy_timeout = 5000',
    'trusted_schema = OFF',
    'cache_size = -12000',
    // After a long read transaction the log shrinks to this size instead of keeping its largest one (R04).
    'journal_size_limit = 32000000',
  ])
    database.pragma(setting)
  return database
}

/** Caches prepared statements by their text; the product has some hundred, and lists of ids add a few more. */
function memoized<T>(make: (text: string) => T, limit = 500) {
  const made = new Map<string, T>()
  return (text: string) => {
    const existing = made.get(text)
    if (existing) return existing
    if (made.size >= limit) made.delete(made.keys().next().value as string)
    const fresh = make(text)
    made.set(text, fresh)
    return fresh
  }
}

/** Milliseconds in which a connection must be there, or one of the pool be free. */
const CONNECT_MS = 8000

function openPostgres(url: string, { max = 10, isServer = false } = {}): Store {
  // Loaded only when needed, because it takes memory and time.
  const pg: typeof import('pg') = createRequire(import.meta.url)('pg')
  // pg returns bigint and numeric as text by default; all values of Sheaf fit a number.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const settings = { connectionString: url, connectionTimeoutMillis: CONNECT_MS, application_name: 'sheaf' }
  const pool = new pg.Pool({ ...settings, max })
  const locks = openAdvisoryLocks(() => new pg.Client({ ...settings, keepAlive: true }))
  // Without a listener an idle connection that the server drops ends the process.
  pool.on('error', (error) => console.error(`postgres: idle connection lost: ${error.message}`))
  // The same holds for a connection that is lost within a transaction (R20); the next statement reports the error.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const probe = () => new pg.Client({ ...settings, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS })
  const stopLooking = isServer ? endSilentConnections(pool, probe, locks.renew) : () => {}
  const named = memoized((text: string) => ({ name: `hot${named_count++}`, text: numbered(text) }))
  let named_count = 0
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return {
    kind: 'postgres',
    db,
    locks: locks,
    write: (work) => db.transaction().execute(work),
    hot: async <Row>(text: string, values: unknown[]) => (await pool.query({ ...named(text), values })).rows as Row[],
    copyTo: () => {},
    async close() {
      stopLooking()
      await Promise.all([locks.close(), pool.end()])
    },
  }
}

/**
 * The store with its frequent reads inside a transaction. On PostgreSQL they use the connection of the transaction: if each of the open
 * transactions waited for another connection of the pool, none of them could end.
 */
export const readingWithin = (store: Store, trx: Db): Store =>
  store.kind === 'sqlite'
    ? store
    : {
        ...store,
        hot: async <Row>(text: string, values: unknown[]) => (await trx.executeQuery<Row>(CompiledQuery.raw(numbered(text), values))).rows,
      }

const numbered = (text: string) => {
  let n = 0
  return text.replace(/\?/g, () => `$${++n}`)
}

/** Whether a write failed because a unique value is taken, for example by a concurrent write. */
const isTaken = (error: unknown) => ['SQLITE_CONSTRAINT_UNIQUE', '23505'].includes(String((error as { code?: unknown }).code))

/** Throws `refusal` when a concurrent write has taken the same unique value. */
export const orTaken = <T>(work: Promise<T>, refusal: Error) =>
  work.catch((error: unknown): T => {
    throw isTaken(error) ? refusal : error
  })
