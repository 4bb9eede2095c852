import { type Kysely, sql } from 'kysely'
import type { Db, Schema } from './schema.ts'

type Work = { run: (db: Db) => Promise<unknown>; end: (result: PromiseSettledResult<unknown>) => void }

type Ending = { id: number; run: () => Promise<unknown> }

/** What the writes of the commit that is being made have left to its end. */
const endings = new WeakMap<Db, Ending[]>()

/**
 * Done at the end of the commit that is being made, in the order of the ids and only the last one for each; at once in a transaction of
 * one's own. For SQLite's index of words, which writes itself to the file at every savepoint and whenever an id is lower than the one
 * before: both cost more than all the rest of a save.
 */
export async function beforeCommit(db: Db, ids: number[], run: (ids: number[]) => Promise<unknown>): Promise<void> {
  const left = endings.get(db)
  if (left) left.push(...ids.map((id) => ({ id, run: () => run([id]) })))
  else await run(ids)
}

const lastOfEach = (left: Ending[]) => [...new Map(left.map((ending) => [ending.id, ending])).values()].sort((a, b) => a.id - b.id)

/** Writes of one commit at most; it bounds how long the first of them waits for the last. */
const WRITES_PER_COMMIT_MAX = 32

/**
 * Writes that arrive together are committed together: one sync of the log instead of one each. Every one stands behind a savepoint,
 * so that a refused one takes nothing of the others along, and is answered only when all of them are durable.
 */
export function sharedCommits(db: Kysely<Schema>) {
  const waiting: Work[] = []
  let isRunning = false

  async function settle(trx: Db, { run }: Work, isAlone: boolean): Promise<PromiseSettledResult<unknown>> {
    const left = endings.get(trx) as Ending[]
    const before = left.length
    if (!isAlone) await sql`savepoint one`.execute(trx)
    try {
      const value = await run(trx)
      if (!isAlone) await sql`release one`.execute(trx)
      return { status: 'fulfilled', value }
    } catch (reason) {
      if (isAlone) throw reason
      left.length = before
      // Without the savepoint the whole transaction is gone, for the same reason.
      await sql`rollback to one`.execute(trx).catch(() => {
        throw reason
      })
      await sql`release one`.execute(trx)
      return { status: 'rejected', reason }
    }
  }

  async function commit(works: Work[]) {
    const results: PromiseSettledResult<unknown>[] = []
    try {
      await db.transaction().execute(async (trx) => {
        const left: Ending[] = []
        endings.set(trx, left)
        for (const work of works) results.push(await settle(trx, work, works.length === 1))
        endings.delete(trx)
        for (const { run } of lastOfEach(left)) await run()
      })
      for (const [n, { end }] of works.entries()) end(results[n] as PromiseSettledResult<unknown>)
    } catch (reason) {
      for (const { end } of works) end({ status: 'rejected', reason })
    }
  }

  async function drain() {
    isRunning = true
    while (waiting.length) await commit(waiting.splice(0, WRITES_PER_COMMIT_MAX))
    isRunning = false
  }

  return <T>(run: (db: Db) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ run, end: (result) => (result.status === 'fulfilled' ? resolve(result.value as T) : reject(result.reason)) })
      // After the requests that have arrived by now had their turn to join.
      if (!isRunning && waiting.length === 1) setImmediate(() => void drain())
    })
}
