import { PASSWORD_KEPT, Refusal } from '@sheaf/contract'
import type { ItemHead } from '../access/access.store.ts'
import type { Granted } from '../access/access.ts'
import type { Permission } from '../access/permission.ts'
import { removeBytes, removeRow } from '../attachment/attachment.service.ts'
import { isOnAPage } from '../attachment/attachment.store.ts'
import { writeAudit } from '../auth/audit.ts'
import { ownerOf } from '../content/item.store.ts'
import type { Ctx, Services } from '../context.ts'
import { inSmallSteps, type Pace, removeInSteps } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { notify } from '../notice/notice.store.ts'
import { notifyUnowned } from '../notice/steward-notice.store.ts'
import { removePage } from '../page/page.store.ts'
import { removeBinding, teamsOfItem } from '../team/team.store.ts'
import { lockUsers, mustKnow } from '../user/user.store.ts'
import { hostsOf, removeWebhooksOf } from '../webhook/webhook.store.ts'
import {
  catalogsLeft,
  changesLeft,
  detachFile,
  filesLeft,
  giveItem,
  keyOfItem,
  pagesLeft,
  removeCatalog,
  removeItemRow,
} from './item.store.ts'

/** An item for its managers; the visit password is never sent (W13). */
export const rowOf = async (item: ItemHead, ctx: Ctx) => ({
  ...item,
  username: (await ownerOf(ctx.db, item.uid))?.username ?? '',
  password: item.password_hash ? PASSWORD_KEPT : '',
})

/** Transfers an item to another user and notifies both users. */
export async function transferItem(
  ctx: Ctx<'user' | 'admin'>,
  { item, permission }: Pick<Granted<'manage'>, 'item' | 'permission'>,
  username: string,
  unbind = false,
) {
  const next = await mustKnow(ctx.db, username)
  if (next.uid !== item.uid)
    await ctx.store.write(async (trx) => {
      // The new owner cannot be deleted concurrently.
      await lockUsers(ctx.store, trx)
      await mustKnow(trx, username)
      // Another transfer was faster, and with it the right to transfer can be gone.
      if (!(await giveItem(trx, permission, { from: item.uid, uid: next.uid }, ctx.now()))) throw new Refusal('noVisit')
      if (unbind) await unbindTeams(trx, ctx, { item, permission }, next.uid)
      const about = { item: item.item_name }
      const [hosts, key] = [await hostsOf(trx, item.item_id), await keyOfItem(trx, item.item_id)]
      const given = { ...about, hosts, has_key: key !== undefined }
      await notify(trx, ctx.user, { uids: [next.uid], kind: 'itemGiven', about: given, item_id: item.item_id }, ctx.now())
      await notify(trx, ctx.user, { uids: [item.uid], kind: 'itemTaken', about }, ctx.now())
      await writeAudit(trx, ctx, 'itemTransferred', { subject: item.item_name, detail: next.username })
    })
  return rowOf({ ...item, uid: next.uid }, ctx)
}

/** Unbinds all teams except those of the new owner. Otherwise owners of teams could add themselves and keep access. */
async function unbindTeams(
  trx: Db,
  ctx: Ctx<'user' | 'admin'>,
  { item: { item_id, item_name }, permission }: Pick<Granted<'manage'>, 'item' | 'permission'>,
  owner: number,
) {
  for (const { id, team_id, team_name, uid } of await teamsOfItem(trx, item_id)) {
    if (uid === owner) continue
    await notifyUnowned(trx, await removeBinding(trx, permission, { id, team_id }), team_name, ctx.now())
    await writeAudit(trx, ctx, 'teamUnbound', { subject: item_name, detail: team_name })
  }
}

/**
 * Deletes an item that is no longer visible permanently, with all its data. It works in small steps and deletes the item row last, so
 * that an interrupted deletion is found and continued.
 */
export async function removeItem(services: Services, permission: Permission<'edit' | 'manage'>, pace?: Pace) {
  const { item_id } = permission
  const { store, now } = services
  const after = async (paths: string[][]) => {
    for (const path of paths.flat()) await removeBytes(services, path)
  }
  await inSmallSteps(
    store,
    {
      next: () => pagesLeft(store.db, item_id),
      take: (trx, { page_id }) => removePage({ permission, store, trx, at: now() }, page_id),
      after,
    },
    pace,
  )
  await inSmallSteps(
    store,
    {
      next: () => filesLeft(store.db, item_id),
      async take(trx, file): Promise<string[]> {
        if (await isOnAPage(trx, file.file_id)) {
          await detachFile(trx, file.file_id)
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
  await removeInSteps(store, { table: 'change', id: 'change_id', next: (rows) => changesLeft(store.db, item_id, rows) }, pace)
  await store.write(async (trx) => {
    await removeWebhooksOf(trx, permission)
    await removeItemRow(trx, permission)
  })
}
