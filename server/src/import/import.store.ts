import { methodOf } from '@sheaf/markdown/method'
import type { Permission } from '../access/permission.ts'
import type { NewPage } from '../content/page.store.ts'
import { caseById } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'

/** Creates a page without its text, so that its id is known before links to it are written. */
export const reservePage = (db: Db, { item_id }: Permission<'edit'>, page: Omit<NewPage, 'page_content'>, at: number) =>
  db
    .insertInto('page')
    .values({ ...page, item_id, page_content: '', creator_uid: page.author_uid, addtime: at, created: at })
    .returning('page_id')
    .executeTakeFirstOrThrow()

export const setContent = (db: Db, { item_id }: Permission<'edit'>, page_id: number, page_content: string) =>
  db
    .updateTable('page')
    .set({ page_content, method: methodOf(page_content) })
    .where('item_id', '=', item_id)
    .where('page_id', '=', page_id)
    .execute()

/** The pages of an item without their texts, in their order. */
export const pageRows = (db: Db, item_id: number) =>
  db
    .selectFrom('page')
    .select(['page_id', 'cat_id', 'page_title', 's_number'])
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .orderBy('s_number')
    .orderBy('page_id')
    .execute()

/** The current page, read in the transaction that changes it. */
export const currentPage = (db: Db, page_id: number) =>
  db.selectFrom('page').selectAll().where('page_id', '=', page_id).where('is_del', '=', 0).executeTakeFirst()

/** The files of an item that have this name and size. */
export const filesByNameAndSize = (db: Db, item_id: number, display_name: string, file_size: number) =>
  db
    .selectFrom('attachment')
    .select(['file_id', 'sign', 'path', 'store'])
    .where('item_id', '=', item_id)
    .where('display_name', '=', display_name)
    .where('file_size', '=', file_size)
    .orderBy('file_id')
    .limit(20)
    .execute()

/** From the hidden item of an import to the item of the user. */
interface Publication {
  from: Permission<'edit'>
  to: Permission<'edit'>
}

export const publishCatalogs = (db: Db, { from, to }: Publication, rows: { cat_id: number; parent_cat_id: number }[]) =>
  db
    .updateTable('catalog')
    .set({
      item_id: to.item_id,
      parent_cat_id: caseById(
        'cat_id',
        rows,
        (row) => row.cat_id,
        (row) => row.parent_cat_id,
      ),
    })
    .where('item_id', '=', from.item_id)
    .where(
      'cat_id',
      'in',
      rows.map((row) => row.cat_id),
    )
    .execute()

export async function publishPages(db: Db, { from, to }: Publication, rows: { page_id: number; cat_id: number }[]) {
  const page_ids = rows.map((row) => row.page_id)
  await db
    .updateTable('page')
    .set({
      item_id: to.item_id,
      cat_id: caseById(
        'page_id',
        rows,
        (row) => row.page_id,
        (row) => row.cat_id,
      ),
    })
    .where('item_id', '=', from.item_id)
    .where('page_id', 'in', page_ids)
    .execute()
  for (const table of ['proof', 'example_run', 'page_state'] as const)
    await db.updateTable(table).set({ item_id: to.item_id }).where('item_id', '=', from.item_id).where('page_id', 'in', page_ids).execute()
}

export const publishFiles = (db: Db, { from, to }: Publication) =>
  db.updateTable('attachment').set({ item_id: to.item_id }).where('item_id', '=', from.item_id).execute()
