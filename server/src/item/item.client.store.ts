import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'

export const pinItem = (db: Db, uid: number, item_id: number, addtime: number) =>
  db
    .insertInto('item_top')
    .values({ uid, item_id, addtime })
    .onConflict((conflict) => conflict.columns(['uid', 'item_id']).doNothing())
    .execute()

export const unpinItem = (db: Db, uid: number, item_id: number) =>
  db.deleteFrom('item_top').where('uid', '=', uid).where('item_id', '=', item_id).execute()

export const pinsOf = async ({ store }: Pick<Services, 'store'>, uid: number) =>
  new Set((await store.hot<{ item_id: number }>('select item_id from item_top where uid = ?', [uid])).map((row) => row.item_id))

const TITLES_MAX = 100

/** The pages with this title in the order they are read; of more than a hundred the first. */
export const pagesTitled = async (db: Db, item_id: number, page_title: string) =>
  (
    await db
      .selectFrom('page')
      .select('page_id')
      .where('item_id', '=', item_id)
      .where('page_title', '=', page_title)
      .where('is_del', '=', 0)
      .orderBy('s_number')
      .orderBy('page_id')
      .limit(TITLES_MAX)
      .execute()
  ).map((row) => row.page_id)
