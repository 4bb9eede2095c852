import { DEFAULT_ORDER } from '@sheaf/contract/limits'
import type { Services } from '../context.ts'
import { caseById, inParts } from '../db/many-rows.ts'
import type { Db } from '../db/schema.ts'

export interface CatalogFound {
  cat_id: number
  item_id: number
  parent_cat_id: number
  level: number
  cat_name: string
  s_number: number
  addtime: number
}

const columns = ['cat_id', 'item_id', 'parent_cat_id', 'level', 'cat_name', 's_number', 'addtime'] as const

/** All catalogs of an item in their order. */
export const catalogsOf = ({ store }: Pick<Services, 'store'>, item_id: number) =>
  store.hot<CatalogFound>(`select ${columns.join(', ')} from catalog where item_id = ? order by s_number, cat_id`, [item_id])

/** The same inside a transaction. */
export const catalogsIn = (db: Db, item_id: number): Promise<CatalogFound[]> =>
  db.selectFrom('catalog').select(columns).where('item_id', '=', item_id).orderBy('s_number').orderBy('cat_id').execute()

export const hasCatalog = async (db: Db, item_id: number, cat_id: number) =>
  Boolean(await db.selectFrom('catalog').select('cat_id').where('item_id', '=', item_id).where('cat_id', '=', cat_id).executeTakeFirst())

export const insertCatalog = (
  db: Db,
  row: Omit<CatalogFound, 'cat_id' | 's_number'> & { s_number?: number | undefined },
): Promise<CatalogFound> =>
  db
    .insertInto('catalog')
    .values({ ...row, s_number: row.s_number || DEFAULT_ORDER })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Many at once, each with its own name, place and number. */
export async function saveCatalogs(db: Db, item_id: number, rows: CatalogFound[]) {
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

/** The catalog of the page that somebody saved last in an item, 0 for none. */
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

export async function removeCatalogs(db: Db, item_id: number, cat_ids: number[]) {
  for (const part of inParts(cat_ids)) await db.deleteFrom('catalog').where('item_id', '=', item_id).where('cat_id', 'in', part).execute()
}
