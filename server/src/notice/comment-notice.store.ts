import type { Db } from '../db/schema.ts'
import { type Actor, notify } from './notice.store.ts'

/** What a notice about a comment names. It holds no text of the comment: a deleted comment leaves none behind (S145). */
interface CommentNotice {
  item: { item_id: number; item_name: string }
  page: { page_id: number; page_title: string }
  thread_id: number
}

const draftOf = ({ item, page, thread_id }: CommentNotice) => ({
  about: { item: item.item_name, page: page.page_title, thread_id },
  item_id: item.item_id,
  page_id: page.page_id,
})

/** Notifies the people whom a comment mentions, themselves or as members of a team; `many` are those mentioned by a large team alone. */
export async function notifyMentioned(
  db: Db,
  by: Actor,
  notice: CommentNotice,
  { uids, many }: { uids: number[]; many: number[] },
  at: number,
) {
  const draft = draftOf(notice)
  const isOfMany = (uid: number) => many.includes(uid)
  await notify(db, by, { uids: uids.filter((uid) => !isOfMany(uid)), kind: 'commentMention', ...draft }, at)
  const about = { ...draft.about, is_many: true }
  await notify(db, by, { uids: uids.filter(isOfMany), kind: 'commentMention', ...draft, about }, at)
}

/** Notifies those who wrote in the thread before. */
export const notifyReplied = (db: Db, by: Actor, about: CommentNotice, uids: number[], at: number) =>
  notify(db, by, { uids, kind: 'commentReply', ...draftOf(about) }, at)

const INTERVAL_SECONDS = 3600

/** Notifies the creator of the page and the owner of the item of a new thread, at most once an hour per page. */
export async function notifyCommented(db: Db, by: Actor, about: CommentNotice, uids: number[], at: number) {
  if (uids.length === 0) return
  const recent = await db
    .selectFrom('notice')
    .select('uid')
    .where('uid', 'in', uids)
    .where('kind', '=', 'commentMade')
    .where('page_id', '=', about.page.page_id)
    .where('notice_time', '>', at - INTERVAL_SECONDS)
    .execute()
  const others = uids.filter((uid) => !recent.some((row) => row.uid === uid))
  await notify(db, by, { uids: others, kind: 'commentMade', ...draftOf(about) }, at)
}
