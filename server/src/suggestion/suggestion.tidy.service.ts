import type { Services } from '../context.ts'
import { inSmallSteps, type Pace } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'

const DAY = 86_400
/** Days after which an open suggestion that its proposer has not changed is withdrawn. */
const OPEN_DAYS = 365
/** Days that a decided suggestion is kept; the history of the page keeps both names. */
const DECIDED_DAYS = 180

const ROWS = 100

const idsOf = (db: Db, until: number, isOpen: boolean) =>
  db
    .selectFrom('suggestion')
    .select('suggestion_id')
    .where('state', isOpen ? '=' : 'in', isOpen ? 'open' : ['accepted', 'declined', 'withdrawn', 'overtaken'])
    .where('last_update_time', '<=', until)
    .$if(!isOpen, (query) => query.where('decided_time', '<=', until))
    .limit(ROWS)
    .execute()

/** Withdraws open suggestions after a year, and removes decided ones after half a year. */
export async function tidySuggestions({ store, now }: Pick<Services, 'store' | 'now'>, pace: Pace) {
  const [oldest, decided] = [now() - OPEN_DAYS * DAY, now() - DECIDED_DAYS * DAY]
  await inSmallSteps(
    store,
    {
      next: () => idsOf(store.db, oldest, true),
      take: (trx, { suggestion_id }) =>
        trx
          .updateTable('suggestion')
          .set({ state: 'withdrawn', decided_time: now() })
          .where('suggestion_id', '=', suggestion_id)
          .where('state', '=', 'open')
          .execute(),
    },
    pace,
  )
  await inSmallSteps(
    store,
    {
      next: () => idsOf(store.db, decided, false),
      take: (trx, { suggestion_id }) => trx.deleteFrom('suggestion').where('suggestion_id', '=', suggestion_id).execute(),
    },
    pace,
  )
}
