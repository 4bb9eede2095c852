import { Refusal } from '@sheaf/contract'
import { mustBePageEditor, mustEditPage } from '../access/access.ts'
import type { Rooms } from '../lib/context.ts'
import { holderOf, releaseLock, takeLock } from './page.lock.store.ts'

/** Seconds after the last heartbeat, by the server's clock; what a client asks for does not matter. */
const LAPSES = 300
/** What existing clients send as lock_to to give the lock back. */
const RELEASE = 1000

export const locks: Pick<Rooms['page'], 'setLock' | 'isLock'> = {
  async setLock({ page_id, item_id, lock_to }, ctx) {
    const { page } = await mustEditPage(ctx, page_id)
    if (item_id !== 0 && item_id !== page.item_id) throw new Refusal('noPermission')
    const now = ctx.now()
    const isDone = await (lock_to === RELEASE
      ? releaseLock(ctx.db, page_id, ctx.user.uid, now)
      : takeLock(ctx.db, page_id, ctx.user.uid, now + LAPSES, now))
    if (!isDone) throw new Refusal('lockedBy', { name: (await holderOf(ctx.db, page_id, now))?.username ?? '' })
    return { id: page_id }
  },

  async isLock({ page_id }, ctx) {
    await mustBePageEditor(ctx, page_id)
    const holder = await holderOf(ctx.db, page_id, ctx.now())
    if (!holder) return { lock: 0, lock_uid: '', lock_username: '', is_cur_user: 0 }
    return { lock: 1, lock_uid: String(holder.uid), lock_username: holder.username, is_cur_user: Number(holder.uid === ctx.user?.uid) }
  },
}
