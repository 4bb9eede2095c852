import type { Services } from '../context.ts'
import { inSmallSteps, type Pace } from '../db/batches.ts'

const DAY = 86_400
/** Days that news are kept after they were mailed or left out, and that rows of mails are kept. They hold no text. */
const NEWS_DAYS = 90
const MAIL_DAYS = 30
const ROWS = 200

export async function tidyWatching({ store, now }: Pick<Services, 'store' | 'now'>, pace: Pace) {
  const { db } = store
  const older = (days: number) => now() - days * DAY
  const news = {
    next: () =>
      db.selectFrom('tell').select('tell_id').where('addtime', '<', older(NEWS_DAYS)).where('state', '<>', 'waiting').limit(ROWS).execute(),
    take: (trx: typeof db, { tell_id }: { tell_id: number }) => trx.deleteFrom('tell').where('tell_id', '=', tell_id).execute(),
  }
  await inSmallSteps(store, news, pace)
  const mails = {
    next: () =>
      db.selectFrom('mail').select('mail_id').where('addtime', '<', older(MAIL_DAYS)).where('state', '<>', 'waiting').limit(ROWS).execute(),
    take: (trx: typeof db, { mail_id }: { mail_id: number }) => trx.deleteFrom('mail').where('mail_id', '=', mail_id).execute(),
  }
  await inSmallSteps(store, mails, pace)
}
