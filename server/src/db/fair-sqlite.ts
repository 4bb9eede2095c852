import { type DatabaseConnection, type Driver, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'

/** How long statements can follow each other without a turn for other requests, in ms. */
const SLICE_MS = 5

/** When the first statement since the last turn began; 0 for none. */
let begun = 0

/**
 * Ends the turn of the event loop when statements took longer than SLICE_MS since it began. Statements of SQLite run on the main thread,
 * and only microtasks are between them: without this, a transaction over thousands of pages delays every other request by its whole time.
 */
async function turn(): Promise<void> {
  if (begun > 0 && performance.now() - begun > SLICE_MS) await new Promise((next) => void setImmediate(next))
  if (begun > 0) return
  begun = performance.now()
  setImmediate(() => {
    begun = 0
  })
}

/** Open connections that write, by file. */
const writers = new Map<string, number>()

/** Counts a connection of this process that writes to a file, until its `end`. */
export function writerOf(file: string) {
  const count = (by: number) => writers.set(file, (writers.get(file) ?? 0) + by)
  count(1)
  return { isAlone: () => writers.get(file) === 1, end: () => void count(-1) }
}

interface Options {
  isAlone: () => boolean
  /** A statement for the connection that reads; undefined if the text can change something. */
  readerOf: (text: string) => Pick<SqliteStatement, 'all'> | undefined
  /** Delays the answer of a transaction, or of a single statement, while the next one can already use the connection. */
  afterUse: () => Promise<void>
}

/** Kysely's own lock of a single connection would be held by reads, and during `afterUse`. */
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/**
 * SQLite with one connection that writes and one that reads. Statements that only read use the latter unless they are in a transaction: no
 * reader waits for an import or a move of someone else. Writers get their connection in the order in which they came. Statements give
 * other requests a turn while `isAlone`: a second connection of the process that waits for the lock of SQLite would block the thread that
 * must release it.
 */
export class FairSqliteDialect extends SqliteDialect {
  readonly #options: Options

  constructor(database: SqliteDatabase, options: Options) {
    super({ database })
    this.#options = options
  }

  override createAdapter() {
    return new SharedAdapter()
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const { isAlone, readerOf, afterUse } = this.#options
    /** Resolves when the connection that writes is free after all who wait for it now. */
    let free = Promise.resolve()
    const endings = new WeakMap<DatabaseConnection, () => void>()

    driver.acquireConnection = async (...options) => {
      const writer = await acquire(...options)
      const hold = async () => {
        if (endings.has(connection)) return
        const before = free
        const use = Promise.withResolvers<void>()
        free = use.promise
        endings.set(connection, use.resolve)
        await before
      }
      const connection: DatabaseConnection = {
        async executeQuery<Row>(...query: Parameters<DatabaseConnection['executeQuery']>) {
          const [{ sql, parameters }] = query
          const reading = endings.has(connection) ? undefined : readerOf(sql)
          if (!reading) await hold()
          if (isAlone()) await turn()
          return reading ? { rows: reading.all(parameters) as Row[] } : writer.executeQuery<Row>(...query)
        },
        async *streamQuery<Row>(...query: Parameters<DatabaseConnection['streamQuery']>) {
          await hold()
          yield* writer.streamQuery<Row>(...query)
        },
      }
      return connection
    }
    driver.releaseConnection = async (connection) => {
      const end = endings.get(connection)
      if (!end) return
      end()
      await afterUse()
    }
    return driver
  }
}
