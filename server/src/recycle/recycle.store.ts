import { nameColumn, personName } from '../db/person-name.ts'
import type { Db } from '../db/schema.ts'
import type { Count } from './recycle.rules.ts'

export const recycleBinOf = (db: Db, item_id: number) =>
  db
    .selectFrom('recycle')
    .select(['id', 'item_id', 'page_id', 'page_title', 'del_by_uid', 'del_by_username', 'del_time', 'counted_from', 'batch_id'])
    .select(nameColumn(personName('recycle.del_by_uid', 'recycle.del_by_username')).as('del_by_name'))
    .where('item_id', '=', item_id)
    .orderBy('id', 'desc')
    .execute()

export const countOf = (db: Db): Promise<Count> => db.selectFrom('retention').select(['counted', 'seen', 'odd']).executeTakeFirstOrThrow()

export const deletedPageOf = (db: Db, item_id: number, page_id: number) =>
  db
    .selectFrom('page')
    .innerJoin('recycle', 'recycle.page_id', 'page.page_id')
    .select(['page.page_id', 'page.page_title', 'page.page_content', 'page.author_username', 'page.addtime'])
    .select(nameColumn(personName('page.author_uid', 'page.author_username')).as('author_name'))
    .where('recycle.item_id', '=', item_id)
    .where('recycle.page_id', '=', page_id)
    .executeTakeFirst()

/** Removes the page from the bin and returns whether it was there. Of two concurrent calls only one returns true. */
export const takeFromBin = async (db: Db, item_id: number, page_id: number) =>
  Number((await db.deleteFrom('recycle').where('item_id', '=', item_id).where('page_id', '=', page_id).executeTakeFirst()).numDeletedRows) >
  0
