import type { Selectable } from 'kysely'
import type { ChangePlace } from '../../change/change.store.ts'
import type { ChangeType } from '../../content/change.rules.ts'
import type { Services } from '../../context.ts'
import { inParts } from '../../db/batches.ts'
import { nameColumn, personName } from '../../db/person-name.ts'
import type { Db, Schema } from '../../db/schema.ts'

type StoreServices = Pick<Services, 'store'>

export type TellRow = Selectable<Schema['tell']>

/** Rows that one mail takes. More of them are counted in its last line. */
const TELL_ROWS_MAX = 2000

export const tellRowsOfMail = ({ store: { db } }: StoreServices, mail_id: number) =>
  db
    .selectFrom('tell')
    .selectAll()
    .where('mail_id', '=', mail_id)
    .where('state', '=', 'waiting')
    .orderBy('tell_id')
    .limit(TELL_ROWS_MAX)
    .execute()

export const tellRowsWaiting = ({ store: { db } }: StoreServices, uid: number) =>
  db.selectFrom('tell').selectAll().where('uid', '=', uid).where('state', '=', 'waiting').orderBy('tell_id').limit(TELL_ROWS_MAX).execute()

async function gather<Row>(ids: readonly number[], read: (part: number[]) => Promise<Row[]>): Promise<Row[]> {
  const found: Row[] = []
  for (const part of inParts([...new Set(ids)].filter((id) => id > 0))) found.push(...(await read(part)))
  return found
}

/** The places of pages as they are now. */
export async function pagesNow({ store: { db } }: StoreServices, page_ids: readonly number[]) {
  const rows = await gather(page_ids, (part) =>
    db.selectFrom('page').select(['page_id', 'item_id', 'cat_id', 'page_title', 'is_del']).where('page_id', 'in', part).execute(),
  )
  return new Map(rows.map((row) => [row.page_id, row]))
}

/** What decides who sees changes: where they happened, and where their pages are now. */
export const placesOf = ({ store: { db } }: StoreServices, change_ids: readonly number[]): Promise<ChangePlace[]> =>
  gather(change_ids, async (part) => {
    const rows = await db
      .selectFrom('change as c')
      .leftJoin('page as p', (join) => join.onRef('p.page_id', '=', 'c.page_id').on('c.page_id', '>', 0))
      .select(['c.change_id', 'c.seq', 'c.item_id', 'c.page_id', 'c.cat_id', 'c.type', 'c.uid', 'c.via'])
      .select(['p.item_id as page_item', 'p.cat_id as page_cat', 'p.is_del as page_del'])
      .where('c.change_id', 'in', part)
      .execute()
    return rows.map((row) => ({ ...row, type: row.type as ChangeType }))
  })

/** Comments that are not deleted, with the state of their threads. */
export const commentsById = ({ store: { db } }: StoreServices, comment_ids: readonly number[]) =>
  gather(comment_ids, (part) =>
    db
      .selectFrom('page_comment')
      .select(['comment_id', 'thread_id', 'page_id', 'content', 'uid'])
      .select(nameColumn(personName('page_comment.uid', 'page_comment.username')).as('name'))
      .where('comment_id', 'in', part)
      .where('is_deleted', '=', 0)
      .execute(),
  )

/** Threads that are still there. */
export async function threadsThere({ store: { db } }: StoreServices, thread_ids: readonly number[]) {
  const rows = await gather(thread_ids, (part) => db.selectFrom('thread').select('thread_id').where('thread_id', 'in', part).execute())
  return new Set(rows.map(({ thread_id }) => thread_id))
}

/** Notices of the person that are not read. */
export async function unreadNotices({ store: { db } }: StoreServices, uid: number, notice_ids: readonly number[]) {
  const rows = await gather(notice_ids, (part) =>
    db
      .selectFrom('notice')
      .select(['notice_id', 'kind', 'notice_title', 'notice_content', 'from_name', 'item_id', 'page_id'])
      .where('notice_id', 'in', part)
      .where('uid', '=', uid)
      .where('is_read', '=', 0)
      .execute(),
  )
  return new Map(rows.map((row) => [row.notice_id, row]))
}

export const personOf = (db: Db, uid: number) =>
  db
    .selectFrom('user')
    .select(['uid', 'username', 'name', 'email', 'email_verify', 'groupid', 'is_disabled'])
    .where('uid', '=', uid)
    .executeTakeFirst()
