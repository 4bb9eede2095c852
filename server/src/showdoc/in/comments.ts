import { renderSmall } from '@sheaf/markdown/small'
import { WHOLE_PAGE } from '../../comment/place/place.service.ts'
import type { Db } from '../../db/schema.ts'
import type { TableMigrator } from './migrate-table.ts'
import type { Row } from './staging.ts'
import { flagOf, nameOf, numberOf, timeOf, unescapeHtml } from './texts.ts'

/** The words of a comment as ShowDoc displays them; "" for a deleted one. */
export const commentText = (row: Row) => (flagOf(row['is_deleted']) ? '' : unescapeHtml(row['content']).replaceAll('\0', '').trim())

/**
 * Comments keep their ids, times and names. A first comment begins a thread about the whole page; so does a reply whose first comment is
 * gone. Deleted comments stay behind.
 */
export const comments: TableMigrator = {
  table: 'page_comment',
  key: ['comment_id'],
  take(row, run) {
    const page_id = run.id('page', row['page_id'])
    const page = run.staging.all('select item_id from page where page_id = ?', row['page_id'])[0]
    const item_id = run.id('item', page?.['item_id'])
    const content = commentText(row)
    if (page_id && item_id && flagOf(row['is_deleted'])) return { left: 'deleted' }
    if (!page_id || !item_id || content === '') return { left: 'orphan' }
    const addtime = timeOf(row['addtime'])
    const comment_id = run.own('page_comment', row['comment_id'])
    const by = { uid: run.id('user', row['uid']) ?? 0, username: nameOf(row['username']), via: '' }
    const parent = numberOf(row['parent_id'])
    const text = { content, html: renderSmall(content).html }
    // The thread of a reply is known when its first comment is written: both can be in the same batch.
    const after = async (db: Db) => {
      const first = parent > 0 ? await firstComment(db, run.own('page_comment', parent), page_id) : undefined
      const thread_id = first?.thread_id ?? (await newThread(db, { item_id, page_id, uid: by.uid, addtime }))
      const place = { thread_id, page_id, item_id, parent_id: first?.comment_id ?? 0 }
      await db
        .insertInto('page_comment')
        .values({ comment_id, ...place, ...by, ...text, addtime })
        .execute()
      await db
        .updateTable('thread')
        .set((now) => ({ last_comment_id: comment_id, last_time: addtime, ...(first ? { replies: now('replies', '+', 1) } : {}) }))
        .where('thread_id', '=', thread_id)
        .execute()
    }
    return { after }
  },
}

/** The first comment of the thread of a parent, which may be a reply itself. */
async function firstComment(db: Db, comment_id: number, page_id: number) {
  const parent = db.selectFrom('page_comment').select(['comment_id', 'thread_id', 'parent_id']).where('comment_id', '=', comment_id)
  const found = await parent.where('page_id', '=', page_id).executeTakeFirst()
  return found && { thread_id: found.thread_id, comment_id: found.parent_id || found.comment_id }
}

const newThread = async (db: Db, about: { item_id: number; page_id: number; uid: number; addtime: number }) =>
  (
    await db
      .insertInto('thread')
      .values({ ...WHOLE_PAGE, ...about, version: 1, place_version: 1, last_time: about.addtime })
      .returning('thread_id')
      .executeTakeFirstOrThrow()
  ).thread_id
