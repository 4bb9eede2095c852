import { Refusal } from '@sheaf/contract'
import { withMentionNames } from '@sheaf/markdown/small'
import type { AllHandlers } from '../context.ts'
import { minuteOf } from '../runtime/days.ts'
import { mustSeeComment, mustSeeThread, type PagePlace, placeOf } from './comment.access.ts'
import { initialsOf, mayDelete, mayRead } from './comment.rules.ts'
import { type CommentRow, commentOf, commentsOfThreads, firstComments } from './comment.store.ts'
import { beginThread, deleteComment, reply } from './comment.write.service.ts'

/** First comments of a part when the request names no count, as in ShowDoc. */
const PER_PART = 20

/** Visitors see initials also where a comment mentions a person. */
const withInitials = (content: string) => withMentionNames(content, ({ kind, name }) => (kind === 'user' ? initialsOf(name) : name))

const shown = (place: PagePlace, comment: CommentRow, zone: string) => {
  const isVisitor = place.person === null
  const isHidden = isVisitor && place.rights.item.comment_names === 0
  return {
    comment_id: comment.comment_id,
    parent_id: comment.parent_id,
    uid: isVisitor ? 0 : comment.uid,
    username: isHidden ? initialsOf(comment.name) : comment.username,
    content: isHidden ? withInitials(comment.content) : comment.content,
    addtime: comment.addtime,
    addtime_text: minuteOf(comment.addtime, zone),
    is_owner: place.person?.uid === comment.uid,
    can_delete: mayDelete(place, comment),
  }
}

/** Comments in the form of ShowDoc 3.9: a thread is a first comment with replies, its place is left out. */
export const pageComment: AllHandlers['pageComment'] = {
  async getList({ page_id, page: part, count }, ctx) {
    const place = await placeOf(ctx, page_id)
    const number = part || 1
    const zone = ctx.config.SITE_TZ
    if (!mayRead(place)) return { total: 0, page: number, comments: [] }
    const perPart = count || PER_PART
    const { list, total } = await firstComments(ctx, page_id, { from: (number - 1) * perPart, count: perPart })
    const ids = list.map(({ thread_id }) => thread_id)
    const replies = Map.groupBy(
      (await commentsOfThreads(ctx, ids)).filter(({ parent_id, is_deleted }) => parent_id > 0 && is_deleted === 0),
      ({ parent_id }) => parent_id,
    )
    const comments = list.map((comment) => ({
      ...shown(place, comment, zone),
      replies: (replies.get(comment.comment_id) ?? []).map((one) => shown(place, one, zone)),
    }))
    return { total, page: number, comments }
  },

  async add({ page_id, content, parent_id }, ctx) {
    const message = 'ok'
    if (parent_id === 0) {
      const { comment_id } = await beginThread(ctx, await placeOf(ctx, page_id), { content })
      return { comment_id, message }
    }
    const parent = await commentOf(ctx, parent_id)
    if (parent?.page_id !== page_id || parent.is_deleted) throw new Refusal('threadGone')
    const { comment_id } = await reply(ctx, await mustSeeThread(ctx, parent.thread_id), content, true)
    return { comment_id, message }
  },

  async delete({ comment_id }, ctx) {
    const place = await mustSeeComment(ctx, comment_id)
    if (place.rights.item.is_archived) throw new Refusal('archived')
    if (!mayDelete(place, place.comment)) throw new Refusal('noPermission')
    await deleteComment(ctx, place)
    return { message: 'ok' }
  },
}
