import { Refusal } from '@sheaf/contract'
import { caseById, inParts } from '../db/many-rows.ts'
import type { Db } from '../db/schema.ts'
import { type CatalogFound, catalogsIn } from './catalog.store.ts'
import { touchItem } from './item.store.ts'

/**
 * The catalogs of an item as they are now, and they stay so until the transaction ends: whoever arranges at the same time waits here
 * and then sees what has become of the tree (R24). An item archived or deleted since the right was looked up is refused.
 */
export async function takeTree(db: Db, item_id: number, at: number): Promise<CatalogFound[]> {
  await touchItem(db, item_id, at)
  const item = await db.selectFrom('item').select(['is_archived', 'is_del']).where('item_id', '=', item_id).executeTakeFirst()
  if (item?.is_del !== 0) throw new Refusal('noPermission')
  if (item.is_archived) throw new Refusal('archived')
  return catalogsIn(db, item_id)
}

/** Several items in the order of their ids: of two who move things to and fro neither locks the other out. */
export async function takeTrees(db: Db, item_ids: number[], at: number): Promise<Map<number, CatalogFound[]>> {
  const trees = new Map<number, CatalogFound[]>()
  for (const item_id of [...new Set(item_ids)].sort((a, b) => a - b)) trees.set(item_id, await takeTree(db, item_id, at))
  return trees
}

export interface PagePlace {
  page_id: number
  cat_id: number
  s_number: number
}

/** Where these pages of the item are. */
export async function placesIn(db: Db, item_id: number, page_ids: number[]): Promise<Map<number, PagePlace>> {
  const places = new Map<number, PagePlace>()
  for (const part of inParts(page_ids)) {
    const found = db.selectFrom('page').select(['page_id', 'cat_id', 's_number']).where('item_id', '=', item_id).where('is_del', '=', 0)
    for (const place of await found.where('page_id', 'in', part).execute()) places.set(place.page_id, place)
  }
  return places
}

/** The pages directly in a catalog, in their order. */
export const placesInside = (db: Db, item_id: number, cat_id: number): Promise<PagePlace[]> =>
  db
    .selectFrom('page')
    .select(['page_id', 'cat_id', 's_number'])
    .where('item_id', '=', item_id)
    .where('cat_id', '=', cat_id)
    .where('is_del', '=', 0)
    .orderBy('s_number')
    .orderBy('page_id')
    .execute()

/** Puts pages where they are wanted; their texts, versions and times stay. */
export async function placePages(db: Db, item_id: number, places: PagePlace[]) {
  for (const part of inParts(places)) {
    const each = (of: (place: PagePlace) => number) => caseById('page_id', part, (place) => place.page_id, of)
    await db
      .updateTable('page')
      .set({ cat_id: each((place) => place.cat_id), s_number: each((place) => place.s_number) })
      .where('item_id', '=', item_id)
      .where(
        'page_id',
        'in',
        part.map((place) => place.page_id),
      )
      .execute()
  }
}
