import { PASSWORD_KEPT } from '@sheaf/contract'
import type { ItemHead } from '../access/access.store.ts'
import { removeBytes, removeRow } from '../attachment/attachment.service.ts'
import { isOnAPage } from '../attachment/attachment.store.ts'
import { writeAudit } from '../auth/audit.ts'
import { ownerOf } from '../content/item.store.ts'
import type { Ctx, Services } from '../context.ts'
import { inSmallSteps, type Pace } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { notify } from '../notice/notice.store.ts'
import { removePage } from '../page/page.store.ts'
import { removeBinding, teamsOfItem } from '../team/team.store.ts'
import { lockUsers, mustKnow } from '../user/user.store.ts'
import { catalogsLeft, filesLeft, giveItem, pagesLeft, removeCatalog, removeItemRow, setFree } from './item.store.ts'

/** An item as its managers see it; the visit password is never sent (W13). */
export const rowOf = async (item: ItemHead, ctx: Ctx) => ({
  ...item,
  username: (await ownerOf(ctx.db, item.uid))?.username ?? '',
  password: item.password_hash ? PASSWORD_KEPT : '',
})

/** The item belongs to somebody else from now on; both hear of it. Who may hand it over is for the caller to know. */
export async function handOver(ctx: Ctx<'user' | 'admin'>, item: ItemHead, username: string, unbind = false) {
  const next = await mustKnow(ctx.db, username)
  if (next.uid !== item.uid)
    await ctx.store.write(async (trx) => {
      // Whoever gets it is not being deleted at this moment.
      await lockUsers(ctx.store, trx)
      await mustKnow(trx, username)
      await giveItem(trx, item.item_id, next.uid, ctx.now())
      if (unbind) await unbindTeams(trx, ctx, item, next.uid)
      const about = { item: item.item_name }
      await notify(trx, ctx.user, { uids: [next.uid], kind: 'itemGiven', about, item_id: item.item_id }, ctx.now())
      await notify(trx, ctx.user, { uids: [item.uid], kind: 'itemTaken', about }, ctx.now())
      await writeAudit(trx, ctx, 'itemTransferred', { subject: item.item_name, detail: next.username })
    })
  return rowOf({ ...item, uid: next.uid }, ctx)
}

/** Teams keep what they may, and whoever owns one can add themselves to it; those of the new owner stay. */
async function unbindTeams(trx: Db, ctx: Ctx<'user' | 'admin'>, { item_id, item_name }: ItemHead, owner: number) {
  for (const { id, team_id, team_name, uid } of await teamsOfItem(trx, item_id)) {
    if (uid === owner) continue
    await removeBinding(trx, { id, team_id, item_id })
    await writeAudit(trx, ctx, 'teamUnbound', { subject: item_name, detail: team_name })
  }
}

/**
 * Takes an item that nobody sees any more away for good, with all that was made in it. In small steps, the item itself last, so that
 * an interrupted removal is found and gone on with.
 */
export async function removeItem(house: Services, item_id: number, pace?: Pace) {
  const { store, now } = house
  const after = async (paths: string[][]) => {
    for (const path of paths.flat()) await removeBytes(house, path)
  }
  await inSmallSteps(
    store,
    { next: () => pagesLeft(store.db, item_id), take: (trx, page) => removePage(store, trx, page, now()), after },
    pace,
  )
  await inSmallSteps(
    store,
    {
      next: () => filesLeft(store.db, item_id),
      async take(trx, file): Promise<string[]> {
        if (await isOnAPage(trx, file.file_id)) {
          await setFree(trx, file.file_id)
          return []
        }
        await removeRow(trx, file, now())
        return [file.path]
      },
      after,
    },
    pace,
  )
  await inSmallSteps(store, { next: () => catalogsLeft(store.db, item_id), take: removeCatalog }, pace)
  await store.write((trx) => removeItemRow(trx, item_id))
}
