import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import type { Config } from '../runtime/config.ts'

/** A server that was killed a moment ago can still hold its lock. */
const WAIT_MS = 5000

/** Kept until the process ends: a collected handle would release its lock. */
let lock: SqliteDatabase.Database | undefined

/**
 * Claims the data folder of a SQLite site until this process ends, also when it is killed. A second server would migrate the database while
 * the first one runs on it, and neither would know the limits and caches in the memory of the other.
 */
export function claimFolder({ DATA_DIR, DATABASE_URL }: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>) {
  if (DATABASE_URL) return
  lock = new SqliteDatabase(join(DATA_DIR, 'server.lock'), { timeout: WAIT_MS })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error
    throw new Error(`Another server runs on DATA_DIR ${DATA_DIR}. Stop it first. Several servers on one site need PostgreSQL.`)
  }
}
