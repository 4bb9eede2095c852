import { dropUnfinished } from '../item/unfinished.store.ts'
import type { House } from '../lib/context.ts'
import { removeExpired, unfinishedBefore } from './retention.store.ts'

const HOUR = 3600

/**
 * Takes away what has run out: sessions, riddles, counters, mailed links, first answers (W15), and items whose making was cut off.
 * Deleting twice does no harm, so several processes may run it side by side.
 */
export async function tidy(house: House): Promise<void> {
  const { store, files, now } = house
  await removeExpired(store.db, now())
  for (const item_id of await unfinishedBefore(store.db, now() - HOUR))
    for (const path of await dropUnfinished(store, store.db, item_id)) await files.remove(path)
}

/** Runs `tidy` now and every hour; the function that comes back ends it. */
export function keepTidy(house: House): () => void {
  const run = () => void tidy(house).catch((error: Error) => house.log.error({ err: error }, 'retention failed'))
  run()
  const timer = setInterval(run, HOUR * 1000)
  timer.unref()
  return () => clearInterval(timer)
}
