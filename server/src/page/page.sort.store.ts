import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** Statements carry so many rows at most. */
const ROWS = 500

function* inParts<T>(all: T[]) {
  for (let from = 0; from < all.length; from += ROWS) yield all.slice(from, from + ROWS)
}

/** The catalog of each of these pages that is in the item and not deleted. */
export async function placesOfPages(db: Db, item_id: number, page_ids: number[]) {
  const places = new Map<number, number>()
  for (const part of inParts(page_ids)) {
    const found = db.selectFrom('page').select(['page_id', 'cat_id']).where('item_id', '=', item_id).where('is_del', '=', 0)
    for (const { page_id, cat_id } of await found.where('page_id', 'in', part).execute()) places.set(page_id, cat_id)
  }
  return places
}

export async function numberPages(db: Db, numbers: { page_id: number; s_number: number }[]) {
  for (const part of inParts(numbers)) {
    const cases = sql.join(
      part.map(({ page_id, s_number }) => sql`when ${page_id} then cast(${s_number} as integer)`),
      sql` `,
    )
    await db
      .updateTable('page')
      .set({ s_number: sql<number>`case page_id ${cases} else s_number end` })
      .where(
        'page_id',
        'in',
        part.map((one) => one.page_id),
      )
      .execute()
  }
}
