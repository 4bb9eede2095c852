import { sql } from 'kysely'
import type { User } from '../context.ts'
import type { Db } from '../db/schema.ts'

const KIND = 'message'
const MESSAGES_MAX = 50

/** An administrator's own words to everybody who can sign in, the writer too; answers how many that are. */
export async function notifyAllUsers(db: Db, by: User, words: { notice_title: string; notice_content: string }, at: number) {
  const everybody = db
    .selectFrom('user')
    .where('is_disabled', '=', 0)
    .select([
      'uid',
      sql<string>`cast(${KIND} as text)`.as('kind'),
      sql<string>`cast(${words.notice_title} as text)`.as('notice_title'),
      sql<string>`cast(${words.notice_content} as text)`.as('notice_content'),
      sql<number>`cast(${by.uid} as integer)`.as('from_uid'),
      sql<string>`cast(${by.username} as text)`.as('from_name'),
      sql<number>`0`.as('item_id'),
      sql<number>`0`.as('page_id'),
      sql<number>`cast(${at} as bigint)`.as('notice_time'),
    ])
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notice')
    .columns(['uid', 'kind', 'notice_title', 'notice_content', 'from_uid', 'from_name', 'item_id', 'page_id', 'notice_time'])
    .expression(everybody)
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/** What was sent to everybody, newest first, and how many of those who still have it have read it. */
export const messagesSent = (db: Db) =>
  db
    .selectFrom('notice')
    // As text of the query, so that the small index of these notices is used.
    .where(sql<boolean>`kind = 'message'`)
    .select(['notice_title', 'notice_content', 'from_name', 'notice_time'])
    .select((row) => [row.fn.countAll<number>().as('sent'), sql<number>`cast(coalesce(sum(is_read), 0) as integer)`.as('read')])
    .groupBy(['notice_time', 'from_uid', 'from_name', 'notice_title', 'notice_content'])
    .orderBy('notice_time', 'desc')
    .limit(MESSAGES_MAX)
    .execute()
