import { Refusal } from '@sheaf/contract'
import type { PageFound } from '../access/access.store.ts'
import { mustVisitPageUniform, personIn } from '../access/access.ts'
import type { Ctx } from '../context.ts'
import { mayRead, type Place } from './comment.rules.ts'
import { type CommentRow, commentOf } from './comment.store.ts'
import { type Thread, threadOf } from './thread.store.ts'

export interface PagePlace extends Place {
  page: PageFound
}

/** A page that the caller can read, with what counts for its comments. */
export async function placeOf(ctx: Ctx, page_id: number): Promise<PagePlace> {
  const { page, ...rights } = await mustVisitPageUniform(ctx, page_id)
  return { page, rights, cat_id: page.cat_id, person: personIn(ctx, rights.item.item_id) }
}

export interface ThreadPlace extends PagePlace {
  thread: Thread
}

/** A thread that the caller sees. A missing one gives the same refusal as one that they do not see. */
export async function mustSeeThread(ctx: Ctx, thread_id: number): Promise<ThreadPlace> {
  const thread = await threadOf(ctx, thread_id)
  const place = thread && (await placeOf(ctx, thread.page_id).catch(ifRefused))
  if (!thread || !place || !mayRead(place)) throw new Refusal('threadGone')
  return { ...place, thread }
}

/** A comment, not deleted, that the caller sees. */
export async function mustSeeComment(ctx: Ctx, comment_id: number): Promise<ThreadPlace & { comment: CommentRow }> {
  const comment = await commentOf(ctx, comment_id)
  if (!comment || comment.is_deleted) throw new Refusal('threadGone')
  return { ...(await mustSeeThread(ctx, comment.thread_id)), comment }
}

const ifRefused = (error: unknown) => {
  if (error instanceof Refusal) return undefined
  throw error
}
