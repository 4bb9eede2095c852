import { Refusal } from '@sheaf/contract'
import type { PageFound } from '../../access/access.store.ts'
import { covers, mustBePageEditor, mustEditPage, type Rights, rightsOn } from '../../access/access.ts'
import type { AllHandlers, Ctx } from '../../context.ts'
import { holderOf, type LockHolder, releaseLock, takeLock } from './page.lock.store.ts'

/** The value of lock_to with which existing clients release the lock. */
const RELEASE = 1000

/** The lock holder, if they still have the right to edit the page; otherwise the lock is released (W11). */
async function validHolder(ctx: Ctx, { page, item }: Rights & { page: PageFound }): Promise<LockHolder | undefined> {
  const holder = await holderOf(ctx.db, page.page_id, ctx.now())
  if (!holder || holder.uid === ctx.user?.uid) return holder
  const { edits } = await rightsOn(
    { store: ctx.store, user: { ...holder, email: '', email_verify: 0, avatar: '' }, session_id: null, grant: undefined },
    item,
  )
  if (covers(edits, page.cat_id)) return holder
  await releaseLock(ctx.db, page.page_id, holder.uid)
  return undefined
}

const FREE = { lock: 0, lock_uid: '', lock_username: '', lock_name: '', is_cur_user: 0 }

/** Existing clients request the lock of a page that they are about to create, with page_id 0: it is always free. */
export const locks: Pick<AllHandlers['page'], 'setLock' | 'isLock'> = {
  async setLock({ page_id, item_id, lock_to }, ctx) {
    if (page_id === 0) return { id: 0 }
    const found = await mustEditPage(ctx, page_id)
    if (item_id !== 0 && item_id !== found.page.item_id) throw new Refusal('noPermission')
    const holder = await validHolder(ctx, found)
    if (holder && holder.uid !== ctx.user.uid) throw new Refusal('lockedBy', { name: holder.username })
    if (lock_to === RELEASE) {
      await releaseLock(ctx.db, page_id, ctx.user.uid)
      return { id: page_id }
    }
    const now = ctx.now()
    if (await takeLock(ctx.db, found.permission, ctx.user.uid, now)) return { id: page_id }
    throw new Refusal('lockedBy', { name: (await holderOf(ctx.db, page_id, now))?.username ?? '' })
  },

  async isLock({ page_id }, ctx) {
    if (page_id === 0) return FREE
    const holder = await validHolder(ctx, await mustBePageEditor(ctx, page_id))
    if (!holder) return FREE
    const { uid, username, name } = holder
    return { lock: 1, lock_uid: String(uid), lock_username: username, lock_name: name, is_cur_user: Number(uid === ctx.user?.uid) }
  },
}
