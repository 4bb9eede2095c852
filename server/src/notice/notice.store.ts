import type { Db } from '../db/schema.ts'
import type { User } from '../lib/context.ts'
import type { About, Kind } from './notice.words.ts'

interface Told {
  /** Who is told; whoever did it is never told of it. */
  uids: (number | null)[]
  kind: Kind
  about: Omit<About, 'by'>
  item_id?: number
  page_id?: number
}

/** Writes a notice for each of these people; part of the transaction that does what it tells of. */
export async function tell(db: Db, by: User, { uids, kind, about, item_id = 0, page_id = 0 }: Told, at: number) {
  const others = [...new Set(uids)].filter((uid): uid is number => uid !== null && uid !== by.uid)
  if (others.length === 0) return
  const from_name = by.name || by.username
  const row = {
    kind,
    notice_title: '',
    notice_content: JSON.stringify({ ...about, by: from_name }),
    from_uid: by.uid,
    from_name: by.username,
    item_id,
    page_id,
    notice_time: at,
  }
  await db
    .insertInto('notice')
    .values(others.map((uid) => ({ ...row, uid })))
    .execute()
}

interface GonePage {
  page_title: string
  creator_uid: number | null
}

/** Everybody whose pages went to the recycle bin by somebody else's hand is told, page by page. */
export async function tellDeleted(db: Db, by: User, item: { item_id: number; item_name: string }, pages: GonePage[], at: number) {
  for (const { page_title, creator_uid } of pages)
    await tell(
      db,
      by,
      { uids: [creator_uid], kind: 'pageDeleted', about: { item: item.item_name, page: page_title }, item_id: item.item_id },
      at,
    )
}

const HOUR = 3600

/** The maker of a page is told that somebody changed it: once an hour, however often that is. */
export async function tellChanged(
  db: Db,
  by: User,
  item: { item_id: number; item_name: string },
  page: { page_id: number; page_title: string; creator_uid: number | null },
  at: number,
) {
  if (page.creator_uid === null || page.creator_uid === by.uid) return
  const lately = await db
    .selectFrom('notice')
    .select('notice_id')
    .where('uid', '=', page.creator_uid)
    .where('kind', '=', 'pageChanged')
    .where('page_id', '=', page.page_id)
    .where('notice_time', '>', at - HOUR)
    .limit(1)
    .executeTakeFirst()
  if (lately) return
  const about = { item: item.item_name, page: page.page_title }
  await tell(db, by, { uids: [page.creator_uid], kind: 'pageChanged', about, item_id: item.item_id, page_id: page.page_id }, at)
}

const MOST = 500

export const noticesOf = (db: Db, uid: number, unreadOnly: boolean, count = MOST) =>
  db
    .selectFrom('notice')
    .select(['notice_id', 'kind', 'notice_title', 'notice_content', 'from_name', 'notice_time', 'is_read', 'item_id', 'page_id'])
    .where('uid', '=', uid)
    .$if(unreadOnly, (query) => query.where('is_read', '=', 0))
    .orderBy('notice_id', 'desc')
    .limit(Math.min(count || MOST, MOST))
    .execute()

/** How many rows were the user's own to change. */
export const markRead = async (db: Db, uid: number, notice_id: number) =>
  Number(
    (await db.updateTable('notice').set({ is_read: 1 }).where('uid', '=', uid).where('notice_id', '=', notice_id).executeTakeFirst())
      .numUpdatedRows,
  )

export const markAllRead = (db: Db, uid: number) =>
  db.updateTable('notice').set({ is_read: 1 }).where('uid', '=', uid).where('is_read', '=', 0).execute()

export const removeNotice = async (db: Db, uid: number, notice_id: number) =>
  Number((await db.deleteFrom('notice').where('uid', '=', uid).where('notice_id', '=', notice_id).executeTakeFirst()).numDeletedRows)
