import type { Services } from '../context.ts'
import { takeReads } from '../db/reads.ts'
import { dayOf, daysUntil } from '../runtime/days.ts'
import { addReads, keepStates, removeReadsBefore, statesNow } from './day-count.store.ts'

/** Items in one statement, and days that it is known which item was read how often. */
const ITEMS_PER_STATEMENT = 200
const READS_KEPT_DAYS = 90
const FLUSH_INTERVAL_MS = 60_000

/** Writes down how often pages were read since the last time. */
async function writeReads({ store, now, config }: Services): Promise<void> {
  const reads = [...takeReads(store)]
  const day = dayOf(now(), config.SITE_TZ)
  for (let at = 0; at < reads.length; at += ITEMS_PER_STATEMENT)
    await store.write((trx) => addReads(trx, day, reads.slice(at, at + ITEMS_PER_STATEMENT)))
}

/** The figures of this day as they stand; called every hour, so that the last count of a day is one of its evening. */
export async function countDay(house: Services): Promise<void> {
  const { store, now, config } = house
  await writeReads(house)
  const day = dayOf(now(), config.SITE_TZ)
  const counted = await statesNow(store.db)
  await store.write(async (trx) => {
    await keepStates(trx, day, counted)
    await removeReadsBefore(trx, daysUntil(day, READS_KEPT_DAYS)[0] as string)
  })
}

/** Runs `writeReads` every minute; the function that comes back does so once more and ends it. */
export function keepReads(house: Services): () => Promise<void> {
  const write = () =>
    writeReads(house).catch((error: Error) => {
      house.log.error({ err: error }, 'reads were not written down')
    })
  const timer = setInterval(write, FLUSH_INTERVAL_MS).unref()
  return () => {
    clearInterval(timer)
    return write()
  }
}
