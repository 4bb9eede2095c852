import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'

interface Opened {
  page_id: number
  /** The threads that the answer shows. */
  thread_ids: number[]
}

/**
 * A person has a page before them: what they watch there and what waits to be mailed is left out of mail. The browser asks for the comments
 * of each page that it shows, and of none that it only fetches ahead. A read of one row decides, and a write follows only if mail waits, once
 * for each row. Nothing waits for it, because reading works while the database takes no writes. What concerns the person alone stays until
 * its notice is read.
 */
export async function leaveOutOpened(ctx: Ctx, opened: Opened) {
  if (!ctx.user || ctx.session_id === null || ctx.grant) return
  const { uid } = ctx.user
  const waiting = await ctx.store.hot<{ tell_id: number }>(
    "select tell_id from tell where uid = ? and state = 'waiting' and page_id = ? and news_group = 'watched' limit 1",
    [uid, opened.page_id],
  )
  if (waiting.length === 0) return
  const at = ctx.now()
  ctx.store
    .write((trx) => dropOpened(trx, uid, opened, at))
    .catch((error: Error) => ctx.log.warn({ err: error }, 'mail about an opened page was not left out'))
}

/** News of the same second stay, because they can be later than the page that was shown. */
const dropOpened = (trx: Db, uid: number, { page_id, thread_ids }: Opened, at: number) =>
  trx
    .updateTable('tell')
    .set({ state: 'dropped' })
    .where('uid', '=', uid)
    .where('state', '=', 'waiting')
    .where('page_id', '=', page_id)
    .where('news_group', '=', 'watched')
    .where('thread_id', 'in', [0, ...thread_ids])
    .where('last_time', '<', at)
    .execute()
