import { PAGE_COMMENTS_CHARS_MAX, REPLIES_MAX, Refusal, THREADS_MAX } from '@sheaf/contract'
import { renderSmall } from '@sheaf/markdown/small'
import type { PageFound } from '../access/access.store.ts'
import { viaOf } from '../auth/grant.ts'
import { lockPageIn } from '../content/page.store.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { notifyCommented, notifyMentioned, notifyReplied } from '../notice/comment-notice.store.ts'
import { noteNews } from '../notice/news-event.store.ts'
import type { PagePlace, ThreadPlace } from './comment.access.ts'
import { type Mentions, mentionsIn, readersAmong } from './comment.mention.service.ts'
import { contentOf, mustWrite } from './comment.rules.ts'
import {
  changeComment,
  charsOnPage,
  countSince,
  emptyComment,
  insertComment,
  type Mentioned,
  removeComment,
  replaceMentions,
} from './comment.store.ts'
import { membersOfTeams } from './people.store.ts'
import { type GivenAnchor, settle, WHOLE_PAGE } from './place/place.service.ts'
import { changeThread, countOpen, insertThread, lockThread, removeThread, type Thread } from './thread.store.ts'

/*
 * The writes of comments, for the calls of Sheaf and those of ShowDoc's clients. Each takes a place that a check has found readable, and
 * checks the right to write itself.
 */
const DAY = 86_400
const COMMENTS_PER_DAY = 300

interface Prepared extends Mentions {
  content: string
  html: string
}

/** The pages of this site to which an address can lead: /{item}/{page_id}. */
const pageIn = ({ config }: Ctx) => {
  const root = config.PUBLIC_URL ?? ''
  return (address: string) => {
    const path =
      root && address.startsWith(root)
        ? address.slice(root.length)
        : address.startsWith(config.BASE_PATH)
          ? address.slice(config.BASE_PATH.length)
          : ''
    const page_id = /^\/[\w-]{1,100}\/(\d{1,9})(?:#.*)?$/.exec(path)?.[1]
    return page_id === undefined ? undefined : Number(page_id)
  }
}

async function prepare(ctx: Ctx<'user'>, place: PagePlace, given: string, known: Mentioned[] = []): Promise<Prepared> {
  const content = contentOf(given)
  const { mentions } = renderSmall(content)
  const found = await mentionsIn(ctx, place, mentions, known)
  const isMentioned = (kind: 'user' | 'team', id: number) =>
    found.mentioned.some((one) => (kind === 'user' ? one.uid === id : one.team_id === id))
  const { html } = renderSmall(content, { base: ctx.config.BASE_PATH, mentions: isMentioned, pageAt: pageIn(ctx) })
  return { ...found, content, html }
}

async function mustHaveRoomToday(ctx: Ctx<'user'>) {
  if ((await countSince(ctx, ctx.user.uid, ctx.now() - DAY)) >= COMMENTS_PER_DAY) throw new Refusal('tooMany')
}

async function mustHaveRoomOnPage(trx: Db, page_id: number, content: string, changed?: number) {
  if ((await charsOnPage(trx, page_id, changed)) + content.length <= PAGE_COMMENTS_CHARS_MAX) return
  throw new Refusal('commentsFull', { max: String(PAGE_COMMENTS_CHARS_MAX) })
}

async function mustHaveRoomForThread(trx: Db, page_id: number) {
  if ((await countOpen(trx, page_id)) >= THREADS_MAX) throw new Refusal('threadsFull', { max: String(THREADS_MAX) })
}

/**
 * Locks a thread with its page, because all threads of a page share its limits; refuses one that is gone. The rights were checked in the
 * item that the page was in, so a page that has moved to another one is refused too. `opens`: the write opens it, which a page with as many
 * open threads as it can have refuses.
 */
export async function mustLock(trx: Db, { page, thread: { thread_id, page_id } }: ThreadPlace, opens: boolean): Promise<Thread> {
  if (!(await lockPageIn(trx, page))) throw new Refusal('treeOutdated')
  const thread = await lockThread(trx, thread_id)
  if (!thread) throw new Refusal('threadGone')
  if (opens && thread.state !== 'open') await mustHaveRoomForThread(trx, page_id)
  return thread
}

const actorOf = (ctx: Ctx<'user'>) => ({ ...ctx.user, via: viaOf(ctx) })

interface Draft {
  content: string
  anchor?: GivenAnchor | undefined
}

export interface Made {
  thread_id: number
  comment_id: number
  not_told: string[]
}

/** Begins a thread: about the words of an anchor, or about the whole page. */
export async function beginThread(ctx: Ctx<'user'>, place: PagePlace, { content, anchor }: Draft): Promise<Made> {
  mustWrite(place)
  await mustHaveRoomToday(ctx)
  const prepared = await prepare(ctx, place, content)
  const { page } = place
  const where = anchor ? await settle(ctx, place, anchor) : { ...WHOLE_PAGE, version: page.version, place_version: page.version }
  const others = await readersAmong(ctx, place, ownersOf(place.page, place.rights.item.uid))
  return ctx.store.write(async (trx) => {
    if (!(await lockPageIn(trx, page))) throw new Refusal('treeOutdated')
    await mustHaveRoomForThread(trx, page.page_id)
    const at = ctx.now()
    const { item_id, page_id } = page
    const thread_id = await insertThread(trx, { ...where, item_id, page_id, uid: ctx.user.uid, addtime: at, last_time: at })
    const comment_id = await write(trx, ctx, page, { thread_id, parent_id: 0, addtime: at }, prepared)
    await changeThread(trx, thread_id, { last_comment_id: comment_id })
    const about = { item: place.rights.item, page, thread_id }
    await notifyMentioned(trx, actorOf(ctx), about, prepared, at)
    await notifyCommented(trx, actorOf(ctx), about, without(others, prepared.uids), at)
    return { thread_id, comment_id, not_told: prepared.not_told }
  })
}

/** The people who care for a page without having asked: who created it, and the owner of the item. */
const ownersOf = ({ creator_uid }: PageFound, owner: number) => [...new Set([creator_uid ?? 0, owner])].filter((uid) => uid > 0)

const without = (uids: number[], others: number[]) => uids.filter((uid) => !others.includes(uid))

async function write(
  trx: Db,
  ctx: Ctx<'user'>,
  { item_id, page_id }: Pick<Thread, 'item_id' | 'page_id'>,
  // The time is that of its notices too: by it, news leave out those who got one.
  { thread_id, parent_id, addtime }: { thread_id: number; parent_id: number; addtime: number },
  { content, html, mentioned }: Prepared,
) {
  await mustHaveRoomOnPage(trx, page_id, content)
  const by = { uid: ctx.user.uid, username: ctx.user.username, via: viaOf(ctx) }
  const comment_id = await insertComment(trx, { thread_id, page_id, item_id, parent_id, ...by, content, html, addtime })
  await replaceMentions(trx, { comment_id, thread_id, page_id, item_id, addtime }, mentioned)
  await noteNews(trx, { kind: 'comment.created', item_id, page_id, thread_id, comment_id, ...by, addtime })
  return comment_id
}

/** Adds a reply to a thread; `reopen` opens a resolved thread again. */
export async function reply(ctx: Ctx<'user'>, place: ThreadPlace, content: string, reopen: boolean): Promise<Made> {
  mustWrite(place)
  await mustHaveRoomToday(ctx)
  const prepared = await prepare(ctx, place, content)
  const { thread_id } = place.thread
  const writers = await readersAmong(ctx, place, await writersOf(ctx.db, thread_id))
  return ctx.store.write(async (trx) => {
    const thread = await mustLock(trx, place, reopen)
    if (thread.replies >= REPLIES_MAX) throw new Refusal('repliesFull', { max: String(REPLIES_MAX) })
    const parent_id = await firstOf(trx, thread_id)
    const at = ctx.now()
    const comment_id = await write(trx, ctx, thread, { thread_id, parent_id, addtime: at }, prepared)
    await changeThread(trx, thread_id, {
      replies: thread.replies + 1,
      last_time: at,
      last_comment_id: comment_id,
      ...(reopen ? REOPENED : {}),
    })
    const about = { item: place.rights.item, page: place.page, thread_id }
    await notifyMentioned(trx, actorOf(ctx), about, prepared, at)
    await notifyReplied(trx, actorOf(ctx), about, without(writers, prepared.uids), at)
    return { thread_id, comment_id, not_told: prepared.not_told }
  })
}

export const REOPENED = { state: 'open', resolved_uid: 0, resolved_name: '', resolved_time: 0, resolved_version: 0 } as const

const firstOf = async (trx: Db, thread_id: number) =>
  (
    await trx
      .selectFrom('page_comment')
      .select('comment_id')
      .where('thread_id', '=', thread_id)
      .orderBy('comment_id')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).comment_id

const writersOf = async (db: Db, thread_id: number) =>
  (await db.selectFrom('page_comment').select('uid').distinct().where('thread_id', '=', thread_id).execute()).map(({ uid }) => uid)

/** Changes the text of an own comment. People whom the new text mentions for the first time get a notice. */
export async function changeText(ctx: Ctx<'user'>, place: ThreadPlace & { comment: { comment_id: number; uid: number } }, content: string) {
  mustWrite(place)
  const { page, comment } = place
  if (comment.uid !== ctx.user.uid) throw new Refusal('noPermission')
  const { comment_id } = comment
  const known = await ctx.db.selectFrom('comment_mention').select(['uid', 'team_id']).where('comment_id', '=', comment_id).execute()
  const prepared = await prepare(ctx, place, content, known)
  const fresh = without(
    prepared.uids,
    known.map(({ uid }) => uid),
  )
  const knownTeams = known.flatMap(({ team_id }) => (team_id > 0 ? [team_id] : []))
  const informed = new Set((await membersOfTeams(ctx.db, page.item_id, knownTeams)).map(({ uid }) => uid))
  const people = new Set(prepared.mentioned.map(({ uid }) => uid))
  await ctx.store.write(async (trx) => {
    // Before the comment, as a deletion does: in another order, both would wait for each other.
    const locked = await mustLock(trx, place, false)
    await mustHaveRoomOnPage(trx, page.page_id, prepared.content, comment_id)
    const at = ctx.now()
    if (!(await changeComment(trx, comment_id, { content: prepared.content, html: prepared.html, edited_time: at })))
      throw new Refusal('threadGone')
    const { thread_id, page_id, item_id } = locked
    await replaceMentions(trx, { comment_id, thread_id, page_id, item_id, addtime: at }, prepared.mentioned)
    await changeThread(trx, thread_id, { last_time: at })
    const about = { item: place.rights.item, page, thread_id }
    const uids = fresh.filter((uid) => people.has(uid) || !informed.has(uid))
    await notifyMentioned(trx, actorOf(ctx), about, { uids, many: prepared.many }, at)
  })
  return prepared.not_told
}

/**
 * Deletes a comment and its text. The first comment of a thread with replies stays as a line that says who deleted it; a thread without
 * any comment goes.
 */
export async function deleteComment(
  ctx: Ctx<'user'>,
  place: ThreadPlace & { comment: { comment_id: number; uid: number; parent_id: number } },
) {
  const { comment } = place
  const { comment_id, parent_id } = comment
  const by = comment.uid === ctx.user.uid ? 1 : 2
  await ctx.store.write(async (trx) => {
    const { thread_id, replies } = await mustLock(trx, place, false)
    await trx.deleteFrom('comment_mention').where('comment_id', '=', comment_id).execute()
    if (parent_id === 0 && replies > 0) {
      await emptyComment(trx, comment_id, by)
      return changeThread(trx, thread_id, { last_time: ctx.now() })
    }
    await removeComment(trx, comment_id)
    const left = await trx
      .selectFrom('page_comment')
      .select(['comment_id', 'is_deleted'])
      .where('thread_id', '=', thread_id)
      .orderBy('comment_id', 'desc')
      .execute()
    const [last] = left
    if (!last || left.every(({ is_deleted }) => is_deleted > 0)) return removeThread(trx, thread_id)
    return changeThread(trx, thread_id, { replies: left.length - 1, last_comment_id: last.comment_id, last_time: ctx.now() })
  })
}
