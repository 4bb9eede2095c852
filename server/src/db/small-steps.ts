import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from './dialect.ts'
import type { Db } from './schema.ts'

/** Milliseconds after which a step takes no further row. */
const STEP_MAX_MS = 3

export interface Pace {
  /** Milliseconds that all others have to themselves between two steps. */
  pause?: number
  /** Ends the work between two steps. */
  signal?: AbortSignal | undefined
}

interface Work<Row, Taken> {
  /** Some of the rows that are left; none when all is done. */
  next: () => Promise<Row[]>
  /** Must leave the row as one that is not named again. */
  take: (db: Db, row: Row) => Promise<Taken>
  /** Follows the commit of each step. */
  after?: (taken: Taken[]) => Promise<unknown>
}

/** Long work on many rows, in transactions so short that nobody waits for it. What an interruption leaves is done by the next run. */
export async function inSmallSteps<Row, Taken>(store: Store, { next, take, after }: Work<Row, Taken>, { pause = 0, signal }: Pace = {}) {
  for (let rows = await next(); rows.length > 0; rows = await next())
    for (let at = 0; at < rows.length; ) {
      signal?.throwIfAborted()
      const taken = await store.write(async (trx) => {
        const done: Taken[] = []
        const end = performance.now() + STEP_MAX_MS
        do done.push(await take(trx, rows[at + done.length] as Row))
        while (at + done.length < rows.length && performance.now() < end)
        return done
      })
      at += taken.length
      await after?.(taken)
      await wait(pause)
    }
}
