import { sql } from 'kysely'
import type { Services } from '../context.ts'
import { inSmallSteps, type Pace } from '../db/batches.ts'

const DAY = 86_400
/** Days that a note is kept after an editor put it aside; the voice stays. */
const ASIDE_DAYS = 180
const ROWS = 100

export async function tidyFeedback({ store, now }: Pick<Services, 'store' | 'now'>, pace: Pace) {
  const until = now() - ASIDE_DAYS * DAY
  await inSmallSteps(
    store,
    {
      next: () =>
        store.db
          .selectFrom('page_feedback')
          .select('feedback_id')
          // A literal and not a parameter, so that the database uses the partial index of these notes.
          .where(sql<boolean>`note_state = 'aside'`)
          .where('settled_time', '<=', until)
          .limit(ROWS)
          .execute(),
      take: (trx, { feedback_id }) =>
        trx
          .updateTable('page_feedback')
          .set({ note: '', note_state: '', note_time: 0, count: 1, answer: '', settled_uid: null, settled_username: '', settled_time: 0 })
          .where('feedback_id', '=', feedback_id)
          .where('note_state', '=', 'aside')
          .execute(),
    },
    pace,
  )
}
