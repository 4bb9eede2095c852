import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Services } from '../context.ts'
import { inJson } from '../db/in-json.ts'
import { personName } from '../db/person-name.ts'
import type { Db, Schema } from '../db/schema.ts'

type StoreServices = Pick<Services, 'store'>

export type CommentRow = Selectable<Schema['page_comment']> & { name: string }

const COMMENT = `select c.*, ${personName('c.uid', 'c.username')} as name from page_comment c`

export const commentOf = async ({ store }: StoreServices, comment_id: number) =>
  (await store.hot<CommentRow>(`${COMMENT} where c.comment_id = ?`, [comment_id]))[0]

/** The comments of these threads, each thread from its first comment on. */
export async function commentsOfThreads(services: StoreServices, thread_ids: number[]): Promise<CommentRow[]> {
  if (thread_ids.length === 0) return []
  const text = `${COMMENT} where c.thread_id in (${inJson(services, 'int')}) order by c.comment_id`
  return services.store.hot<CommentRow>(text, [JSON.stringify(thread_ids)])
}

const FIRST = 'where c.page_id = ? and c.parent_id = 0 and c.is_deleted = 0'

/** First comments of a page that are not deleted, newest first, and how many there are. */
export async function firstComments({ store }: StoreServices, page_id: number, { from, count }: { from: number; count: number }) {
  const [list, totals] = await Promise.all([
    store.hot<CommentRow>(`${COMMENT} ${FIRST} order by c.comment_id desc limit ? offset ?`, [page_id, count, from]),
    store.hot<{ total: number }>(`select count(*) as total from page_comment c ${FIRST}`, [page_id]),
  ])
  return { list, total: Number(totals[0]?.total ?? 0) }
}

type NewComment = Pick<
  CommentRow,
  'thread_id' | 'page_id' | 'item_id' | 'parent_id' | 'uid' | 'username' | 'via' | 'content' | 'html' | 'addtime'
>

export const insertComment = async (db: Db, row: NewComment) =>
  (await db.insertInto('page_comment').values(row).returning('comment_id').executeTakeFirstOrThrow()).comment_id

/** The characters of all comments of a page, without one that is about to change. */
export async function charsOnPage(db: Db, page_id: number, without = 0): Promise<number> {
  const row = await db
    .selectFrom('page_comment')
    .select(sql<number | string | null>`sum(length(content))`.as('chars'))
    .where('page_id', '=', page_id)
    .where('comment_id', '<>', without)
    .executeTakeFirst()
  return Number(row?.chars ?? 0)
}

/** Returns whether the comment was still there. */
export async function changeComment(db: Db, comment_id: number, row: { content: string; html: string; edited_time: number }) {
  const result = await db
    .updateTable('page_comment')
    .set(row)
    .where('comment_id', '=', comment_id)
    .where('is_deleted', '=', 0)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

/** Takes the text out of a first comment that has replies. */
export async function emptyComment(db: Db, comment_id: number, is_deleted: 1 | 2) {
  await db.updateTable('page_comment').set({ content: '', html: '', is_deleted }).where('comment_id', '=', comment_id).execute()
}

export async function removeComment(db: Db, comment_id: number) {
  await db.deleteFrom('page_comment').where('comment_id', '=', comment_id).execute()
}

export interface Mentioned {
  uid: number
  team_id: number
}

type MentionRow = Selectable<Schema['comment_mention']>

export async function replaceMentions(db: Db, about: Omit<MentionRow, 'uid' | 'team_id'>, mentioned: Mentioned[]) {
  await db.deleteFrom('comment_mention').where('comment_id', '=', about.comment_id).execute()
  if (mentioned.length > 0)
    await db
      .insertInto('comment_mention')
      .values(mentioned.map((one) => ({ ...about, ...one })))
      .execute()
}

/** Comments of a person since a time. */
export const countSince = async ({ store }: StoreServices, uid: number, since: number) =>
  Number((await store.hot<{ n: number }>('select count(*) as n from page_comment where uid = ? and addtime > ?', [uid, since]))[0]?.n)

/** Mentions of teams that a person made in an item since a time. */
export const teamMentionsSince = async ({ store }: StoreServices, uid: number, item_id: number, since: number) =>
  Number(
    (
      await store.hot<{ n: number }>(
        `select count(*) as n from page_comment c join comment_mention m on m.comment_id = c.comment_id
         where c.uid = ? and c.addtime > ? and c.item_id = ? and m.team_id > 0`,
        [uid, since, item_id],
      )
    )[0]?.n,
  )

/** The names of today of people and teams, without those that no longer exist. */
export async function namesOf(db: Db, users: number[], teams: number[]) {
  const [people, groups] = await Promise.all([
    users.length === 0
      ? []
      : db
          .selectFrom('user')
          .select(['uid', sql<string>`coalesce(nullif(name, ''), username)`.as('shown')])
          .where('uid', 'in', [...new Set(users)])
          .execute(),
    teams.length === 0
      ? []
      : db
          .selectFrom('team')
          .select(['id', 'team_name'])
          .where('id', 'in', [...new Set(teams)])
          .execute(),
  ])
  return {
    users: new Map(people.map(({ uid, shown }) => [uid, shown])),
    teams: new Map(groups.map(({ id, team_name }) => [id, team_name])),
  }
}

/** The titles of pages of an item, with their catalogs. */
export async function titlesIn(db: Db, item_id: number, page_ids: number[]) {
  const ids = [...new Set(page_ids)]
  if (ids.length === 0) return []
  const found = db.selectFrom('page').select(['page_id', 'cat_id', 'page_title']).where('item_id', '=', item_id).where('is_del', '=', 0)
  return found.where('page_id', 'in', ids).execute()
}
