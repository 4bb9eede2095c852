import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Store } from './dialect.ts'
import type { Db } from './schema.ts'

/** Maximum time in milliseconds that a transaction takes further rows. */
const STEP_MAX_MS = 3

export interface Pace {
  /** Milliseconds between two transactions, which leave time for other work. */
  pause?: number
  /** Stops the work between two transactions. */
  signal?: AbortSignal | undefined
}

interface Work<Row, Taken> {
  /** Returns some of the remaining rows; none when all are done. */
  next: () => Promise<Row[]>
  /** Must change the row so that `next` does not return it again. */
  take: (db: Db, row: Row) => Promise<Taken>
  /** Runs after the commit of each transaction. */
  after?: (taken: Taken[]) => Promise<unknown>
}

/** Processes many rows in short transactions, so that other writers wait only briefly. The next run completes interrupted work. */
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

/** Maximum number of rows in one statement. */
const ROWS = 500

/** Deletes the rows of a table whose ids `next` returns, some hundred in a transaction, until none is left. */
export async function removeInSteps(
  store: Store,
  { table, id, next }: { table: 'audit' | 'change' | 'notice'; id: string; next: (rows: number) => Promise<number[]> },
  pace?: Pace,
) {
  const some = async () => {
    const ids = await next(ROWS)
    return ids.length > 0 ? [ids] : []
  }
  const take = (trx: Db, ids: number[]) => sql`delete from ${sql.table(table)} where ${sql.ref(id)} in (${sql.join(ids)})`.execute(trx)
  await inSmallSteps(store, { next: some, take }, pace)
}

export function* inParts<T>(all: T[], rows = ROWS) {
  for (let from = 0; from < all.length; from += rows) yield all.slice(from, from + rows)
}

/** Assigns a value to each row in one statement: `case cat_id when 4 then 1 when 5 then 2 end`. */
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
