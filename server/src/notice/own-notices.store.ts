import type { Db } from '../db/schema.ts'

/* The list of notices of one person. */

const NOTICES_MAX = 500

interface Wanted {
  isUnread: boolean
  count: number | undefined
  /** All kinds when undefined. */
  kinds: readonly string[] | undefined
}

export const noticesOf = (db: Db, uid: number, { isUnread, count = NOTICES_MAX, kinds }: Wanted) =>
  db
    .selectFrom('notice')
    .select(['notice_id', 'kind', 'notice_title', 'notice_content', 'from_name', 'notice_time', 'is_read', 'item_id', 'page_id'])
    .where('uid', '=', uid)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', [...(kinds ?? [])]))
    .$if(isUnread, (query) => query.where('is_read', '=', 0))
    .orderBy('notice_id', 'desc')
    .limit(Math.min(count || NOTICES_MAX, NOTICES_MAX))
    .execute()

/** Returns 1, or 0 when the user has no such notice. */
export const markRead = async (db: Db, uid: number, notice_id: number) =>
  Number(
    (await db.updateTable('notice').set({ is_read: 1 }).where('uid', '=', uid).where('notice_id', '=', notice_id).executeTakeFirst())
      .numUpdatedRows,
  )

/** Notices per statement: SQLite runs one on the event loop. */
const READ_ROWS = 1000

/** Those that come meanwhile stay unread. */
export async function markAllRead(db: Db, uid: number) {
  const unread = db.selectFrom('notice').where('uid', '=', uid).where('is_read', '=', 0)
  const newest = (await unread.select('notice_id').orderBy('notice_id', 'desc').limit(1).executeTakeFirst())?.notice_id ?? 0
  const some = unread.select('notice_id').where('notice_id', '<=', newest).limit(READ_ROWS)
  for (let marked = READ_ROWS; marked === READ_ROWS; ) {
    const { numUpdatedRows } = await db.updateTable('notice').set({ is_read: 1 }).where('notice_id', 'in', some).executeTakeFirst()
    marked = Number(numUpdatedRows)
  }
}

export const removeNotice = async (db: Db, uid: number, notice_id: number) =>
  Number((await db.deleteFrom('notice').where('uid', '=', uid).where('notice_id', '=', notice_id).executeTakeFirst()).numDeletedRows)
