import { sql } from 'kysely'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import type { ExportNode, PageHead } from './export.nodes.ts'

/** Rows of the tree per query. Other requests run between two batches. */
const BATCH_HEADS = 1000
/** Limits of one batch of pages, in pages and in bytes, because a single page can have megabytes. */
const BATCH_PAGES = 40
const BATCH_BYTES = 512 * 1024

/**
 * All pages of an item without their texts, grouped by catalog and in their order. One statement says which pages there are, so that a page
 * that moves while the batches are read is neither left out nor read twice.
 */
export async function pageHeads(db: Db, item_id: number): Promise<PageHead[]> {
  const ids = await db.selectFrom('page').select('page_id').where('item_id', '=', item_id).where('is_del', '=', 0).execute()
  const heads: PageHead[] = []
  for (const part of inParts(ids, BATCH_HEADS)) {
    const { rows } = await sql<PageHead>`select page_id, cat_id, page_title, s_number, octet_length(page_content) as bytes from page
      where item_id = ${item_id} and is_del = 0 and page_id in (${sql.join(part.map(({ page_id }) => page_id))})`.execute(db)
    heads.push(...rows)
    await new Promise(setImmediate)
  }
  return heads.sort((one, other) => one.cat_id - other.cat_id || one.s_number - other.s_number || one.page_id - other.page_id)
}

/** Splits the list into batches that fit into memory. */
export function* batches(pages: ExportNode[]): Generator<ExportNode[]> {
  for (let from = 0; from < pages.length; ) {
    let to = from
    for (let bytes = 0; to < pages.length && to - from < BATCH_PAGES && (to === from || bytes < BATCH_BYTES); to++)
      bytes += pages[to]?.bytes ?? 0
    yield pages.slice(from, to)
    from = to
  }
}

/** These pages with their texts, without pages that were deleted or moved to another item in the meantime. */
export const readPages = (db: Db, item_id: number, page_ids: number[]) =>
  db
    .selectFrom('page')
    .select(['page_id', 'item_id', 'page_content', 'is_composed', 'page_comments as comments', 's_number', 'addtime'])
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .where('page_id', 'in', page_ids)
    .execute()

/** Signs of the files attached to these pages by page_id, in the order of attachment. */
export async function signsOn(db: Db, page_ids: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('attachment_page as link')
    .innerJoin('attachment as file', 'file.file_id', 'link.file_id')
    .select(['link.page_id', 'file.sign'])
    .where('link.page_id', 'in', page_ids)
    .orderBy('link.id')
    .execute()
  const signs = new Map<number, string[]>()
  for (const { page_id, sign } of rows) signs.set(page_id, [...(signs.get(page_id) ?? []), sign])
  return signs
}

/** The columns of these pages that rendering needs. */
export const pagesToRender = (db: Db, item_id: number, page_ids: number[]) =>
  db
    .selectFrom('page')
    .select(['page_id', 'item_id', 'cat_id', 'version', 'page_content', 'is_composed'])
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .where('page_id', 'in', page_ids)
    .execute()
