import { inParts } from '../../db/batches.ts'
import type { Db } from '../../db/schema.ts'

/** The titles of those pages of the item that show no part and are the page of none, by their ids. */
export async function freePages(db: Db, item_id: number, page_ids: number[]): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (const some of inParts(page_ids)) {
    const rows = await db
      .selectFrom('page')
      .select(['page_id', 'page_title'])
      .where('item_id', '=', item_id)
      .where('is_del', '=', 0)
      .where('is_composed', '=', 0)
      .where('page_id', 'in', some)
      .where((row) =>
        row.not(row.exists(row.selectFrom('source_part as part').select('part.part_id').whereRef('part.page_id', '=', 'page.page_id'))),
      )
      .execute()
    for (const { page_id, page_title } of rows) found.set(page_id, page_title)
  }
  return found
}

/** Parts that were tied to a page before they were read, by their pages. */
export async function tiedParts(db: Db, source_id: number) {
  const rows = await db
    .selectFrom('source_part')
    .select(['part_id', 'part_key', 'page_id'])
    .where('source_id', '=', source_id)
    .where('since_seq', '=', 0)
    .where('is_detached', '=', 1)
    .where('gone_seq', '=', 0)
    .execute()
  return new Map(rows.map((row) => [row.page_id, row]))
}

/** Removes tied parts that the source does not have; their pages stay as they are. */
export const dropUntied = (db: Db, source_id: number) =>
  db.deleteFrom('source_part').where('source_id', '=', source_id).where('since_seq', '=', 0).where('gone_seq', '>', 0).execute()
