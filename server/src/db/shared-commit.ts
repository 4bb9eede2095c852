import { type Kysely, sql } from 'kysely'
import type { Db, Schema } from './schema.ts'

type Work = { run: (db: Db) => Promise<unknown>; end: (result: PromiseSettledResult<unknown>) => void }

type DeferredTask = { id: number; run: () => Promise<unknown> }

/** Tasks that the writes of the current commit have deferred to its end. */
const deferredTasks = new WeakMap<Db, DeferredTask[]>()

/**
 * Runs a task at the end of the current shared commit, in id order and only the last one of each id; immediately in other transactions.
 * SQLite's word index flushes to the file at every savepoint and whenever an id is lower than the previous one: both cost more than the
 * rest of a save.
 */
export async function beforeCommit(db: Db, ids: number[], run: (ids: number[]) => Promise<unknown>): Promise<void> {
  const tasks = deferredTasks.get(db)
  if (tasks) tasks.push(...ids.map((id) => ({ id, run: () => run([id]) })))
  else await run(ids)
}

const lastOfEachId = (tasks: DeferredTask[]) =>
  [...new Map(tasks.map((ending) => [ending.id, ending])).values()].sort((a, b) => a.id - b.id)

/** Maximum number of writes in one commit; it bounds the wait of the first one. */
const WRITES_PER_COMMIT_MAX = 32

/**
 * Commits concurrent writes together: one sync of the log instead of one for each. Each write has a savepoint, so that a failed one
 * does not roll back the others, and resolves only when all of them are durable. Other requests are served during the sync; further
 * writes wait for it and share the next commit.
 */
export function sharedCommits(db: Kysely<Schema>) {
  const waiting: Work[] = []
  let isRunning = false

  async function runWork(trx: Db, { run }: Work, isAlone: boolean): Promise<PromiseSettledResult<unknown>> {
    const tasks = deferredTasks.get(trx) as DeferredTask[]
    const tasksBefore = tasks.length
    if (!isAlone) await sql`savepoint one`.execute(trx)
    try {
      const value = await run(trx)
      if (!isAlone) await sql`release one`.execute(trx)
      return { status: 'fulfilled', value }
    } catch (reason) {
      if (isAlone) throw reason
      tasks.length = tasksBefore
      // Without the savepoint the whole transaction was rolled back, so the original error applies.
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
      const transaction = async (trx: Db) => {
        const tasks: DeferredTask[] = []
        deferredTasks.set(trx, tasks)
        for (const work of works) results.push(await runWork(trx, work, works.length === 1))
        deferredTasks.delete(trx)
        for (const { run } of lastOfEachId(tasks)) await run()
      }
      await db.transaction().execute(transaction)
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
      // Requests that have arrived by now can still join the commit.
      if (!isRunning && waiting.length === 1) setImmediate(() => void drain())
    })
}
