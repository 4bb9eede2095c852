import { firstChars, Refusal, THREADS_MAX } from '@sheaf/contract'
import { withMentionNames } from '@sheaf/markdown/small'
import { headOf as itemHead } from '../access/access.store.ts'
import { covers, mustManage, mustManageOpen, mustVisit, personIn, rightsOn } from '../access/access.ts'
import { viaOf } from '../auth/grant.ts'
import { setListing } from '../content/item.store.ts'
import { storedText } from '../content/page-text.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { noteNews } from '../notice/news-event.store.ts'
import { leaveOutOpened } from '../notice/opened.service.ts'
import { mustSeeComment, mustSeeThread, placeOf, type ThreadPlace } from './comment.access.ts'
import { headOf, shownThread, shownThreads } from './comment.list.service.ts'
import { peopleFor } from './comment.people.service.ts'
import { hasPlaces, mayDelete, mayRead, mayResolve, mustWrite, refusedToWrite, settingsOf } from './comment.rules.ts'
import { commentsOfThreads } from './comment.store.ts'
import { beginThread, changeText, deleteComment, mustLock, REOPENED, reply } from './comment.write.service.ts'
import { currentPlaces, settle, WHOLE_PAGE } from './place/place.service.ts'
import {
  changeThread,
  countsIn,
  countThreadsIn,
  type MineState,
  type Thread,
  type ThreadChange,
  threadsOfPage,
  threadsWith,
} from './thread.store.ts'

async function written(ctx: Ctx<'user'>, page_id: number, thread_id: number, not_told: string[]) {
  const thread = await shownThread(ctx, await placeOf(ctx, page_id), thread_id)
  if (!thread) throw new Refusal('threadGone')
  return { thread, not_told }
}

async function changed(ctx: Ctx<'user'>, place: ThreadPlace, change: ThreadChange) {
  const { thread } = place
  await ctx.store.write(async (trx) => {
    // As it is now: another request can have resolved it.
    const now = await mustLock(trx, place, change.state === 'open')
    await changeThread(trx, thread.thread_id, change)
    if (change.state === 'resolved' && now.state !== 'resolved') await noteResolved(trx, ctx, now)
  })
  return (await written(ctx, thread.page_id, thread.thread_id, [])).thread
}

const noteResolved = (trx: Db, ctx: Ctx<'user'>, { item_id, page_id, thread_id }: ThreadPlace['thread']) => {
  const by = { uid: ctx.user.uid, username: ctx.user.username, via: viaOf(ctx) }
  return noteNews(trx, { kind: 'comment.resolved', item_id, page_id, thread_id, ...by, addtime: ctx.now() })
}

async function mustResolve(ctx: Ctx<'user'>, thread_id: number) {
  const place = await mustSeeThread(ctx, thread_id)
  if (place.rights.item.is_archived) throw new Refusal('archived')
  if (!mayResolve(place, place.thread)) throw new Refusal('noPermission')
  return place
}

const NOTHING = { threads: [], figures: { open: 0, resolved: 0, lost: 0 } }

/** In the order of their places; threads about the whole page and those without a place come first. */
const byPlace = (one: Thread, other: Thread) => one.place_at - other.place_at || one.thread_id - other.thread_id

const stateIn = (state: string): Thread['state'] | '' => {
  if (state === 'open' || state === 'resolved' || state === '') return state
  throw new Refusal('badInput', { field: 'state' })
}

const mineStateIn = (state: string): MineState => {
  if (state === 'me' || state === 'begun' || state === 'open' || state === '') return state
  throw new Refusal('badInput', { field: 'state' })
}

const LAST_CHARS = 200
/** Rows of a part when the request names no count. */
const PER_PART = 30

export const comment: AllHandlers['comment'] = {
  async getList({ page_id, state, since }, ctx) {
    const wanted = stateIn(state)
    const place = await placeOf(ctx, page_id)
    const { page, rights } = place
    const now = ctx.now()
    const see = mayRead(place)
    const text = see ? await storedText(ctx.db, page) : ''
    const places = see && hasPlaces(rights.item, text)
    const all = see ? await threadsOfPage(ctx, page_id) : []
    const open = all.filter((thread) => thread.state === 'open')
    const refused = refusedToWrite(place) || (open.length >= THREADS_MAX ? 'full' : '')
    const head = {
      version: page.version,
      may: { see, write: refused === '', manage: rights.manage, places },
      refused,
      comment_see: rights.item.comment_see,
      now,
    } as const
    const listed = all.filter((thread) => wanted === '' || thread.state === wanted)
    // A request with `since` only asks what is new.
    if (since === undefined) await leaveOutOpened(ctx, { page_id, thread_ids: listed.map(({ thread_id }) => thread_id) })
    if (all.length === 0) return { ...head, ...NOTHING }
    const current = await currentPlaces(ctx, page, all)
    const shown = listed.filter((thread) => thread.last_time >= (since ?? 0))
    const ids = shown.map(({ thread_id }) => thread_id)
    const comments = await commentsOfThreads(ctx, ids)
    const lost = open.filter((thread) => current(thread).place === 'lost').length
    const figures = { open: open.length, resolved: all.length - open.length, lost }
    return { ...head, threads: await shownThreads(ctx, place, shown.sort(byPlace), comments, current), figures }
  },

  async counts({ item_id }, ctx) {
    const rights = await mustVisit(ctx, item_id)
    if (!mayRead({ rights, person: personIn(ctx, item_id) })) return []
    const counts = await countsIn(ctx, item_id)
    return counts.filter(({ cat_id }) => covers(rights.visits, cat_id)).map(({ cat_id: _, ...row }) => row)
  },

  async mine({ state, before, count }, ctx) {
    const part = { before, count: count || PER_PART }
    const rows = await threadsWith(ctx.db, ctx.user.uid, mineStateIn(state), part)
    const items = new Map(
      await Promise.all(
        [...new Set(rows.map(({ item_id }) => item_id))].map(async (item_id) => {
          const item = await itemHead(ctx, item_id)
          return [item_id, item && (await rightsOn(ctx, item))] as const
        }),
      ),
    )
    const list = rows.flatMap((row) => {
      const rights = items.get(row.item_id)
      const person = { uid: ctx.user.uid }
      if (!rights || !covers(rights.visits, row.cat_id) || !mayRead({ rights, person })) return []
      const { item_id, page_title, replies, last_name, last_content } = row
      const may_resolve = mayResolve({ rights, cat_id: row.cat_id, person }, row)
      const last = { last_name, last_text: firstChars(withMentionNames(last_content), LAST_CHARS) }
      return [{ ...headOf(row, row), may_resolve, history_id: 0, item_id, item_name: rights.item.item_name, page_title, replies, ...last }]
    })
    return { list, next: rows.length === part.count ? (rows.at(-1)?.last_comment_id ?? 0) : 0 }
  },

  async add({ page_id, thread_id, anchor, content, reopen }, ctx) {
    if (thread_id === 0) {
      const made = await beginThread(ctx, await placeOf(ctx, page_id), { content, anchor })
      return written(ctx, page_id, made.thread_id, made.not_told)
    }
    const place = await mustSeeThread(ctx, thread_id)
    if (place.thread.page_id !== page_id) throw new Refusal('threadGone')
    const { not_told } = await reply(ctx, place, content, reopen)
    return written(ctx, page_id, thread_id, not_told)
  },

  async save({ comment_id, content }, ctx) {
    const place = await mustSeeComment(ctx, comment_id)
    const not_told = await changeText(ctx, place, content)
    return written(ctx, place.page.page_id, place.thread.thread_id, not_told)
  },

  async delete({ comment_id }, ctx) {
    const place = await mustSeeComment(ctx, comment_id)
    if (place.rights.item.is_archived) throw new Refusal('archived')
    if (!mayDelete(place, place.comment)) throw new Refusal('noPermission')
    await deleteComment(ctx, place)
    return []
  },

  async resolve({ thread_id }, ctx) {
    const place = await mustResolve(ctx, thread_id)
    const at = ctx.now()
    const by = { resolved_uid: ctx.user.uid, resolved_name: ctx.user.name || ctx.user.username }
    return changed(ctx, place, { state: 'resolved', ...by, resolved_time: at, resolved_version: place.page.version, last_time: at })
  },

  async reopen({ thread_id }, ctx) {
    return changed(ctx, await mustResolve(ctx, thread_id), { ...REOPENED, last_time: ctx.now() })
  },

  async attach({ thread_id, anchor }, ctx) {
    const place = await mustResolve(ctx, thread_id)
    const { version } = place.page
    const where = anchor ? await settle(ctx, place, anchor) : { ...WHOLE_PAGE, version, place_version: version }
    return changed(ctx, place, { ...where, last_time: ctx.now() })
  },

  async people({ page_id, text }, ctx) {
    const place = await placeOf(ctx, page_id)
    mustWrite(place)
    return peopleFor(ctx, place, text)
  },

  async settings({ item_id }, ctx) {
    const { item } = await mustManage(ctx, item_id)
    return currentSettings(ctx, item)
  },

  async saveSettings({ item_id, comment_from, comment_see, comment_names }, ctx) {
    const { item, permission } = await mustManageOpen(ctx, item_id)
    const changes = { ...settingsOf(item, { comment_from, comment_see }), ...(comment_names !== undefined && { comment_names }) }
    await ctx.store.write((trx) => setListing(trx, permission, changes))
    return currentSettings(ctx, { ...item, ...changes })
  },
}

type Settings = Record<'item_id' | 'comment_from' | 'comment_see' | 'comment_names', number>

const currentSettings = async (ctx: Ctx, { item_id, comment_from, comment_see, comment_names }: Settings) => ({
  comment_from,
  comment_see,
  comment_names,
  threads: await countThreadsIn(ctx.db, item_id),
})
