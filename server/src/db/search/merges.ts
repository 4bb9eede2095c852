import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** Commits after which the index is merged. At 16 parts of the same size, FTS5 merges all of them in the commit of the next one. */
const COMMITS_PER_MERGE = 8
/** Pages of 4 KB that a step writes, in some milliseconds. */
const PAGES_PER_STEP = 48

/**
 * Merges the word index of SQLite in small transactions. Every commit adds a part to it. FTS5 can merge these by itself, but does so in
 * the commit of one of them, for hundreds of its pages at a time, while every request waits.
 */
export function indexMerges(write: <T>(work: (db: Db) => Promise<T>) => Promise<T>) {
  let isWritten = false
  let commits = 0
  let running: Promise<void> | undefined
  let isEnded = false

  /** Whether there was something to merge: a step that finds nothing counts as one change. */
  async function step(db: Db) {
    const changes = async () => (await sql<{ n: number }>`select total_changes() as n`.execute(db)).rows[0]?.n ?? 0
    const before = await changes()
    await sql`insert into page_words (page_words, rank) values ('merge', ${sql.lit(PAGES_PER_STEP)})`.execute(db)
    return (await changes()) - before > 1
  }

  async function run() {
    commits = 0
    while (!isEnded && (await write(step)));
  }

  return {
    /** Must be called with each write of the index. */
    noteWrite() {
      isWritten = true
    },

    /** Must be called after each commit. */
    afterCommit() {
      if (!isWritten) return
      isWritten = false
      if (++commits < COMMITS_PER_MERGE || running || isEnded) return
      // After a failure, such as a full disk, later commits begin it again.
      running = run()
        .catch((error: Error) => console.error(`sqlite: the word index was not merged: ${error.message}`))
        .finally(() => {
          running = undefined
        })
    },

    /** Resolves when no step runs any more; what is left is merged after later commits. */
    async end() {
      isEnded = true
      await running
    },
  }
}
