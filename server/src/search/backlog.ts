import type { Services } from '../context.ts'
import { inSmallSteps, type Pace } from '../db/batches.ts'
import { indexPage } from '../db/search/search.ts'

const ROWS = 200

/**
 * Takes the pages of an older form of the database into the index, the newest first, while everybody works. Those that are not in it yet
 * are not found; what an interruption leaves is done after the next start.
 */
export async function indexBacklog({ store, log }: Pick<Services, 'store' | 'log'>, pace?: Pace) {
  let count = 0
  await inSmallSteps(
    store,
    {
      next: () => store.db.selectFrom('search_backlog').select('page_id').orderBy('page_id', 'desc').limit(ROWS).execute(),
      take: async (db, { page_id }) => {
        const { numDeletedRows } = await db.deleteFrom('search_backlog').where('page_id', '=', page_id).executeTakeFirst()
        // Another server that started at the same time has it.
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

/** Leaves a good part of the time to whoever reads and writes meanwhile. */
const PAUSE = 2

/** At start; the function that comes back ends it. */
export function completeIndex(house: Services): () => void {
  const end = new AbortController()
  indexBacklog(house, { pause: PAUSE, signal: end.signal }).catch((error: Error) => {
    if (!end.signal.aborted) house.log.error({ err: error }, 'search index not complete')
  })
  return () => end.abort()
}
