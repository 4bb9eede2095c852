import { type Mention, referencesIn, withMentionNames, withNames } from '@sheaf/markdown/small'
import { covers } from '../access/access.ts'
import type { Ctx } from '../context.ts'
import { outlineIds } from '../page/history/page.history.store.ts'
import type { PagePlace } from './comment.access.ts'
import { initialsOf, mayDelete, mayResolve } from './comment.rules.ts'
import { type CommentRow, commentsOfThreads, namesOf, titlesIn } from './comment.store.ts'
import { type Place, type Thread, threadOf } from './thread.store.ts'

/** The place of a thread as readers get it: pending while it is not known for the current version. */
export type ShownPlace = Omit<Place, 'place'> & { place: Place['place'] | 'pending'; place_version: number }

/** Threads on the wire: with the names of today, and what the caller can do. */
export async function shownThreads(
  ctx: Ctx,
  place: PagePlace,
  threads: Thread[],
  comments: CommentRow[],
  placeOf: (thread: Thread) => ShownPlace = (thread) => thread,
) {
  const byThread = Map.groupBy(comments, ({ thread_id }) => thread_id)
  const shown = await commentWriter(ctx, place, comments)
  const nameFor = nameWriter(place)
  const places = new Map(threads.map((thread) => [thread.thread_id, placeOf(thread)]))
  const historyOf = await historyIds(
    ctx,
    place,
    threads.filter((thread) => places.get(thread.thread_id)?.place !== 'fixed'),
  )
  return threads.map((thread) => ({
    ...headOf(thread, places.get(thread.thread_id) ?? thread),
    history_id: historyOf(thread),
    resolved_name: nameFor(thread.resolved_name),
    may_resolve: mayResolve(place, thread),
    comments: (byThread.get(thread.thread_id) ?? []).map(shown),
  }))
}

/** The stored states of the versions of threads whose words have changed, for those who see the history. */
async function historyIds({ db }: Pick<Ctx, 'db'>, { page, rights, cat_id }: PagePlace, changed: Thread[]) {
  const back = (thread: Thread) => page.version - thread.version
  const most = Math.max(0, ...changed.map(back))
  const ids = most > 0 && covers(rights.edits, cat_id) ? await outlineIds(db, page.page_id, most) : []
  return (thread: Thread) => (changed.includes(thread) ? (ids[back(thread) - 1] ?? 0) : 0)
}

/** One thread, as it is stored now. */
export async function shownThread(ctx: Ctx, place: PagePlace, thread_id: number) {
  const thread = await threadOf(ctx, thread_id)
  const [shown] = thread ? await shownThreads(ctx, place, [thread], await commentsOfThreads(ctx, [thread_id])) : []
  return shown
}

/** The columns of a thread that a list shows. */
export function headOf(thread: Thread, { place, place_at, place_length, place_version }: ShownPlace) {
  const { thread_id, page_id, kind, heading, quote, quote_length, version } = thread
  const { state, resolved_name, resolved_time, resolved_version, addtime, last_time } = thread
  const where = { place, place_at, place_length, place_version }
  const what = { thread_id, page_id, kind, heading, quote, quote_length, version, ...where }
  return { ...what, state, resolved_name, resolved_time, resolved_version, addtime, last_time }
}

/** Visitors get initials, unless the item shows them names. */
const hidesNames = ({ person, rights }: PagePlace) => person === null && rights.item.comment_names === 0

const nameWriter = (place: PagePlace) => (name: string) => (name !== '' && hidesNames(place) ? initialsOf(name) : name)

async function commentWriter(ctx: Ctx, place: PagePlace, comments: CommentRow[]) {
  const { item, visits, isMember } = place.rights
  const nameFor = nameWriter(place)
  const found = comments.filter(({ html }) => html.includes(' data-')).map(({ html }) => referencesIn(html))
  const [names, pages] = await Promise.all([
    namesOf(
      ctx.db,
      found.flatMap(({ users }) => users),
      found.flatMap(({ teams }) => teams),
    ),
    titlesIn(
      ctx.db,
      item.item_id,
      found.flatMap(({ pages }) => pages),
    ),
  ])
  const titles = new Map(pages.filter(({ cat_id }) => covers(visits, cat_id)).map(({ page_id, page_title }) => [page_id, page_title]))
  const isHidden = hidesNames(place)
  const personName = (uid: number) => (isHidden ? initialsOf(names.users.get(uid) ?? '') : names.users.get(uid))
  const hiddenName = ({ kind, id, name }: Mention) => (kind === 'user' ? (personName(id) ?? '') : name)
  const shownNames = {
    user: personName,
    team: (id: number) => names.teams.get(id),
    page: (id: number) => titles.get(id),
  }
  const htmlOf = ({ html }: CommentRow) => (html.includes(' data-') ? withNames(html, shownNames) : html)
  return (comment: CommentRow) => ({
    comment_id: comment.comment_id,
    uid: place.person === null ? 0 : comment.uid,
    name: nameFor(comment.name),
    username: isMember ? comment.username : '',
    via: comment.via,
    content: isHidden ? withMentionNames(comment.content, hiddenName) : comment.content,
    html: htmlOf(comment),
    addtime: comment.addtime,
    edited_time: comment.edited_time,
    is_deleted: comment.is_deleted,
    is_own: place.person?.uid === comment.uid,
    may_delete: mayDelete(place, comment),
  })
}
