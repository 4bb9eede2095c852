import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
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

/** Statements carry so many rows at most. */
const ROWS = 500

export function* inParts<T>(all: T[], rows = ROWS) {
  for (let from = 0; from < all.length; from += rows) yield all.slice(from, from + rows)
}

/** Each row its own value in one statement: `case cat_id when 4 then 1 when 5 then 2 end`. */
export function caseById<T, V extends number | string>(
  id: string,
  rows: T[],
  idOf: (row: T) => number,
  wanted: (row: T) => V,
): RawBuilder<V> {
  const cases = rows.map((row) => {
    const value = wanted(row)
    return sql`when ${idOf(row)} then ${typeof value === 'number' ? sql`cast(${value} as integer)` : sql`cast(${value} as text)`}`
  })
  return sql<V>`case ${sql.ref(id)} ${sql.join(cases, sql` `)} end`
}
