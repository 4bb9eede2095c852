import { asSystem } from '../access/permission.ts'
import { noticesOfDeleted } from '../admin/admin.store.ts'
import { removeAuditBefore } from '../admin/audit.store.ts'
import { countDay } from '../admin/day-count.ts'
import { tidyAsks } from '../ask/ask.tidy.service.ts'
import { removeBytes } from '../attachment/attachment.service.ts'
import { orphansBefore } from '../attachment/attachment.store.ts'
import { signInSettings } from '../auth/sign-in-settings.ts'
import { tidyChanges } from '../change/change.tidy.service.ts'
import { siteSettings } from '../common/settings.store.ts'
import type { Services } from '../context.ts'
import { inSmallSteps, type Pace, removeInSteps } from '../db/batches.ts'
import { indexBacklog } from '../db/search/backlog.ts'
import { lookEachNight } from '../directory/look.service.ts'
import { tidyFeedback } from '../feedback/feedback.tidy.service.ts'
import { removeItem } from '../item/item.service.ts'
import { tidyOauth } from '../oauth/oauth.tidy.service.ts'
import { removePage, storeMissingMethods } from '../page/page.store.ts'
import { RECYCLE_SECONDS } from '../recycle/recycle.rules.ts'
import { informOfReviews } from '../review/due.service.ts'
import { sweepTemp } from '../storage/temp.ts'
import { tidySuggestions } from '../suggestion/suggestion.tidy.service.ts'
import { tidyTokens } from '../token/token.tidy.service.ts'
import { remindOwners } from '../truth/truth.notice.service.ts'
import { tidyWatching } from '../watch/watch.tidy.service.ts'
import { tidyWebhooks } from '../webhook/webhook.tidy.service.ts'
import {
  claimPage,
  claimTurn,
  countItems,
  countPage,
  countTime,
  isDeleted,
  itemsDue,
  pagesDue,
  removeExpired,
  uncountedPages,
  unfinishedBefore,
} from './retention.store.ts'

/**
 * Purges content that was deleted 30 days ago. It counts days that servers on this database have run, and not calendar days
 * (docs/decisions/0024). Deletions since the last run are counted from this one on.
 */
export async function purge(services: Services, pace: Pace) {
  const { store, now, log } = services
  const { counted, seen, hasJumped } = await countTime(store.db, now())
  if (hasJumped)
    log.warn({ seen, now: now() }, 'the clock was set, or no server ran for a day: this time does not count for what was deleted')
  await inSmallSteps(store, { next: () => uncountedPages(store.db), take: (trx, { id }) => countPage(trx, id, counted) }, pace)
  await countItems(store.db, counted)
  await purgePages(services, counted - RECYCLE_SECONDS, pace)
  for (const item_id of await itemsDue(store.db, counted - RECYCLE_SECONDS)) await removeItem(services, asSystem(item_id, 'expired'), pace)
}

const purgePages = (services: Services, until: number, pace: Pace) =>
  inSmallSteps(
    services.store,
    {
      next: () => pagesDue(services.store.db, until),
      async take(trx, { id, page_id, item_id }) {
        if (!(await claimPage(trx, id)) || !(await isDeleted(trx, page_id))) return []
        return removePage({ permission: asSystem(item_id, 'expired'), store: services.store, trx, at: services.now() }, page_id)
      },
      async after(paths) {
        for (const path of paths.flat()) await removeBytes(services, path)
      },
    },
    pace,
  )

const HOUR = 3600
const DAY = 86_400

/** Pause between two steps, which leaves most of the time to other requests. */
const STEP_PAUSE_MS = 20

/**
 * Deletes expired rows: sessions, captchas, counters, mailed links, first responses (W15), content deleted 30 days ago, and the remains
 * of interrupted work. Deleting twice does no harm, so several processes can run it concurrently.
 */
export async function tidy(services: Services, signal?: AbortSignal): Promise<void> {
  const { store, now } = services
  const pace: Pace = { pause: STEP_PAUSE_MS, signal }
  await removeExpired(store.db, now(), await signInSettings(services))
  await removeAuditBefore(store, now() - Number((await siteSettings(services)).audit_days) * DAY, pace)
  await removeInSteps(store, { table: 'notice', id: 'notice_id', next: (rows) => noticesOfDeleted(store.db, rows) }, pace)
  await tidyTokens(services, pace)
  await tidyWebhooks(services, pace)
  await tidySuggestions(services, pace)
  await tidyAsks(services, pace)
  await tidyFeedback(services, pace)
  await tidyWatching(services, pace)
  await tidyOauth(services, pace)
  await tidyChanges(services, pace)
  await countDay(services)
  await remindOwners(services, pace)
  await informOfReviews(services, pace)
  await purge(services, pace)
  await removeInterrupted(services, pace)
  await storeMissingMethods(services, pace)
  await lookEachNight(services, signal)
  // Of a server that was killed after a transaction with many pages.
  await indexBacklog(services, pace)
}

/** Deletes items whose creation was interrupted, and files that a killed process left behind (R07). */
async function removeInterrupted(services: Services, pace: Pace) {
  const { store, files, now, config } = services
  for (const item_id of await unfinishedBefore(store.db, now() - HOUR)) await removeItem(services, asSystem(item_id, 'interrupted'), pace)
  await sweepTemp(config.DATA_DIR)
  await files.local.sweep()
  for await (const path of orphansBefore(services, now() - HOUR)) await removeBytes(services, path)
}

/** Runs the shared work in one of the processes on this database: the first one in each hour. */
export async function tidyInTurn(services: Services, signal?: AbortSignal): Promise<void> {
  if (await claimTurn(services.store.db, services.now())) await tidy(services, signal)
  // A restarted process can have left files in its own folder, and does not get a claim yet.
  else await removeInterrupted(services, { pause: STEP_PAUSE_MS, signal })
}

/** Runs `tidy` now and an hour after each run has ended; returns a function that stops it. */
export function keepTidy(services: Services): () => void {
  const end = new AbortController()
  let timer: NodeJS.Timeout
  const run = async () => {
    await tidyInTurn(services, end.signal).catch((error: Error) => {
      if (!end.signal.aborted) services.log.error({ err: error }, 'retention failed')
    })
    if (!end.signal.aborted) timer = setTimeout(run, HOUR * 1000).unref()
  }
  void run()
  return () => {
    end.abort()
    clearTimeout(timer)
  }
}
