import type { Rooms } from '../context.ts'
import { dayOf, daysUntil } from '../runtime/days.ts'
import { changesNow, countsSince, mostRead, type State, statesNow } from './day-count.store.ts'
import { daysFrom } from './overview.rules.ts'

const MONTH = 30
const DAY = 86_400
const TOP = 5

export const adminOverview: Rooms['adminOverview'] = {
  async info({ days = MONTH }, ctx) {
    const today = dayOf(ctx.now(), ctx.config.SITE_TZ)
    const wanted = daysUntil(today, Math.min(366, Math.max(7, days)))
    const month = daysUntil(today, MONTH)[0] as string
    // One day more than is shown: traffic is what lies between two counts.
    const [since] = daysUntil(today, Math.max(wanted.length, MONTH) + 1)
    const [now, changes, counts, most_read] = await Promise.all([
      statesNow(ctx.db),
      changesNow(ctx.db, ctx.now() - MONTH * DAY),
      countsSince(ctx.db, since as string),
      mostRead(ctx.db, month, TOP),
    ])
    const before = counts.find((row) => row.name === ('pages' satisfies State) && row.day >= month)
    return {
      now: { ...now, ...changes, pages_more: now.pages - (before?.value ?? now.pages) },
      days: daysFrom(counts, wanted, today, now),
      most_read,
    }
  },
}
