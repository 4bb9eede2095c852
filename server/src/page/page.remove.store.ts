import { removeRow } from '../attachment/attachment.remove.service.ts'
import { isOnAPage } from '../attachment/attachment.store.ts'
import type { Store } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { unindexPages } from '../db/search/search.ts'

/**
 * Takes a page away for good, with its states, link, lock, mock, and its place in the bin; with the files of its item, too, that no
 * other page shows. Answers where the bytes of those lie: they go once this is committed.
 */
export async function removePage(store: Store, db: Db, { page_id, item_id }: { page_id: number; item_id: number }, at: number) {
  const files = await db
    .selectFrom('attachment_page as link')
    .innerJoin('attachment as file', 'file.file_id', 'link.file_id')
    .select(['file.file_id', 'file.item_id', 'file.path', 'file.store'])
    .where('link.page_id', '=', page_id)
    .orderBy('file.file_id')
    .execute()
  for (const table of ['attachment_page', 'page_history', 'page_link', 'page_lock', 'mock', 'runapi_flow_page', 'recycle', 'page'] as const)
    await db.deleteFrom(table).where('page_id', '=', page_id).execute()
  await unindexPages(store, db, [page_id])
  const gone: string[] = []
  for (const file of files.filter((one) => one.item_id === item_id))
    if (!(await isOnAPage(db, file.file_id))) {
      await removeRow(db, file, at)
      gone.push(file.path)
    }
  return gone
}
