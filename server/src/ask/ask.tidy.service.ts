import type { Services } from '../context.ts'
import { inSmallSteps, type Pace } from '../db/batches.ts'
import { DECIDED_SECONDS } from './ask.rules.ts'

const ROWS = 200

/** Ends requests that nobody decided, and removes those that ended half a year ago. */
export async function tidyAsks({ store, now }: Pick<Services, 'store' | 'now'>, pace: Pace) {
  const { db } = store
  const expired = {
    next: () =>
      db.selectFrom('access_ask').select('ask_id').where('state', 'in', ['new', 'open']).where('until', '<=', now()).limit(ROWS).execute(),
    take: (trx: typeof db, { ask_id }: { ask_id: number }) =>
      trx
        .updateTable('access_ask')
        .set({ state: 'closed', decided_time: now() })
        .where('ask_id', '=', ask_id)
        .where('state', 'in', ['new', 'open'])
        .execute(),
  }
  await inSmallSteps(store, expired, pace)
  const old = {
    next: () =>
      db
        .selectFrom('access_ask')
        .select('ask_id')
        .where('state', 'in', ['given', 'declined', 'withdrawn', 'closed'])
        // Their end is at most thirty days after their beginning, so the index finds them.
        .where('until', '<=', now() - DECIDED_SECONDS + 30 * 86_400)
        .where('decided_time', '<=', now() - DECIDED_SECONDS)
        .limit(ROWS)
        .execute(),
    take: (trx: typeof db, { ask_id }: { ask_id: number }) => trx.deleteFrom('access_ask').where('ask_id', '=', ask_id).execute(),
  }
  await inSmallSteps(store, old, pace)
}
