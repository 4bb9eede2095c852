import { SELECTED_PAGES_MAX } from '@sheaf/contract'
import type { Services } from '../../context.ts'
import { inSmallSteps, type Pace } from '../batches.ts'
import { indexPage } from './search.ts'

const ROWS = 200

/**
 * Indexes the pages that wait for it, newest first: those of an older database, and of transactions with `indexLater`. Search does not find
 * them until then. The hourly cleanup and the next start continue after an interruption.
 */
export async function indexBacklog({ store, log }: Pick<Services, 'store' | 'log'>, pace?: Pace) {
  let count = 0
  await inSmallSteps(
    store,
    {
      next: () => store.db.selectFrom('search_backlog').select('page_id').orderBy('page_id', 'desc').limit(ROWS).execute(),
      take: async (db, { page_id }) => {
        const { numDeletedRows } = await db.deleteFrom('search_backlog').where('page_id', '=', page_id).executeTakeFirst()
        // Another server that runs the same job has taken it.
        if (Number(numDeletedRows) === 0) return
        const found = db.selectFrom('page').select(['page_id', 'item_id', 'page_title', 'page_content']).where('page_id', '=', page_id)
        const page = await (store.kind === 'postgres' ? found.forUpdate() : found).where('is_del', '=', 0).executeTakeFirst()
        if (page) await indexPage(store, db, page)
        count++
      },
    },
    pace,
  )
  if (count > 0) log.info({ pages: count }, 'search index complete')
}

/** Above this many pages, which an update of the server or of the search can leave, no request waits for them. */
const WAITED_PAGES_MAX = SELECTED_PAGES_MAX

/** Must be called after a transaction with `indexLater`, before its answer. A failure is no failure of what was done. */
export async function indexAfterCommit(services: Pick<Services, 'store' | 'log'>) {
  try {
    const waiting = services.store.db
      .selectFrom('search_backlog')
      .select('page_id')
      .limit(WAITED_PAGES_MAX + 1)
    if ((await waiting.execute()).length <= WAITED_PAGES_MAX) await indexBacklog(services)
  } catch (error) {
    services.log.error({ err: error }, 'pages are searched later')
  }
}

/** Pause in milliseconds between two steps, which leaves time for requests. */
const PAUSE = 2

/** Starts the indexing; returns a function that stops it. */
export function completeIndex(services: Services): () => void {
  const end = new AbortController()
  indexBacklog(services, { pause: PAUSE, signal: end.signal }).catch((error: Error) => {
    if (!end.signal.aborted) services.log.error({ err: error }, 'search index not complete')
  })
  return () => end.abort()
}
