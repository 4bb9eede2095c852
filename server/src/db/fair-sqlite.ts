import { type DatabaseConnection, type Driver, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely'

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
  /** Delays the answer of a transaction, or of a single statement, while the next one can already use the connection. */
  afterUse: () => Promise<void>
}

/** Kysely's own lock of a single connection would be held during `afterUse`. */
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/**
 * SQLite whose transactions give other requests a turn between their statements, while `isAlone`: a second connection of the process that
 * waits for the lock would block the thread that must release it.
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
    const { isAlone, afterUse } = this.#options
    const fair = (connection: DatabaseConnection): DatabaseConnection => ({
      async executeQuery<Row>(...query: Parameters<DatabaseConnection['executeQuery']>) {
        if (isAlone()) await turn()
        return connection.executeQuery<Row>(...query)
      },
      streamQuery: (...query) => connection.streamQuery(...query),
    })
    let made: DatabaseConnection | undefined
    /** Resolves when the connection is free after all who wait for it now. */
    let free = Promise.resolve()
    let release = () => {}
    driver.acquireConnection = async (...options) => {
      const before = free
      const use = Promise.withResolvers<void>()
      free = use.promise
      await before
      release = use.resolve
      made ??= fair(await acquire(...options))
      return made
    }
    driver.releaseConnection = () => {
      release()
      return afterUse()
    }
    return driver
  }
}
