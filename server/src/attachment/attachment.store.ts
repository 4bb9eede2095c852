import type { Db } from '../db/schema.ts'
import type { House } from '../lib/context.ts'

/** The address under which a file is visited; the form existing clients know. */
export const addressOf = (base: string, sign: string) => `${base}/server/index.php?s=/api/attachment/visitFile/sign/${sign}`

export interface Stored {
  file_id: number
  sign: string
  item_id: number
  uid: number
  display_name: string
  file_type: string
  file_size: number
  store: string
  path: string
}

export const bySign = async ({ store }: Pick<House, 'store'>, sign: string) =>
  (
    await store.hot<Stored>(
      'select file_id, sign, item_id, uid, display_name, file_type, file_size, store, path from attachment where sign = ?',
      [sign],
    )
  )[0]

/** The catalogs of the pages that a file is on. */
export const placesOf = ({ store }: Pick<House, 'store'>, file_id: number) =>
  store.hot<{ cat_id: number }>(
    'select p.cat_id from attachment_page l join page p on p.page_id = l.page_id where l.file_id = ? and p.is_del = 0',
    [file_id],
  )

export const ofPage = (db: Db, page_id: number) =>
  db
    .selectFrom('attachment_page as link')
    .innerJoin('attachment as file', 'file.file_id', 'link.file_id')
    .select(['file.file_id', 'file.display_name', 'file.sign', 'file.addtime', 'file.file_size', 'file.file_type'])
    .where('link.page_id', '=', page_id)
    .orderBy('link.id', 'desc')
    .execute()

export const insertFile = (db: Db, file: Omit<Stored, 'file_id'> & { addtime: number }) =>
  db.insertInto('attachment').values(file).returning('file_id').executeTakeFirstOrThrow()

export async function linkFiles(db: Db, links: { file_id: number; page_id: number; addtime: number }[]) {
  if (links.length)
    await db
      .insertInto('attachment_page')
      .values(links)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export const noteVisit = (db: Db, file_id: number, at: number) =>
  db
    .updateTable('attachment')
    .set((row) => ({ visit_times: row('visit_times', '+', 1), last_visit_time: at }))
    .where('file_id', '=', file_id)
    .execute()
