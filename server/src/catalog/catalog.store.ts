import { DEFAULT_ORDER } from '@sheaf/contract'
import type { Db } from '../db/schema.ts'
import type { House } from '../lib/context.ts'

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
export const catalogsOf = ({ store }: Pick<House, 'store'>, item_id: number) =>
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

export const updateCatalog = (
  db: Db,
  item_id: number,
  cat_id: number,
  row: Partial<Omit<CatalogFound, 'cat_id' | 'item_id'>>,
): Promise<CatalogFound> =>
  db
    .updateTable('catalog')
    .set(row)
    .where('item_id', '=', item_id)
    .where('cat_id', '=', cat_id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const removeCatalogs = (db: Db, item_id: number, cat_ids: number[]) =>
  db.deleteFrom('catalog').where('item_id', '=', item_id).where('cat_id', 'in', cat_ids).execute()
