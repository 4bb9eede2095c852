import { methodOf } from '@sheaf/markdown/method'
import { sql } from 'kysely'
import { removeRow } from '../attachment/attachment.service.ts'
import { isOnAPage } from '../attachment/attachment.store.ts'
import type { Services } from '../context.ts'
import { caseById, inParts, inSmallSteps, type Pace } from '../db/batches.ts'
import type { Store } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { unindexPages } from '../db/search/search.ts'

/** Few at a time: each comes with its text. */
const ROWS = 20

interface Unknown {
  page_id: number
  item_id: number
  page_content: string
  version: number
}

/** Looks at the pages whose method nobody has noted yet: those of a database of before. */
export const learnMethods = ({ store }: Pick<Services, 'store'>, pace?: Pace) =>
  inSmallSteps(store, { next: () => unknown(store.db), take: learn }, pace)

const unknown = (db: Db): Promise<Unknown[]> =>
  db
    .selectFrom('page')
    .select(['page_id', 'item_id', 'page_content', 'version'])
    .where('method', 'is', null)
    .orderBy('page_id')
    .limit(ROWS)
    .execute()

async function learn(db: Db, { page_id, item_id, page_content, version }: Unknown) {
  const method = methodOf(page_content)
  // Finished menus are kept per version; nothing has changed that an item's "last updated" should tell.
  if (method !== '') await sql`update item set tree_version = tree_version + 1 where item_id = ${item_id}`.execute(db)
  // Whoever has saved the page meanwhile has noted it.
  await sql`update page set method = ${method} where page_id = ${page_id} and version = ${version} and method is null`.execute(db)
}

/** The catalog of each of these pages that is in the item and not deleted. */
export async function placesOfPages(db: Db, item_id: number, page_ids: number[]) {
  const places = new Map<number, number>()
  for (const part of inParts(page_ids)) {
    const found = db.selectFrom('page').select(['page_id', 'cat_id']).where('item_id', '=', item_id).where('is_del', '=', 0)
    for (const { page_id, cat_id } of await found.where('page_id', 'in', part).execute()) places.set(page_id, cat_id)
  }
  return places
}

export async function numberPages(db: Db, numbers: { page_id: number; s_number: number }[]) {
  for (const part of inParts(numbers)) {
    const page_ids = part.map((one) => one.page_id)
    const s_number = caseById(
      'page_id',
      part,
      (one) => one.page_id,
      (one) => one.s_number,
    )
    await db.updateTable('page').set({ s_number }).where('page_id', 'in', page_ids).execute()
  }
}

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
