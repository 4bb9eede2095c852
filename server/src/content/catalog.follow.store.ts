import { sql } from 'kysely'
import type { Store } from '../db/dialect.ts'
import { inParts } from '../db/many-rows.ts'
import type { Db } from '../db/schema.ts'
import { moveIndexed } from '../db/search/search.ts'

/** From one item to another. */
export interface ItemTransfer {
  from: number
  to: number
}

/** The pages in these catalogs, by whom they were made. */
export async function pagesBelow(db: Db, item_id: number, cat_ids: number[]) {
  const pages: { page_id: number; creator_uid: number | null }[] = []
  for (const part of inParts(cat_ids)) {
    const found = db.selectFrom('page').select(['page_id', 'creator_uid']).where('item_id', '=', item_id).where('is_del', '=', 0)
    pages.push(...(await found.where('cat_id', 'in', part).orderBy('s_number').orderBy('page_id').execute()))
  }
  return pages
}

/** The members whose right in the item is limited to one of these catalogs. */
export async function membersLimitedTo(db: Db, item_id: number, cat_ids: number[]): Promise<number[]> {
  const wanted = new Set(cat_ids)
  const own = await db.selectFrom('item_member').select(['uid', 'cat_id']).where('item_id', '=', item_id).execute()
  const byTeam = await db.selectFrom('team_item_member').select(['member_uid as uid', 'cat_id']).where('item_id', '=', item_id).execute()
  return [...own, ...byTeam].filter((row) => wanted.has(row.cat_id)).map((row) => row.uid)
}

/**
 * Catalogs and their pages become another item's, with all that hangs on them: versions, mocks, notices, files and the search index
 * follow; links and locks hang on the page alone. What was in the recycle bin stays in it, and a file that is on pages here and there
 * stays the file of the item it came from.
 */
export async function transferToItem(store: Store, db: Db, { from, to }: ItemTransfer, cat_ids: number[], page_ids: number[]) {
  for (const part of inParts(cat_ids)) {
    await db.updateTable('catalog').set({ item_id: to }).where('item_id', '=', from).where('cat_id', 'in', part).execute()
  }
  for (const part of inParts(page_ids)) {
    for (const table of ['page', 'page_history', 'mock', 'notice'] as const)
      await db.updateTable(table).set({ item_id: to }).where('item_id', '=', from).where('page_id', 'in', part).execute()
  }
  for (const part of inParts(page_ids)) {
    await sql`update attachment set item_id = ${to} where item_id = ${from}
      and file_id in (select file_id from attachment_page where page_id in (${sql.join(part)}))
      and not exists (select 1 from attachment_page l join page p on p.page_id = l.page_id
        where l.file_id = attachment.file_id and p.item_id <> ${to})`.execute(db)
  }
  await moveIndexed(store, db, page_ids, to)
}
