import { caseById, inParts } from '../db/many-rows.ts'
import type { Db } from '../db/schema.ts'

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
    const page_ids = part.map((one) => one.page_id)
    const s_number = caseById(
      'page_id',
      part,
      (one) => one.page_id,
      (one) => one.s_number,
    )
    await db.updateTable('page').set({ s_number }).where('page_id', 'in', page_ids).execute()
  }
}
