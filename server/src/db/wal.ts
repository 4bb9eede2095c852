import { type FileHandle, open } from 'node:fs/promises'
import type SqliteDatabase from 'better-sqlite3'
import { inWorker } from '../runtime/workers.ts'

/**
 * Pages of 4 KB in the log above which a commit copies them into the database itself: the bound of the log (R04). A move of 1,900 pages
 * writes about 15,000, and a thread copies them afterwards.
 */
const LOG_PAGES_MAX = 32_000
/** Commits after which a thread copies the log into the database, so that commits rarely have to. */
const COMMITS_PER_CHECKPOINT = 128
/** Bytes, estimated, after which a thread does so too: long work writes more with each commit than people do. */
const BYTES_PER_CHECKPOINT = 12_000_000
/** The least that a statement writes: a page of the database. */
const STATEMENT_BYTES_MIN = 4096

/**
 * The write-ahead log of a database. A sync of the log takes milliseconds, on some disks hundreds, and would stop the event loop. So
 * SQLite writes the log without one (`synchronous = NORMAL`), and another thread syncs it before a commit is acknowledged.
 */
export function writeAheadLog(writer: SqliteDatabase.Database, file: string) {
  writer.pragma(`wal_autocheckpoint = ${LOG_PAGES_MAX}`)
  let log: Promise<FileHandle> | undefined
  let commits = 0
  let written = 0
  let copying: Promise<void> | undefined
  let isChanged = false
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function datasync() {
    // The file stays the same until the last connection is closed.
    log ??= open(`${file}-wal`, 'r+')
    await (await log).datasync()
  }

  /** Resolves when all commits until now are on the disk. A sync that runs may have missed the last one, so its successor is awaited. */
  function sync(): Promise<void> {
    if (running) {
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined
          return sync()
        })
      return next
    }
    running = datasync().finally(() => {
      running = undefined
    })
    return running
  }

  /** Copies what it can without waiting for readers or writers. After a failure the bound of the log still holds. */
  async function checkpoint() {
    commits = 0
    written = 0
    await inWorker(import.meta.url, 'checkpoint', { file }).catch(() => {})
    copying = undefined
  }

  return {
    /** Must be called before each statement that writes. */
    beforeWrite(values: unknown[]) {
      isChanged = true
      written += STATEMENT_BYTES_MIN
      for (const value of values) if (typeof value === 'string' || value instanceof Uint8Array) written += value.length
    },

    /** Must be called after each commit. A commit that finds the log longer than its bound copies it while every request waits. */
    afterCommit() {
      if (written >= BYTES_PER_CHECKPOINT && !copying) copying = checkpoint()
    },

    /** Must be called after each use of the connection, when the next one can begin; it resolves when what was written is on the disk. */
    async afterUse() {
      if (!isChanged) return
      isChanged = false
      await sync()
      if (++commits >= COMMITS_PER_CHECKPOINT && !copying) copying = checkpoint()
    },

    /** Resolves when no thread uses the files of the database any more. */
    async close() {
      while (copying) await copying
      await (await log)?.close()
    },
  }
}
