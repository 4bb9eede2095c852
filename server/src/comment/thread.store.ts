import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Services } from '../context.ts'
import { nameColumn, personName } from '../db/person-name.ts'
import type { Db, Schema } from '../db/schema.ts'

type StoreServices = Pick<Services, 'store'>

export type Thread = Selectable<Schema['thread']>

export const threadOf = async ({ store }: StoreServices, thread_id: number) =>
  (await store.hot<Thread>('select * from thread where thread_id = ?', [thread_id]))[0]

/** Resolved threads of a page that its list shows. */
const RESOLVED_MAX = 500

/** The open threads of a page, whose number is limited, and the resolved ones that were active last. */
export const threadsOfPage = ({ store }: StoreServices, page_id: number) =>
  store.hot<Thread>(
    `select * from thread where page_id = ? and state = 'open' union all
     select * from (select * from thread where page_id = ? and state = 'resolved' order by last_time desc limit ${RESOLVED_MAX}) resolved`,
    [page_id, page_id],
  )

export type NewThread = Omit<
  Thread,
  'thread_id' | 'state' | 'resolved_uid' | 'resolved_name' | 'resolved_time' | 'resolved_version' | 'replies' | 'last_comment_id'
>

export const insertThread = async (db: Db, row: NewThread): Promise<number> =>
  (await db.insertInto('thread').values(row).returning('thread_id').executeTakeFirstOrThrow()).thread_id

export const countOpen = async (db: Db, page_id: number) =>
  Number(
    (
      await db
        .selectFrom('thread')
        .select((row) => row.fn.countAll().as('n'))
        .where('page_id', '=', page_id)
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow()
    ).n,
  )

/**
 * Locks a thread until the transaction ends; undefined when it is gone. A write that counts what the page has locks the page first, as all
 * writes do: in another order, two of them would wait for each other.
 */
export const lockThread = (db: Db, thread_id: number): Promise<Thread | undefined> =>
  db
    .updateTable('thread')
    .set((now) => ({ replies: now.ref('replies') }))
    .where('thread_id', '=', thread_id)
    .returningAll()
    .executeTakeFirst()

export type ThreadChange = Partial<
  Pick<
    Thread,
    | 'state'
    | 'resolved_uid'
    | 'resolved_name'
    | 'resolved_time'
    | 'resolved_version'
    | 'last_time'
    | 'last_comment_id'
    | 'replies'
    | 'kind'
    | 'heading'
    | 'quote'
    | 'quote_length'
    | 'text_before'
    | 'text_after'
    | 'start_at'
    | 'version'
    | 'place'
    | 'place_at'
    | 'place_length'
    | 'place_version'
  >
>

export async function changeThread(db: Db, thread_id: number, change: ThreadChange) {
  await db.updateTable('thread').set(change).where('thread_id', '=', thread_id).execute()
}

export async function removeThread(db: Db, thread_id: number) {
  for (const table of ['comment_mention', 'page_comment', 'thread'] as const)
    await db.deleteFrom(table).where('thread_id', '=', thread_id).execute()
  await db.deleteFrom('watch').where('kind', '=', 'thread').where('subject_id', '=', thread_id).execute()
}

export interface Place {
  place: Thread['place']
  place_at: number
  place_length: number
}

/** Stores the places of threads in a version, unless a newer one is stored already. */
export async function storePlaces(db: Db, places: (Place & { thread_id: number })[], place_version: number) {
  for (const { thread_id, ...place } of places)
    await db
      .updateTable('thread')
      .set({ ...place, place_version })
      .where('thread_id', '=', thread_id)
      .where('place_version', '<', place_version)
      .execute()
}

/** Those of the pages that have threads whose places are those of an older version. */
export const pagesBehind = async (db: Db, page_ids: number[]) =>
  (
    await db
      .selectFrom('thread')
      .innerJoin('page', 'page.page_id', 'thread.page_id')
      .select('thread.page_id')
      .distinct()
      .where('thread.page_id', 'in', page_ids)
      .whereRef('thread.place_version', '<', 'page.version')
      .execute()
  ).map(({ page_id }) => page_id)

interface PageCounts {
  page_id: number
  cat_id: number
  open: number
  lost: number
}

/** Open threads of the pages of an item. */
export const countsIn = ({ store }: StoreServices, item_id: number) =>
  store.hot<PageCounts>(
    `select t.page_id, p.cat_id, count(*) as open, sum(case when t.place = 'lost' then 1 else 0 end) as lost
     from thread t join page p on p.page_id = t.page_id and p.is_del = 0
     where t.item_id = ? and t.state = 'open' group by t.page_id, p.cat_id order by t.page_id`,
    [item_id],
  )

export const countThreadsIn = async (db: Db, item_id: number) =>
  Number(
    (
      await db
        .selectFrom('thread')
        .select((row) => row.fn.countAll().as('n'))
        .where('item_id', '=', item_id)
        .executeTakeFirstOrThrow()
    ).n,
  )

export type MineState = 'me' | 'begun' | 'open' | ''

/** Threads that a person took part in, the latest comment first. */
export const threadsWith = (db: Db, uid: number, state: MineState, { before, count }: { before: number; count: number }) => {
  const mentioned = sql<SqlBool>`thread.thread_id in (select thread_id from comment_mention where uid = ${uid})`
  const begun = sql<SqlBool>`thread.uid = ${uid}`
  // One list of ids: with an "or" and a condition about another table next to it, both databases read the threads of everyone.
  const own = sql<SqlBool>`thread.thread_id in (select thread_id from comment_mention where uid = ${uid}
    union select thread_id from thread where uid = ${uid} union select thread_id from page_comment where uid = ${uid})`
  return (
    db
      .selectFrom('thread')
      .innerJoin('page', 'page.page_id', 'thread.page_id')
      .innerJoin('page_comment as last', 'last.comment_id', 'thread.last_comment_id')
      .selectAll('thread')
      .select(['page.page_title', 'page.cat_id', 'last.content as last_content', 'last.uid as last_uid'])
      .select(nameColumn(personName('last.uid', 'last.username')).as('last_name'))
      .where('page.is_del', '=', 0)
      .$if(before > 0, (query) => query.where('thread.last_comment_id', '<', before))
      .$if(state === 'begun', (query) => query.where(begun))
      // Answered by others, or mentioned.
      .$if(state === 'me', (query) => query.where((row) => row.or([mentioned, row('last.uid', '!=', uid)])))
      .$if(state !== 'begun', (query) => query.where(own))
      .$if(state === 'open', (query) => query.where('thread.state', '=', 'open'))
      .orderBy('thread.last_comment_id', 'desc')
      .limit(count)
      .execute()
  )
}
