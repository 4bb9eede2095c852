import { headOf } from '../access/access.store.ts'
import type { Services } from '../context.ts'
import { inSmallSteps, type Pace } from '../db/batches.ts'
import { doneAmong } from './ask.done.service.ts'
import { DECIDED_SECONDS, OPEN_SECONDS } from './ask.rules.ts'
import { openAsksOf } from './ask.store.ts'

const ROWS = 200
type TidyServices = Pick<Services, 'store' | 'now'>

const closeAsk = ({ now }: TidyServices, trx: TidyServices['store']['db'], ask_id: number) =>
  trx
    .updateTable('access_ask')
    .set({ state: 'closed', decided_time: now() })
    .where('ask_id', '=', ask_id)
    .where('state', 'in', ['new', 'open'])
    .execute()

/** Closes requests whose time is over or whose person has what they asked for, and removes those that ended half a year ago. */
export async function tidyAsks(services: TidyServices, pace: Pace) {
  const { store, now } = services
  const { db } = store
  const ids = db.selectFrom('access_ask').select('ask_id').limit(ROWS)
  const close = (trx: typeof db, { ask_id }: { ask_id: number }) => closeAsk(services, trx, ask_id)
  await inSmallSteps(
    store,
    { next: () => ids.where('state', 'in', ['new', 'open']).where('until', '<=', now()).execute(), take: close },
    pace,
  )
  await closeDone(services, pace)
  const ended = ids
    .where('state', 'in', ['given', 'declined', 'withdrawn', 'closed'])
    // A request is open for thirty days at most, so the index finds those that ended long ago.
    .where('until', '<=', now() - DECIDED_SECONDS + OPEN_SECONDS)
    .where('decided_time', '<=', now() - DECIDED_SECONDS)
  await inSmallSteps(
    store,
    {
      next: () => ended.execute(),
      take: (trx, { ask_id }) => trx.deleteFrom('access_ask').where('ask_id', '=', ask_id).execute(),
    },
    pace,
  )
}

/** Item by item, so that the rights of all who ask there are read at once. */
async function closeDone(services: TidyServices, { signal }: Pace) {
  const { store, now } = services
  const places = store.db.selectFrom('access_ask').select('item_id').distinct().where('state', '=', 'open').orderBy('item_id').limit(ROWS)
  for (let last = 0; !signal?.aborted; ) {
    const found = await places.where('item_id', '>', last).execute()
    for (const { item_id } of found) {
      const item = await headOf(services, item_id)
      const done = item ? await doneAmong(services, item, await openAsksOf(store.db, item_id, now())) : []
      for (const ask_id of done) await store.write((trx) => closeAsk(services, trx, ask_id))
      last = item_id
    }
    if (found.length < ROWS) return
  }
}
