import { refreshReviews } from '../content/review/review.store.ts'
import type { Product, TestUser } from './product.ts'

const DAY = 86_400

/** Sets steward and period of a page, of a catalog, or (with neither) of the item. */
export const setReview = (
  who: TestUser,
  item_id: string,
  { page_id, cat_id }: { page_id?: string | undefined; cat_id?: string | undefined },
  more: Record<string, string>,
) => {
  const subject = page_id
    ? { kind: 'page', subject_id: page_id }
    : cat_id
      ? { kind: 'catalog', subject_id: cat_id }
      : { kind: 'item', subject_id: item_id }
  return who.api.review.set({ item_id, subjects: JSON.stringify([subject]), ...more })
}

/** "Still true" of the present version. */
export const verifyNow = async (who: TestUser, { server }: Product, page_id: string) => {
  const page = server.services.store.db.selectFrom('page').select('version').where('page_id', '=', Number(page_id))
  const { version } = await page.executeTakeFirstOrThrow()
  return who.api.review.verify({ page_id, version: String(version), until: '0', note: '' })
}

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
