import type { Selectable } from 'kysely'
import type { CatalogFound } from '../content/catalog.store.ts'
import type { Db, Schema } from '../db/schema.ts'
import { pagesIn, type Selection } from '../page/selection/selection.service.ts'

/** What undo puts back: catalogs, ancestors first, and pages with their places from before. */
export interface Places {
  /** The selected catalogs; for a deletion all that were deleted. */
  catalogs: CatalogFound[]
  pages: { page_id: number; cat_id: number; s_number: number }[]
}

export type Batch = Omit<Selectable<Schema['tree_batch']>, 'places'> & { places: Places }

type NewBatch = Pick<Batch, 'uid' | 'kind' | 'item_id' | 'to_item_id' | 'to_cat_id' | 'addtime'>

/** The bin keeps pages for thirty days of running time, so a batch is kept somewhat longer. */
const KEPT_SECONDS = 60 * 86_400

/** Stores what an action takes, and forgets batches that nothing can undo any more. Returns the number. */
export async function insertBatch(db: Db, batch: NewBatch, places: Places): Promise<number> {
  await db
    .deleteFrom('tree_batch')
    .where('addtime', '<', batch.addtime - KEPT_SECONDS)
    .execute()
  const row = { ...batch, places: JSON.stringify(places) }
  return (await db.insertInto('tree_batch').values(row).returning('batch_id').executeTakeFirstOrThrow()).batch_id
}

/** Of a move only the selected catalogs and pages change their places; of a deletion all do. */
export const placesOf = (selection: Selection, tree: CatalogFound[], all: boolean): Places => {
  const byId = new Map(tree.map((row) => [row.cat_id, row]))
  const catalogs = all ? selection.cat_ids.map((cat_id) => byId.get(cat_id)).filter((row) => row !== undefined) : selection.tops
  const pages = (all ? pagesIn(selection) : selection.alone).map(({ page_id, cat_id, s_number }) => ({ page_id, cat_id, s_number }))
  return { catalogs, pages }
}

export async function batchOf(db: Db, batch_id: number): Promise<Batch | undefined> {
  const row = await db.selectFrom('tree_batch').selectAll().where('batch_id', '=', batch_id).executeTakeFirst()
  return row && { ...row, places: JSON.parse(row.places) as Places }
}

/** Removes the batch, so that it is undone once. Returns whether it was there. */
export const takeBatch = async (db: Db, batch_id: number) =>
  Number((await db.deleteFrom('tree_batch').where('batch_id', '=', batch_id).executeTakeFirst()).numDeletedRows) > 0

/** The pages of a batch that are still in the recycle bin of the item. */
export const pagesInBin = async (db: Db, item_id: number, batch_id: number) =>
  (await db.selectFrom('recycle').select('page_id').where('item_id', '=', item_id).where('batch_id', '=', batch_id).execute()).map(
    (row) => row.page_id,
  )
