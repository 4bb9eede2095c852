import type { Services } from '../context.ts'
import { inSmallSteps, type Pace } from '../db/batches.ts'
import { removeUnused } from './client.store.ts'
import { expiredSecrets, removeSecrets } from './grant.store.ts'

/** Removes clients that no user needs, and secrets of connections that have expired. */
export async function tidyOauth({ store, now }: Pick<Services, 'store' | 'now'>, pace: Pace) {
  await store.write((trx) => removeUnused(trx, now()))
  await inSmallSteps(
    store,
    {
      // One step removes all rows of a query with a single statement.
      async next() {
        const rows = await expiredSecrets(store.db, now())
        return rows.length === 0 ? [] : [rows.map(({ secret_hash }) => secret_hash)]
      },
      take: removeSecrets,
    },
    pace,
  )
}
