import type { Services } from '../context.ts'
import { takeReads } from '../db/reads.ts'
import { dayOf, daysUntil } from '../runtime/days.ts'
import { addReads, keepStates, removeReadsBefore, statesNow } from './day-count.store.ts'

/** Items per insert statement. */
const ITEMS_PER_STATEMENT = 200
/** Days for which the reads of each item are kept. */
const READS_KEPT_DAYS = 90
const FLUSH_INTERVAL_MS = 60_000

/** Stores the page reads counted since the last call. */
async function writeReads({ store, now, config }: Services): Promise<void> {
  const reads = [...takeReads(store)]
  const day = dayOf(now(), config.SITE_TZ)
  for (let at = 0; at < reads.length; at += ITEMS_PER_STATEMENT)
    await store.write((trx) => addReads(trx, day, reads.slice(at, at + ITEMS_PER_STATEMENT)))
}

/** Stores today's figures. It runs every hour, so the last count of a day is from its last hour. */
export async function countDay(services: Services): Promise<void> {
  const { store, now, config } = services
  await writeReads(services)
  const day = dayOf(now(), config.SITE_TZ)
  const counted = await statesNow(store.db)
  await store.write(async (trx) => {
    await keepStates(trx, day, counted)
    await removeReadsBefore(trx, daysUntil(day, READS_KEPT_DAYS)[0] as string)
  })
}

/** Runs `writeReads` every minute. The returned function stops the timer and writes a last time. */
export function startReadCounter(services: Services): () => Promise<void> {
  const write = () =>
    writeReads(services).catch((error: Error) => {
      services.log.error({ err: error }, 'page reads were not stored')
    })
  const timer = setInterval(write, FLUSH_INTERVAL_MS).unref()
  return () => {
    clearInterval(timer)
    return write()
  }
}
