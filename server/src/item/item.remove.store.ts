import type { Db } from '../db/schema.ts'

const REMOVE_BATCH_ROWS = 100

export const pagesLeft = (db: Db, item_id: number) =>
  db.selectFrom('page').select(['page_id', 'item_id']).where('item_id', '=', item_id).limit(REMOVE_BATCH_ROWS).execute()

export const filesLeft = (db: Db, item_id: number) =>
  db.selectFrom('attachment').select(['file_id', 'path', 'store']).where('item_id', '=', item_id).limit(REMOVE_BATCH_ROWS).execute()

export const catalogsLeft = (db: Db, item_id: number) =>
  db.selectFrom('catalog').select('cat_id').where('item_id', '=', item_id).limit(REMOVE_BATCH_ROWS).execute()

export const removeCatalog = (db: Db, { cat_id }: { cat_id: number }) => db.deleteFrom('catalog').where('cat_id', '=', cat_id).execute()

/** A file that a page of another item shows stays, as one of whoever uploaded it. */
export const setFree = (db: Db, file_id: number) =>
  db.updateTable('attachment').set({ item_id: 0 }).where('file_id', '=', file_id).execute()

/** By API clients, and by whoever pinned it. */
const kept = ['runapi_env', 'runapi_env_selected', 'item_variable', 'runapi_flow', 'item_top'] as const

/** The item itself and who had which right on it. */
export async function removeItemRow(db: Db, item_id: number) {
  const flows = db.selectFrom('runapi_flow').select('id').where('item_id', '=', item_id)
  await db.deleteFrom('runapi_flow_page').where('flow_id', 'in', flows).execute()
  for (const table of [...kept, 'item_member', 'team_item_member', 'team_item', 'item_key', 'item'] as const)
    await db.deleteFrom(table).where('item_id', '=', item_id).execute()
}
