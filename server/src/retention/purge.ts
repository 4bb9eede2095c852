import { removeBytes } from '../attachment/attachment.remove.service.ts'
import type { House } from '../context.ts'
import { inSmallSteps, type Pace } from '../db/small-steps.ts'
import { removeItem } from '../item/item.remove.service.ts'
import { removePage } from '../page/page.remove.store.ts'
import { KEPT } from '../recycle/recycle.rules.ts'
import { claimPage, countItems, countPage, countTime, itemsDue, pagesDue, uncountedPages } from './purge.store.ts'

/**
 * Clears what has been deleted for 30 days, by days that servers on this database have seen pass and not by the calendar
 * (docs/decisions/0024). What was deleted since the last round is counted from this one on.
 */
export async function purge(house: House, pace: Pace) {
  const { store, now, log } = house
  const { counted, seen, hasJumped } = await countTime(store.db, now())
  if (hasJumped)
    log.warn({ seen, now: now() }, 'the clock was set, or no server ran for a day: this time does not count for what was deleted')
  await inSmallSteps(store, { next: () => uncountedPages(store.db), take: (trx, { id }) => countPage(trx, id, counted) }, pace)
  await countItems(store.db, counted)
  await clearPages(house, counted - KEPT, pace)
  for (const item_id of await itemsDue(store.db, counted - KEPT)) await removeItem(house, item_id, pace)
}

const clearPages = (house: House, until: number, pace: Pace) =>
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
