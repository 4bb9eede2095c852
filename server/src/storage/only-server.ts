import { chownSync, closeSync, openSync, statSync } from 'node:fs'
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
  const path = join(DATA_DIR, 'server.lock')
  try {
    makeWritable(path, DATA_DIR)
    lock = new SqliteDatabase(path, { timeout: WAIT_MS })
    // Nothing is written, so no journal is needed next to the lock.
    lock.pragma('journal_mode = memory')
    lock.exec('begin exclusive')
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (code === 'SQLITE_BUSY')
      throw new Error(`Another server runs on DATA_DIR ${DATA_DIR}. Stop it first. Several servers on one site need PostgreSQL.`)
    throw new Error(`${path} cannot be locked (${message}). It must be a file that the user of the server can write.`)
  }
}

/** A lock that can only be read would be shared. A start as root must leave a file that the owner of the folder can use. */
function makeWritable(path: string, folder: string) {
  closeSync(openSync(path, 'a', 0o600))
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  chownSync(path, uid, gid)
}
