import type { Db } from '../db/schema.ts'
import { countOn } from '../recycle/recycle.rules.ts'
import { countOf } from '../recycle/recycle.store.ts'

const SOME = 200

/** Looks at the clock; of several servers that look at once one counts. Answers the count, and whether the clock has jumped. */
export async function countTime(db: Db, now: number) {
  const { counted, seen, odd } = await countOf(db)
  const next = countOn({ counted, seen, odd }, now)
  await db.updateTable('retention').set(next).where('counted', '=', counted).where('seen', '=', seen).where('odd', '=', odd).execute()
  return { counted: (await countOf(db)).counted, seen, hasJumped: next.odd > 0 && seen > 0 }
}

export const uncountedPages = (db: Db) => db.selectFrom('recycle').select('id').where('counted_from', 'is', null).limit(SOME).execute()

export const countPage = (db: Db, id: number, counted_from: number) =>
  db.updateTable('recycle').set({ counted_from }).where('id', '=', id).execute()

export const countItems = (db: Db, counted_from: number) =>
  db.updateTable('item').set({ counted_from }).where('is_del', '=', 1).where('counted_from', 'is', null).execute()

export const pagesDue = (db: Db, until: number) =>
  db.selectFrom('recycle').select(['id', 'page_id', 'item_id']).where('counted_from', '<=', until).orderBy('id').limit(SOME).execute()

/** Whether it was still in the bin: it may be recovered at this moment, or cleared by another server. */
export const claimPage = async (db: Db, id: number) =>
  Number((await db.deleteFrom('recycle').where('id', '=', id).executeTakeFirst()).numDeletedRows) > 0

export const itemsDue = async (db: Db, until: number) =>
  (await db.selectFrom('item').select('item_id').where('is_del', '=', 1).where('counted_from', '<=', until).execute()).map(
    (row) => row.item_id,
  )
