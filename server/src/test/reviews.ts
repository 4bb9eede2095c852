import { refreshReviews } from '../content/review/review.store.ts'
import type { Product } from './product.ts'

const DAY = 86_400

/** As if this had happened to the reviews of an item some days earlier: a session would end before. */
export async function passDays({ server }: Product, item_id: string, days: number) {
  const { db } = server.services.store
  const [id, seconds] = [Number(item_id), days * DAY]
  await db
    .updateTable('stewardship')
    .set((row) => ({ set_time: row('set_time', '-', seconds) }))
    .where('item_id', '=', id)
    .execute()
  await db
    .updateTable('page')
    .set((row) => ({ created: row('created', '-', seconds) }))
    .where('item_id', '=', id)
    .execute()
  await db
    .updateTable('verification')
    .set((row) => ({ addtime: row('addtime', '-', seconds), until: row('until', '-', seconds) }))
    .where('item_id', '=', id)
    .execute()
  await db
    .updateTable('page_review')
    .set((row) => ({ verified_time: row('verified_time', '-', seconds), verified_until: row('verified_until', '-', seconds) }))
    .where('item_id', '=', id)
    .where('verified_time', '>', 0)
    .execute()
  await db.transaction().execute((trx) => refreshReviews(trx, id, 'all'))
}
