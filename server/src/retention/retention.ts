import { removeAuditBefore } from '../admin/audit.store.ts'
import { countDay } from '../admin/day-count.ts'
import { removeBytes } from '../attachment/attachment.service.ts'
import { orphansBefore } from '../attachment/attachment.store.ts'
import { siteSettings } from '../common/settings.store.ts'
import type { Services } from '../context.ts'
import { inSmallSteps, type Pace } from '../db/batches.ts'
import { removeItem } from '../item/item.service.ts'
import { learnMethods, removePage } from '../page/page.store.ts'
import { RECYCLE_SECONDS } from '../recycle/recycle.rules.ts'
import { sweepTemp } from '../storage/temp.ts'
import {
  claimPage,
  claimTurn,
  countItems,
  countPage,
  countTime,
  itemsDue,
  pagesDue,
  removeExpired,
  uncountedPages,
  unfinishedBefore,
} from './retention.store.ts'

/**
 * Clears what has been deleted for 30 days, by days that servers on this database have seen pass and not by the calendar
 * (docs/decisions/0024). What was deleted since the last round is counted from this one on.
 */
export async function purge(house: Services, pace: Pace) {
  const { store, now, log } = house
  const { counted, seen, hasJumped } = await countTime(store.db, now())
  if (hasJumped)
    log.warn({ seen, now: now() }, 'the clock was set, or no server ran for a day: this time does not count for what was deleted')
  await inSmallSteps(store, { next: () => uncountedPages(store.db), take: (trx, { id }) => countPage(trx, id, counted) }, pace)
  await countItems(store.db, counted)
  await clearPages(house, counted - RECYCLE_SECONDS, pace)
  for (const item_id of await itemsDue(store.db, counted - RECYCLE_SECONDS)) await removeItem(house, item_id, pace)
}

const clearPages = (house: Services, until: number, pace: Pace) =>
  inSmallSteps(
    house.store,
    {
      next: () => pagesDue(house.store.db, until),
      take: async (trx, page) => ((await claimPage(trx, page.id)) ? removePage(house.store, trx, page, house.now()) : []),
      async after(paths) {
        for (const path of paths.flat()) await removeBytes(house, path)
      },
    },
    pace,
  )

const HOUR = 3600
const DAY = 86_400

/** Long clearing leaves most of the time to whoever works meanwhile. */
const STEP_PAUSE_MS = 20

/**
 * Takes away what has run out: sessions, riddles, counters, mailed links, first answers (W15), what was deleted 30 days ago, and what
 * was cut off. Deleting twice does no harm, so several processes may run it side by side.
 */
export async function tidy(house: Services, signal?: AbortSignal): Promise<void> {
  const { store, now } = house
  const pace: Pace = { pause: STEP_PAUSE_MS, signal }
  await removeExpired(store.db, now())
  await removeAuditBefore(store.db, now() - Number((await siteSettings(house)).audit_days) * DAY)
  await countDay(house)
  await purge(house, pace)
  await clearCutOff(house, pace)
  await learnMethods(house, pace)
}

/** Items whose making was cut off, and files that a process left behind which was ended in the middle of its work (R07). */
async function clearCutOff(house: Services, pace: Pace) {
  const { store, files, now, config } = house
  for (const item_id of await unfinishedBefore(store.db, now() - HOUR)) await removeItem(house, item_id, pace)
  await sweepTemp(config.DATA_DIR)
  await files.local.sweep()
  for await (const path of orphansBefore(house, now() - HOUR)) await removeBytes(house, path)
}

/** Of several processes on this database one does the work that all share, whichever comes first in the hour. */
export async function tidyInTurn(house: Services, signal?: AbortSignal): Promise<void> {
  if (await claimTurn(house.store.db, house.now())) await tidy(house, signal)
  // Whoever starts anew may have left something in its own folder, and has not its turn yet.
  else await clearCutOff(house, { pause: STEP_PAUSE_MS, signal })
}

/** Runs `tidy` now and an hour after each time it has ended; the function that comes back ends it. */
export function keepTidy(house: Services): () => void {
  const end = new AbortController()
  let timer: NodeJS.Timeout
  const run = async () => {
    await tidyInTurn(house, end.signal).catch((error: Error) => {
      if (!end.signal.aborted) house.log.error({ err: error }, 'retention failed')
    })
    if (!end.signal.aborted) timer = setTimeout(run, HOUR * 1000).unref()
  }
  void run()
  return () => {
    end.abort()
    clearTimeout(timer)
  }
}
