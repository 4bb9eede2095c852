import { siteSettings } from '../common/settings.store.ts'
import type { Services } from '../context.ts'
import { inSmallSteps, type Pace } from '../db/batches.ts'
import { oldestChanges, removeChanges } from './change.store.ts'

const DAY = 86_400

/** Deletes the changes that are older than the site keeps them. Their ids grow with time, so the oldest are found without a search. */
export async function tidyChanges(services: Pick<Services, 'store' | 'now'>, pace: Pace) {
  const { store, now } = services
  const cutoff = now() - Number((await siteSettings(services)).change_days) * DAY
  const next = async () => {
    const old = (await oldestChanges({ store })).filter(({ until_time }) => until_time < cutoff)
    return old.length > 0 ? [old.map(({ change_id }) => change_id)] : []
  }
  await inSmallSteps(store, { next, take: removeChanges }, pace)
}
