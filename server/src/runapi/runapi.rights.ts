import { Refusal } from '@sheaf/contract'
import { headOf } from '../access/access.store.ts'
import { rightsOn } from '../access/access.ts'
import type { Ctx } from '../context.ts'

/*
 * The data of API clients belongs to a whole item. Users who can edit part of the item can see it, and users who can edit all of it can
 * change it. All others are refused with the error number that existing clients know.
 */
export async function mustSee(ctx: Ctx, item_id: number | undefined) {
  const item = item_id === undefined ? undefined : await headOf(ctx, item_id)
  const rights = item && (await rightsOn(ctx, item))
  if (!rights || rights.edits === 'none') throw new Refusal('noVisit')
  return rights
}

/** For a user's own settings, which an archived item does not accept. */
export async function mustWork(ctx: Ctx, item_id: number | undefined) {
  const rights = await mustSee(ctx, item_id)
  if (rights.item.is_archived) throw new Refusal('archived')
  return rights
}

export async function mustChange(ctx: Ctx, item_id: number | undefined) {
  const rights = await mustSee(ctx, item_id)
  if (rights.edits !== 'all') throw new Refusal('noVisit')
  if (rights.item.is_archived) throw new Refusal('archived')
  return rights
}
