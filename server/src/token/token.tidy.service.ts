import { siteSettings } from '../common/settings.store.ts'
import type { Services } from '../context.ts'
import { inSmallSteps, type Pace } from '../db/batches.ts'
import { notify } from '../notice/notice.store.ts'
import { callsBefore, expiringGrants, markWarned, removeCalls, removeGrantsBefore } from './token.store.ts'

const DAY = 86_400
/** Days that ended tokens are kept in the lists. A site setting has the days of the log of their calls. */
const KEPT_DAYS = 30
/** Days before the end of a token at which its user is notified. */
const NOTICE_DAYS = 7

const SHEAF = { uid: null, username: 'Sheaf', name: 'Sheaf' }

/** Removes expired tokens and log rows, and notifies users whose tokens end soon. */
export async function tidyTokens({ store, now }: Pick<Services, 'store' | 'now'>, pace: Pace) {
  const cutoff = now() - KEPT_DAYS * DAY
  const oldest = now() - Number((await siteSettings({ store })).token_log_days) * DAY
  await store.write((trx) => removeGrantsBefore(trx, cutoff))
  await inSmallSteps(store, { next: () => batchBefore(store.db, oldest), take: removeCalls }, pace)
  await inSmallSteps(
    store,
    {
      next: () => expiringGrants(store.db, now(), now() + NOTICE_DAYS * DAY, 2 * NOTICE_DAYS * DAY),
      async take(trx, { grant_id, uid, name }) {
        if (await markWarned(trx, grant_id)) await notify(trx, SHEAF, { uids: [uid], kind: 'tokenEnding', about: { token: name } }, now())
      },
    },
    pace,
  )
}

/** The rows of one step, which a single statement removes. */
async function batchBefore(db: Services['store']['db'], cutoff: number) {
  const rows = await callsBefore(db, cutoff)
  return rows.length === 0 ? [] : [rows.map(({ id }) => id)]
}
