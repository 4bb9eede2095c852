import { removeBytes } from '../attachment/attachment.remove.ts'
import { orphansBefore } from '../attachment/orphan.store.ts'
import { dropUnfinished } from '../item/unfinished.store.ts'
import type { House } from '../lib/context.ts'
import { sweepTemp } from '../lib/temp.ts'
import { removeExpired, unfinishedBefore } from './retention.store.ts'

const HOUR = 3600

/**
 * Takes away what has run out: sessions, riddles, counters, mailed links, first answers (W15), items whose making was cut off, and
 * files that a process left behind which was ended in the middle of its work (R07).
 * Deleting twice does no harm, so several processes may run it side by side.
 */
export async function tidy(house: House): Promise<void> {
  const { store, files, now, config } = house
  await removeExpired(store.db, now())
  for (const item_id of await unfinishedBefore(store.db, now() - HOUR))
    for (const path of await dropUnfinished(store, store.db, item_id)) await files.remove(path)
  await sweepTemp(config.DATA_DIR)
  await files.sweep()
  for (const path of await orphansBefore(house, now() - HOUR)) await removeBytes(house, path)
}

/** Runs `tidy` now and every hour; the function that comes back ends it. */
export function keepTidy(house: House): () => void {
  const run = () => void tidy(house).catch((error: Error) => house.log.error({ err: error }, 'retention failed'))
  run()
  const timer = setInterval(run, HOUR * 1000)
  timer.unref()
  return () => clearInterval(timer)
}
