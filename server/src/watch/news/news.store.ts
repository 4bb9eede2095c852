import type { Selectable } from 'kysely'
import type { Services } from '../../context.ts'
import { inParts } from '../../db/batches.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { eventUsed } from '../../notice/news-event.store.ts'
import type { Happening } from './happening.rules.ts'

type WithStore = Pick<Services, 'store'>

/** Seconds for which one server makes news; it renews the claim after each step. */
const CLAIM_SECONDS = 60

/** Takes or renews the right to make news, so that one server does it. Returns the cursor, or undefined when another has it. */
export async function claimNews({ store: { db } }: WithStore, owner: string, now: number) {
  const rows = await db
    .updateTable('news_cursor')
    .set({ owner, claimed_until: now + CLAIM_SECONDS })
    .where((row) => row.or([row('owner', '=', owner), row('claimed_until', '<', now)]))
    .returning(['last', 'since'])
    .execute()
  return rows[0]
}

export const releaseNews = ({ store: { db } }: WithStore, owner: string) =>
  db.updateTable('news_cursor').set({ claimed_until: 0 }).where('owner', '=', owner).execute()

export const moveCursor = ({ store: { db } }: WithStore, last: number) => db.updateTable('news_cursor').set({ last }).execute()

/** After a restore: nothing that the backup contains is news again, and no mail that waits in it is sent (R46). */
export async function closeOlderNews(trx: Db, now: number) {
  await trx.updateTable('news_cursor').set({ since: now, claimed_until: 0 }).execute()
  await trx.deleteFrom('news_event').execute()
  await trx.updateTable('notice').set({ is_planned: 1 }).where('is_planned', '=', 0).execute()
  await trx.updateTable('tell').set({ state: 'dropped' }).where('state', '=', 'waiting').execute()
  await trx.updateTable('mail').set({ state: 'empty' }).where('state', '=', 'waiting').execute()
}

export const oldestEvents = ({ store: { db } }: WithStore, limit: number) =>
  db.selectFrom('news_event').selectAll().where('is_told', '=', 0).orderBy('event_id').limit(limit).execute()

export const finishEvent = ({ store: { db } }: WithStore, event_id: number) => eventUsed(db, event_id, 'is_told')

export const unplannedNotices = ({ store: { db } }: WithStore, limit: number) =>
  db
    .selectFrom('notice')
    .select(['notice_id', 'uid', 'kind', 'item_id', 'page_id', 'notice_content', 'is_read', 'notice_time'])
    .where('is_planned', '=', 0)
    .orderBy('notice_id')
    .limit(limit)
    .execute()

/** The pages of news with what decides who watches them; deleted ones, too. */
export async function pagesOfNews({ store: { db } }: WithStore, page_ids: number[]) {
  const rows: Pick<Selectable<Schema['page']>, 'page_id' | 'item_id' | 'cat_id' | 'creator_uid' | 'page_title'>[] = []
  for (const part of inParts([...new Set(page_ids)]))
    rows.push(
      ...(await db
        .selectFrom('page')
        .select(['page_id', 'item_id', 'cat_id', 'creator_uid', 'page_title'])
        .where('page_id', 'in', part)
        .execute()),
    )
  return new Map(rows.map((row) => [row.page_id, row]))
}

/** The people who got a notice of their own about this comment. */
export async function noticedOf({ store: { db } }: WithStore, { page_id, at }: Pick<Happening, 'page_id' | 'at'>): Promise<Set<number>> {
  const rows = await db
    .selectFrom('notice')
    .select('uid')
    .where('page_id', '=', page_id)
    .where('notice_time', '=', at)
    .where('kind', 'in', ['commentMention', 'commentReply', 'commentMade'])
    .execute()
  return new Set(rows.map(({ uid }) => uid))
}

/** What one person gets of a happening: an entry in the list, and mail. */
export interface Share {
  uid: number
  isListed: boolean
  mail: 'none' | 'soon' | 'daily' | 'weekly'
}

const TOGETHER_SECONDS = 86_400
const IDS_MAX = 50

interface About {
  by?: string[]
  count?: number
  change_ids?: number[]
  comment_ids?: number[]
}

const joined = (about: About, { by, change_id, comment_id }: Happening): About => ({
  ...about,
  by: [...new Set([...(about.by ?? []), by])].slice(0, 5),
  count: (about.count ?? 0) + 1,
  ...(change_id > 0 ? { change_ids: [...new Set([...(about.change_ids ?? []), change_id])].slice(-IDS_MAX) } : {}),
  ...(comment_id > 0 ? { comment_ids: [...new Set([...(about.comment_ids ?? []), comment_id])].slice(-IDS_MAX) } : {}),
})

/** Whether the entry contains it already: a server ended before its step was finished. Saves of a change that goes on are joined in it. */
const has = (about: About, { change_id, comment_id }: Happening) =>
  (change_id > 0 && about.change_ids?.includes(change_id) === true) || (comment_id > 0 && about.comment_ids?.includes(comment_id) === true)

/** Writes the notices of some people; an unread one of the same kind and place from the last day is brought up to date (W57). */
export async function writeNotices(trx: Db, happening: Happening, words: { item: string; page: string }, uids: number[]) {
  if (uids.length === 0) return
  const { kind, item_id, page_id, thread_id, uid, by, via, at } = happening
  const known = await trx
    .selectFrom('notice')
    .select(['notice_id', 'uid', 'notice_content'])
    .where('uid', 'in', uids)
    .where('kind', '=', kind)
    .where('item_id', '=', item_id)
    .where('page_id', '=', page_id)
    .where('is_read', '=', 0)
    .where('notice_time', '>', at - TOGETHER_SECONDS)
    .execute()
  const content = (before: About & { count?: number }) =>
    JSON.stringify({ ...joined(before, happening), ...words, ...(thread_id > 0 ? { thread_id } : {}), by, ...(via ? { via } : {}) })
  // Most of these people have the same notice, so that a statement updates many of them.
  for (const [text, rows] of Map.groupBy(known, ({ notice_content }) => notice_content)) {
    const before = JSON.parse(text) as About & { by: unknown }
    if (has(before, happening)) continue
    const set = { notice_content: content({ ...before, by: [] }), notice_time: at }
    const ids = rows.map(({ notice_id }) => notice_id)
    await trx.updateTable('notice').set(set).where('notice_id', 'in', ids).execute()
  }
  const there = new Set(known.map((row) => row.uid))
  const row = { kind, notice_title: '', notice_content: content({}), from_uid: uid || null, from_name: by, item_id, page_id }
  const fresh = uids.filter((one) => !there.has(one)).map((one) => ({ ...row, uid: one, notice_time: at, is_planned: 1 }))
  if (fresh.length > 0) await trx.insertInto('notice').values(fresh).execute()
}

/** Writes the rows for mail; further news of the same key join the row that waits. */
export async function writeTellRows(trx: Db, happening: Happening, shares: Share[]) {
  const mailed = shares.filter(({ mail }) => mail !== 'none')
  if (mailed.length === 0) return
  const { key, kind, group, item_id, page_id, thread_id, at } = happening
  const known = await trx
    .selectFrom('tell')
    .select(['tell_id', 'uid', 'about'])
    .where('news_key', '=', key)
    .where(
      'uid',
      'in',
      mailed.map(({ uid }) => uid),
    )
    .where('state', '=', 'waiting')
    .where('mail_id', '=', 0)
    .execute()
  for (const [about, rows] of Map.groupBy(known, (row) => row.about)) {
    const before = JSON.parse(about) as About
    if (has(before, happening)) continue
    const set = { about: JSON.stringify(joined(before, happening)), last_time: at, kind }
    const ids = rows.map(({ tell_id }) => tell_id)
    await trx.updateTable('tell').set(set).where('tell_id', 'in', ids).execute()
  }
  const there = new Set(known.map(({ uid }) => uid))
  const row = { news_group: group, kind, news_key: key, item_id, page_id, thread_id, about: JSON.stringify(joined({}, happening)) }
  const fresh = mailed.flatMap(({ uid, mail }) =>
    there.has(uid) || mail === 'none' ? [] : [{ ...row, uid, mail, addtime: at, last_time: at }],
  )
  if (fresh.length > 0) await trx.insertInto('tell').values(fresh).execute()
}

/** Decides about the mail of a notice that was written for one person. */
export async function planNotice(
  trx: Db,
  notice: { notice_id: number; uid: number; kind: string; item_id: number; page_id: number; notice_time: number },
  { group, mail, thread_id }: { group: string; mail: Share['mail']; thread_id: number },
) {
  const { notice_id, uid, kind, item_id, page_id, notice_time: at } = notice
  const taken = await trx
    .updateTable('notice')
    .set({ is_planned: 1 })
    .where('notice_id', '=', notice_id)
    .where('is_planned', '=', 0)
    .executeTakeFirst()
  if (Number(taken.numUpdatedRows) === 0 || mail === 'none') return
  const about = JSON.stringify({ notice_id, count: 1 })
  const row = { uid, news_group: group, kind, news_key: `notice:${notice_id}`, item_id, page_id, thread_id, about, notice_id, mail }
  await trx
    .insertInto('tell')
    .values({ ...row, addtime: at, last_time: at })
    .execute()
}
