import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Product } from './product.ts'

/**
 * Runs writes at the same time. On PostgreSQL each has read what it reads, or waits for a lock, before the first one writes its entry of
 * the log.
 */
export async function atOnce<T>(product: Product, works: (() => Promise<T>)[]) {
  const { db, kind } = product.server.services.store
  const start = () => Promise.allSettled(works.map((work) => work()))
  if (kind === 'sqlite') return start()
  const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const { ends } = await db.transaction().execute(async (trx) => {
    await sql`lock table audit in exclusive mode`.execute(trx)
    const ends = start()
    await expect.poll(async () => Number((await waiting.execute(db)).rows[0]?.count)).toBe(works.length)
    return { ends }
  })
  return ends
}

export const fulfilled = <T>(ends: PromiseSettledResult<T>[]) => ends.filter(({ status }) => status === 'fulfilled')
