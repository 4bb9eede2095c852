import { type FileHandle, open } from 'node:fs/promises'
import type SqliteDatabase from 'better-sqlite3'
import { inWorker } from '../runtime/workers.ts'

/** Pages of 4 KB in the log above which a commit copies them into the database itself: the bound of the log (R04). */
const LOG_PAGES_MAX = 6000
/** Shared commits after which a thread copies the log into the database, so that commits rarely have to. */
const COMMITS_PER_CHECKPOINT = 128
/** Bytes, estimated, after which a thread does so too: long work writes more with each commit than people do. */
const BYTES_PER_CHECKPOINT = 12_000_000
/** The least that a statement writes: a page of the database. */
const STATEMENT_BYTES_MIN = 4096

/**
 * The write-ahead log of a database. A sync of the log takes milliseconds and would stop the event loop, so shared commits let SQLite
 * write without one, and sync the log in another thread before they are acknowledged. All other commits sync themselves.
 */
export function writeAheadLog(writer: SqliteDatabase.Database, file: string) {
  writer.pragma(`wal_autocheckpoint = ${LOG_PAGES_MAX}`)
  let log: Promise<FileHandle> | undefined
  let commits = 0
  let written = 0
  let isCopying = false
  let isShared = false
  let isSynced = true

  /** SQLite compiles this statement each time, so the setting changes only when another kind of commit comes. */
  function setSynced(synced: boolean) {
    if (isSynced === synced) return
    writer.pragma(`synchronous = ${synced ? 'FULL' : 'NORMAL'}`)
    isSynced = synced
  }

  /** Copies what it can without waiting for readers or writers. After a failure the bound of the log still holds. */
  async function checkpoint() {
    isCopying = true
    commits = 0
    written = 0
    await inWorker(import.meta.url, 'checkpoint', { file }).catch(() => {})
    isCopying = false
  }

  return {
    /** Runs a transaction whose commit does not sync. Nothing else may use the connection meanwhile. */
    async unsynced(transaction: () => Promise<void>) {
      setSynced(false)
      isShared = true
      await transaction().finally(() => {
        isShared = false
      })
    },

    /** Must be called before each statement that writes: outside of a shared commit, SQLite syncs the commit itself. */
    beforeWrite(values: unknown[]) {
      if (!isShared) setSynced(true)
      written += STATEMENT_BYTES_MIN
      for (const value of values) if (typeof value === 'string' || value instanceof Uint8Array) written += value.length
    },

    /** Must be called after each commit. A commit that finds the log longer than its bound copies it while every request waits. */
    afterCommit() {
      if (written >= BYTES_PER_CHECKPOINT && !isCopying) void checkpoint()
    },

    /** Resolves when all commits until now are on the disk. */
    async sync() {
      // The file stays the same until the last connection is closed.
      log ??= open(`${file}-wal`, 'r+')
      await (await log).datasync()
      if (++commits >= COMMITS_PER_CHECKPOINT && !isCopying) void checkpoint()
    },

    close: async () => (await log)?.close(),
  }
}
