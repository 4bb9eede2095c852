import { methodOf } from '@sheaf/markdown/method'
import { type Selectable, sql } from 'kysely'
import type { PagePermission, Permission, Scope } from '../access/permission.ts'
import type { User } from '../context.ts'
import { inParts } from '../db/batches.ts'
import type { Store } from '../db/dialect.ts'
import type { Db, Schema } from '../db/schema.ts'
import { indexLater, indexPage, unindexPages } from '../db/search/search.ts'
import { compose, removeText, storeText } from './page-text.store.ts'
import { followText, type Writer } from './proof/proof.store.ts'
import { hideReviews } from './review/review.store.ts'
import { noteSchemaPages } from './schema-words.store.ts'

type Column = keyof Selectable<Schema['page']>
type Written = 'cat_id' | 'page_title' | 'page_content' | 'page_comments' | 's_number' | 'author_uid' | 'author_username'
/** The fields of a page that its author writes. */
export type NewPage = Pick<Selectable<Schema['page']>, Written & Column> & Partial<Origin>

/** The program that saved a version, the accepted suggestion that it comes from, and the user who made the suggestion. */
type Origin = Pick<Selectable<Schema['page']>, 'via' | 'suggestion_id' | 'suggested_by'>

/** The target of a write: the item, the store, the transaction, and the time of the write in seconds. */
export interface WriteTarget {
  permission: Permission<'edit'>
  store: Store
  trx: Db
  at: number
}

const rowColumns = [
  'page_id',
  'author_uid',
  'author_username',
  'item_id',
  'cat_id',
  'page_title',
  'page_content',
  's_number',
  'page_comments',
  'is_del',
  'version',
  'addtime',
  'via',
  'suggestion_id',
  'suggested_by',
] as const

const returned = sql.join(rowColumns.map((column) => sql.ref(column)))
type PageRow = Pick<Selectable<Schema['page']>, (typeof rowColumns)[number]>

/** A suggestion of a program is accepted by a person. */
const writerOf = ({ author_uid, author_username, via = '', suggestion_id = 0 }: NewPage, sees: Scope): Writer => ({
  uid: author_uid,
  username: author_username,
  isPerson: author_uid !== null && (via === '' || suggestion_id > 0),
  sees,
})

/** `isIndexedLater`: the caller runs `indexAfterCommit`. */
export async function insertPage({ permission: { item_id, sees }, store, trx, at }: WriteTarget, page: NewPage, isIndexedLater = false) {
  const composed = await compose(trx, { item_id, page_id: 0 }, page.page_content, sees)
  const page_content = composed?.page_content ?? page.page_content
  const is_composed = composed ? 1 : 0
  const times = { creator_uid: page.author_uid, addtime: at, created: at }
  const row = await trx
    .insertInto('page')
    .values({ ...page, page_content, is_composed, item_id, method: methodOf(page_content), ...times })
    .returning(rowColumns)
    .executeTakeFirstOrThrow()
  if (composed) await storeText(trx, row, page.page_content, composed, page.author_uid)
  await followText(trx, row, page.page_content, { writer: writerOf(page, sees), at, isNew: true, isPart: is_composed === 1 })
  await (isIndexedLater ? indexLater(trx, [row.page_id]) : indexPage(store, trx, row))
  return row
}

/** Creates a page that will show parts, with its stored text. It is composed when the parts are known, and not searched before. */
export async function reserveComposed({ permission: { item_id }, trx, at }: WriteTarget, page: NewPage, page_text: string) {
  const times = { creator_uid: page.author_uid, addtime: at, created: at }
  const row = { ...page, ...times, item_id, is_composed: 1, method: methodOf(page.page_content) }
  const { page_id } = await trx.insertInto('page').values(row).returning('page_id').executeTakeFirstOrThrow()
  await trx.insertInto('page_text').values({ page_id, item_id, page_text }).execute()
  return page_id
}

const placeColumns = ['cat_id', 'page_title', 's_number'] as const
type Place = Pick<PageRow, (typeof placeColumns)[number]>

/**
 * Saves over a known version and returns the new row; undefined when the page was changed since. Raw SQL, because it is the most
 * frequent write. Title, catalog and number are written only if they differ from the page as it was read, and not with `stays`: SQLite
 * then skips their indexes, and a concurrent move of the page is kept.
 */
export async function updatePage(
  { permission: { item_id, sees }, store, trx, at }: WriteTarget,
  { page_id, version, is_composed: wasComposed, ...read }: Pick<PageRow, 'page_id' | 'version' | keyof Place> & { is_composed: number },
  page: NewPage,
  stays = false,
) {
  const { page_comments, author_uid, author_username } = page
  const { via = '', suggestion_id = 0, suggested_by = '' } = page
  const composed = await compose(trx, { item_id, page_id }, page.page_content, sees)
  const page_content = composed?.page_content ?? page.page_content
  const is_composed = composed ? 1 : 0
  const differing = stays ? [] : placeColumns.filter((column) => page[column] !== read[column])
  const place = sql.join(
    differing.map((column) => sql`${sql.ref(column)} = ${page[column]}, `),
    sql``,
  )
  const { rows } = await sql<PageRow>`update page set ${place} page_content = ${page_content},
    page_comments = ${page_comments}, author_uid = ${author_uid}, author_username = ${author_username},
    via = ${via}, suggestion_id = ${suggestion_id}, suggested_by = ${suggested_by},
    addtime = ${at}, method = ${methodOf(page_content)}, is_composed = ${is_composed}, version = version + 1
    where page_id = ${page_id} and item_id = ${item_id} and version = ${version} and is_del = 0 returning ${returned}`.execute(trx)
  const [row] = rows
  if (!row) return undefined
  if (composed) await storeText(trx, row, page.page_content, composed, page.author_uid)
  else if (wasComposed === 1) await removeText(trx, page_id)
  await followText(trx, row, page.page_content, { writer: writerOf(page, sees), at, isPart: is_composed === 1 || wasComposed === 1 })
  await indexPage(store, trx, row)
  return row
}

/** Pages directly in these catalogs (0: the root), in their order, without their contents. */
export const pagesIn = (db: Db, item_id: number, cat_ids: number[]) =>
  db
    .selectFrom('page')
    .select(['page_id', 'cat_id', 'page_title', 's_number', 'creator_uid'])
    .where('item_id', '=', item_id)
    .where('cat_id', 'in', cat_ids)
    .where('is_del', '=', 0)
    .orderBy('s_number')
    .orderBy('page_id')
    .execute()

/** Those of these pages that are in the item, by any creator. */
export async function pagesOf(db: Db, item_id: number, page_ids: number[]) {
  const columns = ['page_id', 'cat_id', 'page_title', 'creator_uid', 's_number', 'version'] as const
  const pages: Pick<Selectable<Schema['page']>, (typeof columns)[number]>[] = []
  for (const part of inParts(page_ids)) {
    const found = db.selectFrom('page').select(columns).where('item_id', '=', item_id)
    pages.push(...(await found.where('page_id', 'in', part).where('is_del', '=', 0).execute()))
  }
  return pages
}

export async function hasPages(db: Db, item_id: number): Promise<boolean> {
  const pages = db.selectFrom('page').select('page_id').where('item_id', '=', item_id).where('is_del', '=', 0)
  return (await pages.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Locks a page until the transaction ends; false if it is no longer in the item in which it was read. What is written about it then moves
 * with it, and concurrent writes about it are counted one after the other.
 */
export async function lockPageIn(trx: Db, { page_id, item_id }: { page_id: number; item_id: number }): Promise<boolean> {
  const own = trx.updateTable('page').set((now) => ({ is_del: now.ref('is_del') }))
  return (await own.where('page_id', '=', page_id).returning('item_id').executeTakeFirst())?.item_id === item_id
}

type Named = { page_id: number; page_title: string }

/** Maximum number of rows in one statement: a catalog can have thousands of pages. */
const ROWS = 500

/** The oldest page of a catalog with this title, within the transaction. */
export const pageTitledIn = async (db: Db, item_id: number, cat_id: number, page_title: string) =>
  (
    await sql<Pick<PageRow, 'page_id' | 'version'>>`select page_id, version from page
      where item_id = ${item_id} and page_title = ${page_title} and cat_id = ${cat_id} and is_del = 0 order by page_id limit 1`.execute(db)
  ).rows[0]

export const hasTitled = async (db: Db, item_id: number, cat_id: number, page_title: string) =>
  (await pageTitledIn(db, item_id, cat_id, page_title)) !== undefined

/**
 * Moves pages of an item to its recycle bin; history, files and links stay with them. `batch_id`: they were deleted together. Pages that
 * another request has deleted or taken to another item since they were read are left alone. Returns how many were deleted.
 */
export async function deletePages(target: WriteTarget, pages: Named[], by: Pick<User, 'uid' | 'username'>, batch_id = 0): Promise<number> {
  let deleted = 0
  for (let from = 0; from < pages.length; from += ROWS) deleted += await deleteSome(target, pages.slice(from, from + ROWS), by, batch_id)
  return deleted
}

type Deleter = Pick<User, 'uid' | 'username'>

async function deleteSome({ permission: { item_id }, store, trx, at }: WriteTarget, some: Named[], by: Deleter, batch_id: number) {
  const there = trx.updateTable('page').set({ is_del: 1 }).where('item_id', '=', item_id).where('is_del', '=', 0)
  const rows = await there
    .where(
      'page_id',
      'in',
      some.map((page) => page.page_id),
    )
    .returning('page_id')
    .execute()
  const page_ids = rows.map((row) => row.page_id)
  const pages = some.filter((page) => page_ids.includes(page.page_id))
  if (pages.length === 0) return 0
  await noteSchemaPages(trx, page_ids)
  await hideReviews(trx, page_ids)
  await unindexPages(store, trx, page_ids)
  await trx
    .insertInto('recycle')
    .values(
      pages.map(({ page_id, page_title }) => ({
        item_id,
        page_id,
        page_title,
        del_by_uid: by.uid,
        del_by_username: by.username,
        del_time: at,
        batch_id,
      })),
    )
    .onConflict((conflict) => conflict.column('page_id').doNothing())
    .execute()
  return pages.length
}

/** Restores a page from the recycle bin to the root of the item, because its catalog may not exist any more. Returns its title. */
export async function restorePage({ permission: { item_id }, store, trx }: Omit<WriteTarget, 'at'>, page_id: number) {
  const page = await trx
    .updateTable('page')
    .set({ is_del: 0, cat_id: 0 })
    .where('item_id', '=', item_id)
    .where('page_id', '=', page_id)
    .returning(['page_id', 'item_id', 'page_title', 'page_content'])
    .executeTakeFirstOrThrow()
  await noteSchemaPages(trx, [page_id])
  await indexPage(store, trx, page)
  return page.page_title
}

/**
 * Restores pages of the recycle bin to the root of the item. The caller runs `indexAfterCommit`.
 */
export async function restorePages({ permission: { item_id }, trx }: Pick<WriteTarget, 'permission' | 'trx'>, all: number[]) {
  for (const part of inParts(all)) {
    const back = trx.updateTable('page').set({ is_del: 0, cat_id: 0 }).where('item_id', '=', item_id).where('page_id', 'in', part)
    const pages = await back.returning('page_id').execute()
    if (pages.length === 0) continue
    await noteSchemaPages(trx, part)
    await indexLater(
      trx,
      pages.map((page) => page.page_id),
    )
  }
}

/** The key of the link of a page: the one that it has, or else this one. The row stays locked, so that it cannot be removed meanwhile. */
export async function setLink(db: Db, { page_id }: PagePermission, unique_key: string, addtime: number): Promise<string> {
  const link = await db
    .insertInto('page_link')
    .values({ page_id, unique_key, addtime })
    .onConflict((conflict) => conflict.column('page_id').doUpdateSet({ page_id }))
    .returning('unique_key')
    .executeTakeFirstOrThrow()
  return link.unique_key
}

export const removeLink = async (db: Db, { page_id }: PagePermission): Promise<boolean> =>
  Number((await db.deleteFrom('page_link').where('page_id', '=', page_id).executeTakeFirst()).numDeletedRows) > 0
