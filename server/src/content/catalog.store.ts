import { DEFAULT_ORDER } from '@sheaf/contract/limits'
import { type Selectable, sql } from 'kysely'
import type { Permission } from '../access/permission.ts'
import type { Services } from '../context.ts'
import { caseById, inParts } from '../db/batches.ts'
import type { Store } from '../db/dialect.ts'
import type { Db, Schema } from '../db/schema.ts'
import { moveIndexed } from '../db/search/search.ts'
import { transferChanges } from './change.store.ts'
import { touchItem } from './item.store.ts'
import { keepComposed } from './page-text.store.ts'
import { moveProofs } from './proof/proof.store.ts'
import { refreshReviews } from './review/review.store.ts'

/** From one item to another. */
interface ItemTransfer {
  from: Permission<'edit'>
  to: Permission<'edit'>
}

/** The pages in these catalogs, without their contents. */
export async function pagesBelow(db: Db, item_id: number, cat_ids: number[]) {
  const columns = ['page_id', 'cat_id', 'page_title', 'creator_uid', 's_number'] as const
  const pages: Pick<Selectable<Schema['page']>, (typeof columns)[number]>[] = []
  for (const part of inParts(cat_ids)) {
    const found = db.selectFrom('page').select(columns).where('item_id', '=', item_id).where('is_del', '=', 0)
    pages.push(...(await found.where('cat_id', 'in', part).orderBy('s_number').orderBy('page_id').execute()))
  }
  return pages
}

/** The members whose permission in the item is limited to one of these catalogs. */
export async function membersLimitedTo(db: Db, item_id: number, cat_ids: number[]): Promise<number[]> {
  const wanted = new Set(cat_ids)
  const own = await db.selectFrom('item_member').select(['uid', 'cat_id']).where('item_id', '=', item_id).execute()
  const byTeam = await db.selectFrom('team_item_member').select(['member_uid as uid', 'cat_id']).where('item_id', '=', item_id).execute()
  return [...own, ...byTeam].filter((row) => wanted.has(row.cat_id)).map((row) => row.uid)
}

/** The tables whose rows move to another item with their page. */
const movedTables = [
  'page',
  'page_history',
  'mock',
  'notice',
  'suggestion',
  'thread',
  'page_comment',
  'comment_mention',
  'page_feedback',
  'watch',
  'news_event',
  'tell',
  'stewardship',
  'verification',
  'page_review',
] as const

/**
 * Moves catalogs and pages to another item with their versions, changes, mocks, notices, comments, feedback, files and search index; links and locks only reference
 * the page. Pages in the recycle bin stay in the old item, and so does a file that other pages of it use.
 */
export async function transferToItem(store: Store, db: Db, items: ItemTransfer, cat_ids: number[], page_ids: number[], at: number) {
  const [from, to] = [items.from.item_id, items.to.item_id]
  for (const part of inParts(cat_ids)) {
    await db.updateTable('catalog').set({ item_id: to }).where('item_id', '=', from).where('cat_id', 'in', part).execute()
    // Suggested new pages of these catalogs.
    const news = db.updateTable('suggestion').set({ item_id: to }).where('item_id', '=', from).where('page_id', '=', 0)
    await news.where('cat_id', 'in', part).execute()
    await db.updateTable('stewardship').set({ item_id: to }).where('item_id', '=', from).where('cat_id', 'in', part).execute()
    const watched = db.updateTable('watch').set({ item_id: to }).where('kind', '=', 'catalog').where('subject_id', 'in', part)
    await watched.where('team_id', '=', 0).execute()
    // A team watches in the items that it belongs to.
    await db.deleteFrom('watch').where('kind', '=', 'catalog').where('subject_id', 'in', part).where('team_id', '>', 0).execute()
  }
  for (const part of inParts(page_ids)) {
    for (const table of movedTables)
      await db.updateTable(table).set({ item_id: to }).where('item_id', '=', from).where('page_id', 'in', part).execute()
  }
  for (const part of inParts(page_ids)) {
    await sql`update attachment set item_id = ${to} where item_id = ${from}
      and file_id in (select file_id from attachment_page where page_id in (${sql.join(part)}))
      and not exists (select 1 from attachment_page l join page p on p.page_id = l.page_id
        where l.file_id = attachment.file_id and p.item_id <> ${to})`.execute(db)
  }
  for (const part of inParts(page_ids)) await db.deleteFrom('steward_offer').where('page_id', 'in', part).execute()
  await refreshReviews(db, to, page_ids)
  await keepComposed(db, page_ids)
  await moveProofs(db, page_ids, to, at)
  await transferChanges(db, from, to, cat_ids, page_ids)
  await moveIndexed(store, db, page_ids, to)
}

const columns = ['cat_id', 'item_id', 'parent_cat_id', 'level', 'cat_name', 's_number', 'addtime'] as const
export type CatalogFound = Pick<Selectable<Schema['catalog']>, (typeof columns)[number]>

/** All catalogs of an item in their order. */
export const catalogsOf = ({ store }: Pick<Services, 'store'>, item_id: number) =>
  store.hot<CatalogFound>(`select ${columns.join(', ')} from catalog where item_id = ? order by s_number, cat_id`, [item_id])

/** Like catalogsOf, for several items; a statement for each five hundred of them. */
export async function catalogsOfEach({ store }: Pick<Services, 'store'>, item_ids: number[]): Promise<CatalogFound[]> {
  const found: CatalogFound[] = []
  for (const part of inParts(item_ids))
    found.push(
      ...(await store.db
        .selectFrom('catalog')
        .select(columns)
        .where('item_id', 'in', part)
        .orderBy('s_number')
        .orderBy('cat_id')
        .execute()),
    )
  return found
}

/** Like catalogsOf, inside a transaction. */
export const catalogsIn = (db: Db, item_id: number): Promise<CatalogFound[]> =>
  db.selectFrom('catalog').select(columns).where('item_id', '=', item_id).orderBy('s_number').orderBy('cat_id').execute()

export async function hasCatalog(db: Db, item_id: number, cat_id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from catalog where item_id = ${item_id} and cat_id = ${cat_id}`.execute(db)
  return rows.length > 0
}

export const insertCatalog = (
  db: Db,
  { item_id }: Permission<'edit'>,
  row: Omit<CatalogFound, 'cat_id' | 'item_id' | 's_number'> & { s_number?: number | undefined },
): Promise<CatalogFound> =>
  db
    .insertInto('catalog')
    .values({ ...row, item_id, s_number: row.s_number || DEFAULT_ORDER })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Creates deleted catalogs again, with their ids. */
export async function restoreCatalogs(db: Db, { item_id }: Permission<'edit'>, rows: CatalogFound[]) {
  for (const part of inParts(rows))
    await db
      .insertInto('catalog')
      .values(part.map((row) => ({ ...row, item_id })))
      .execute()
}

/** Updates name, parent and number of many catalogs. */
export async function saveCatalogs(db: Db, { item_id }: Permission<'edit'>, rows: CatalogFound[]) {
  for (const part of inParts(rows)) {
    const each = <V extends number | string>(of: (row: CatalogFound) => V) => caseById('cat_id', part, (row) => row.cat_id, of)
    await db
      .updateTable('catalog')
      .set({
        parent_cat_id: each((row) => row.parent_cat_id),
        level: each((row) => row.level),
        cat_name: each((row) => row.cat_name),
        s_number: each((row) => row.s_number),
      })
      .where('item_id', '=', item_id)
      .where(
        'cat_id',
        'in',
        part.map((row) => row.cat_id),
      )
      .execute()
  }
}

/** The item a catalog is in. */
export const itemOfCatalog = async ({ store }: Pick<Services, 'store'>, cat_id: number) =>
  (await store.hot<{ item_id: number }>('select item_id from catalog where cat_id = ?', [cat_id]))[0]?.item_id

/** The catalog of the page that the user saved last in an item, 0 for none. */
export const lastPlaceOf = async (db: Db, item_id: number, uid: number) =>
  (
    await db
      .selectFrom('page')
      .select('cat_id')
      .where('item_id', '=', item_id)
      .where('author_uid', '=', uid)
      .where('is_del', '=', 0)
      .orderBy('addtime', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.cat_id ?? 0

export async function removeCatalogs(db: Db, { item_id }: Permission<'edit'>, cat_ids: number[]) {
  for (const part of inParts(cat_ids))
    for (const table of ['catalog', 'stewardship'] as const)
      await db.deleteFrom(table).where('item_id', '=', item_id).where('cat_id', 'in', part).execute()
  for (const part of inParts(cat_ids))
    await db.deleteFrom('watch').where('item_id', '=', item_id).where('kind', '=', 'catalog').where('subject_id', 'in', part).execute()
}

/**
 * Locks the tree of an item until the transaction ends, and returns its current catalogs. Concurrent changes wait here and then see the
 * new tree (R24). Refuses an item that was archived or deleted since the permission check.
 */
export async function lockTree(db: Db, permission: Permission<'edit'>, at: number): Promise<CatalogFound[]> {
  await touchItem(db, permission, at)
  return catalogsIn(db, permission.item_id)
}

/** Locks several items in the order of their ids, which prevents deadlocks between concurrent moves. */
export async function lockTrees(db: Db, permissions: Permission<'edit'>[], at: number): Promise<Map<number, CatalogFound[]>> {
  const trees = new Map<number, CatalogFound[]>()
  for (const permission of permissions.toSorted((a, b) => a.item_id - b.item_id))
    if (!trees.has(permission.item_id)) trees.set(permission.item_id, await lockTree(db, permission, at))
  return trees
}

export interface PagePlace {
  page_id: number
  cat_id: number
  s_number: number
}

/** The current places of these pages of the item. */
export async function placesIn(db: Db, item_id: number, page_ids: number[]): Promise<Map<number, PagePlace>> {
  const places = new Map<number, PagePlace>()
  for (const part of inParts(page_ids)) {
    const found = db.selectFrom('page').select(['page_id', 'cat_id', 's_number']).where('item_id', '=', item_id).where('is_del', '=', 0)
    for (const place of await found.where('page_id', 'in', part).execute()) places.set(place.page_id, place)
  }
  return places
}

/** The pages directly in a catalog, in their order. */
export const placesInside = (db: Db, item_id: number, cat_id: number): Promise<PagePlace[]> =>
  db
    .selectFrom('page')
    .select(['page_id', 'cat_id', 's_number'])
    .where('item_id', '=', item_id)
    .where('cat_id', '=', cat_id)
    .where('is_del', '=', 0)
    .orderBy('s_number')
    .orderBy('page_id')
    .execute()

/** Moves pages to these places; their texts, versions and times stay the same. */
export async function placePages(db: Db, { item_id }: Permission<'edit'>, places: PagePlace[]) {
  for (const part of inParts(places)) {
    const each = (of: (place: PagePlace) => number) => caseById('page_id', part, (place) => place.page_id, of)
    await db
      .updateTable('page')
      .set({ cat_id: each((place) => place.cat_id), s_number: each((place) => place.s_number) })
      .where('item_id', '=', item_id)
      .where(
        'page_id',
        'in',
        part.map((place) => place.page_id),
      )
      .execute()
  }
}
