import { methodOf } from '@sheaf/markdown/method'
import { sql } from 'kysely'
import type { Permission } from '../access/permission.ts'
import { removeRow } from '../attachment/attachment.service.ts'
import { isOnAPage } from '../attachment/attachment.store.ts'
import { nextVersion } from '../content/item.store.ts'
import type { WriteTarget } from '../content/page.store.ts'
import type { Services } from '../context.ts'
import { caseById, inParts, inSmallSteps, type Pace } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { unindexPages } from '../db/search/search.ts'

/** Rows per step; small, because each row includes its text. */
const ROWS = 20

interface PageWithoutMethod {
  page_id: number
  item_id: number
  page_content: string
  version: number
}

/** Stores the HTTP method of pages from databases of older versions, which have none. */
export const storeMissingMethods = ({ store }: Pick<Services, 'store'>, pace?: Pace) =>
  inSmallSteps(store, { next: () => pagesWithoutMethod(store.db), take: storeMethod }, pace)

const pagesWithoutMethod = (db: Db): Promise<PageWithoutMethod[]> =>
  db
    .selectFrom('page')
    .select(['page_id', 'item_id', 'page_content', 'version'])
    .where('method', 'is', null)
    .orderBy('page_id')
    .limit(ROWS)
    .execute()

async function storeMethod(db: Db, { page_id, item_id, page_content, version }: PageWithoutMethod) {
  const method = methodOf(page_content)
  // Menus are cached per version. The content does not change, so the item's "last updated" stays.
  if (method !== '') await sql`update item set ${nextVersion(page_id)} where item_id = ${item_id}`.execute(db)
  // A concurrent save has stored the method already.
  await sql`update page set method = ${method} where page_id = ${page_id} and version = ${version} and method is null`.execute(db)
}

/** Maps page_id to cat_id, for those of the pages that are in the item and not deleted. */
export async function placesOfPages(db: Db, item_id: number, page_ids: number[]) {
  const places = new Map<number, number>()
  for (const part of inParts(page_ids)) {
    const found = db.selectFrom('page').select(['page_id', 'cat_id']).where('item_id', '=', item_id).where('is_del', '=', 0)
    for (const { page_id, cat_id } of await found.where('page_id', 'in', part).execute()) places.set(page_id, cat_id)
  }
  return places
}

export async function numberPages(db: Db, { item_id }: Permission<'edit'>, numbers: { page_id: number; s_number: number }[]) {
  for (const part of inParts(numbers)) {
    const page_ids = part.map((row) => row.page_id)
    const s_number = caseById(
      'page_id',
      part,
      (row) => row.page_id,
      (row) => row.s_number,
    )
    await db.updateTable('page').set({ s_number }).where('item_id', '=', item_id).where('page_id', 'in', page_ids).execute()
  }
}

/**
 * Deletes a page permanently, with its revisions, link, lock, mock and recycle bin entry, and the files of its item that no other page
 * uses. Returns the paths of these files; delete them after the commit.
 */
export async function removePage({ permission: { item_id }, store, trx, at }: WriteTarget, page_id: number) {
  const files = await trx
    .selectFrom('attachment_page as link')
    .innerJoin('attachment as file', 'file.file_id', 'link.file_id')
    .select(['file.file_id', 'file.item_id', 'file.path', 'file.store'])
    .where('link.page_id', '=', page_id)
    .orderBy('file.file_id')
    .execute()
  for (const table of [
    'attachment_page',
    'page_history',
    'page_link',
    'page_lock',
    'page_text',
    'page_part',
    'source_word',
    'proof',
    'example_run',
    'page_state',
    'stewardship',
    'verification',
    'page_review',
    'steward_offer',
    'thread',
    'page_comment',
    'comment_mention',
    'page_feedback',
    'watch',
    'news_event',
    'tell',
    'mock',
    'runapi_flow_page',
    'recycle',
    'page',
  ] as const)
    await trx.deleteFrom(table).where('page_id', '=', page_id).execute()
  await trx
    .updateTable('suggestion')
    .set({ state: 'overtaken', decided_time: at })
    .where('page_id', '=', page_id)
    .where('state', '=', 'open')
    .execute()
  // A part whose page a person has deleted gets no other one; a part that was gone gets a new one when it is back.
  await sql`update source_part set page_id = 0, is_detached = case when gone_seq > 0 then is_detached else 1 end
    where page_id = ${page_id}`.execute(trx)
  await unindexPages(store, trx, [page_id])
  const paths: string[] = []
  for (const file of files.filter((row) => row.item_id === item_id))
    if (!(await isOnAPage(trx, file.file_id))) {
      await removeRow(trx, file, at)
      paths.push(file.path)
    }
  return paths
}
