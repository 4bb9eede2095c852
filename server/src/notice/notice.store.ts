import type { ItemHead } from '../access/access.store.ts'
import type { User } from '../context.ts'
import type { Db } from '../db/schema.ts'
import type { About, Kind } from './notice.words.ts'

/** Whoever did it: somebody, or a program that has nobody's number. */
export type Doer = Pick<User, 'username' | 'name'> & { uid: number | null }

interface Told {
  /** Who is told; whoever did it is never told of it. */
  uids: (number | null)[]
  kind: Kind
  about: Omit<About, 'by'>
  item_id?: number
  page_id?: number
}

/** Writes a notice for each of these people; part of the transaction that does what it tells of. */
export const tell = (db: Db, by: Doer, told: Told, at: number) => tellAll(db, by, [told], at)

/** Rows of one insert; ten values each stay far below what both databases take. */
const AT_ONCE = 500

async function tellAll(db: Db, by: Doer, all: Told[], at: number) {
  const rows = all.flatMap((told) => rowsOf(by, told, at))
  for (let first = 0; first < rows.length; first += AT_ONCE)
    await db
      .insertInto('notice')
      .values(rows.slice(first, first + AT_ONCE))
      .execute()
}

function rowsOf(by: Doer, { uids, kind, about, item_id = 0, page_id = 0 }: Told, notice_time: number) {
  const notice_content = JSON.stringify({ ...about, by: by.name || by.username })
  const row = { kind, notice_title: '', notice_content, from_uid: by.uid, from_name: by.username, item_id, page_id, notice_time }
  return [...new Set(uids)].filter((uid): uid is number => uid !== null && uid !== by.uid).map((uid) => ({ ...row, uid }))
}

interface GonePage {
  page_title: string
  creator_uid: number | null
}

type Item = Pick<ItemHead, 'item_id' | 'item_name' | 'uid' | 'password_hash'>

/** Of these people those the item is not closed to meanwhile: a notice tells nobody what they may no longer read (S43). */
async function whoSee(db: Db, { item_id, uid, password_hash }: Item, uids: number[]): Promise<number[]> {
  if (uids.length === 0 || password_hash === '') return uids
  const rows = await db
    .selectFrom('user as u')
    .select('u.uid')
    .where('u.uid', 'in', uids)
    .where((row) =>
      row.or([
        row('u.uid', '=', uid),
        row('u.groupid', '=', 1),
        row('u.uid', 'in', row.selectFrom('item_member').select('uid').where('item_id', '=', item_id)),
        row('u.uid', 'in', row.selectFrom('team_item_member').select('member_uid').where('item_id', '=', item_id)),
      ]),
    )
    .execute()
  return rows.map((row) => row.uid)
}

const makersOf = (pages: GonePage[], by: Doer) =>
  [...new Set(pages.map((page) => page.creator_uid))].filter((uid): uid is number => uid !== null && uid !== by.uid)

/** Everybody whose pages went to the recycle bin by somebody else's hand is told, page by page. */
export async function tellDeleted(db: Db, by: Doer, item: Item, pages: GonePage[], at: number) {
  const told = new Set<number | null>(await whoSee(db, item, makersOf(pages, by)))
  const about = (page: GonePage) => ({ item: item.item_name, page: page.page_title })
  const notices = pages
    .filter((page) => told.has(page.creator_uid))
    .map((page) => ({ uids: [page.creator_uid], kind: 'pageDeleted' as const, about: about(page), item_id: item.item_id }))
  await tellAll(db, by, notices, at)
}

/** Everybody whose pages or whose whole right went along when a catalog left the item; where it went is not theirs to know (S43). */
export async function tellMoved(db: Db, by: Doer, item: Item, catalog: string, uids: (number | null)[], at: number) {
  const others = makersOf(
    uids.map((creator_uid) => ({ page_title: '', creator_uid })),
    by,
  )
  const about = { item: item.item_name, catalog }
  await tell(db, by, { uids: await whoSee(db, item, others), kind: 'catalogMoved', about, item_id: item.item_id }, at)
}

/** More pages than this changed or moved at once are told in one notice to each of their makers. */
const ONE_BY_ONE = 3

type MovedPage = GonePage & { page_id: number }

/** The makers of pages that left an item are told; which item they are in now only if they may see that one (S43). */
export async function tellPagesMoved(db: Db, by: Doer, way: { from: Item; to: Item }, pages: MovedPage[], at: number) {
  const seen = new Set(await whoSee(db, way.to, makersOf(pages, by)))
  for (const uid of new Set([...seen, ...(await whoSee(db, way.from, makersOf(pages, by)))])) {
    const own = pages.filter((page) => page.creator_uid === uid)
    const about = { item: way.from.item_name, ...(seen.has(uid) ? { to: way.to.item_name } : {}) }
    const item_id = seen.has(uid) ? way.to.item_id : way.from.item_id
    const one = (page: MovedPage) => ({
      ...{ uids: [uid], kind: 'pageMoved' as const, about: { ...about, page: page.page_title }, item_id },
      ...(seen.has(uid) ? { page_id: page.page_id } : {}),
    })
    const all = { uids: [uid], kind: 'pagesMoved' as const, about: { ...about, pages: own.length }, item_id }
    await tellAll(db, by, own.length <= ONE_BY_ONE ? own.map(one) : [all], at)
  }
}

const HOUR = 3600

/** The maker of a page is told that somebody changed it: once an hour, however often that is. */
export async function tellChanged(
  db: Db,
  by: Doer,
  item: Item,
  page: { page_id: number; page_title: string; creator_uid: number | null },
  at: number,
) {
  if ((await whoSee(db, item, makersOf([page], by))).length === 0) return
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

/** The makers of pages are told that somebody changed them, all at once. */
export async function tellPagesChanged(
  db: Db,
  by: Doer,
  item: Item,
  pages: { page_id: number; page_title: string; creator_uid: number | null }[],
  at: number,
) {
  for (const uid of await whoSee(db, item, makersOf(pages, by))) {
    const own = pages.filter((page) => page.creator_uid === uid)
    if (own.length <= ONE_BY_ONE) for (const page of own) await tellChanged(db, by, item, page, at)
    else
      await tell(
        db,
        by,
        { uids: [uid], kind: 'pagesChanged', about: { item: item.item_name, pages: own.length }, item_id: item.item_id },
        at,
      )
  }
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
