import type { Store } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { unindexPages } from '../db/search.ts'

const BATCH = 500

/** Takes back an item that was never shown, with all that was made for it; answers the names of its stored files. */
export async function dropUnfinished(store: Store, db: Db, item_id: number): Promise<string[]> {
  const pages = await db.selectFrom('page').select('page_id').where('item_id', '=', item_id).execute()
  await unindexPages(
    store,
    db,
    pages.map((page) => page.page_id),
  )
  const files = await db.selectFrom('attachment').select(['file_id', 'path']).where('item_id', '=', item_id).execute()
  for (let at = 0; at < files.length; at += BATCH) {
    const file_ids = files.slice(at, at + BATCH).map((file) => file.file_id)
    await db.deleteFrom('attachment_page').where('file_id', 'in', file_ids).execute()
  }
  for (const table of ['attachment', 'page', 'catalog', 'item'] as const)
    await db.deleteFrom(table).where('item_id', '=', item_id).execute()
  return files.map((file) => file.path)
}
