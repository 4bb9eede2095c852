import { Refusal } from '@sheaf/contract'
import { headOf } from '../access/access.store.ts'
import { rightsOn } from '../access/access.ts'
import type { Ctx } from '../context.ts'

/*
 * What API clients keep holds for a whole item: whoever edits some of it sees it, whoever edits all of it changes it. To everybody else
 * it is not there, with the number existing clients know.
 */
export async function mustSee(ctx: Ctx, item_id: number | undefined) {
  const item = item_id === undefined ? undefined : await headOf(ctx, item_id)
  const found = item && (await rightsOn(ctx, item))
  if (!found || found.edits === 'none') throw new Refusal('noVisit')
  return found
}

/** What somebody sets for themselves, in an item that is still worked on. */
export async function mustWork(ctx: Ctx, item_id: number | undefined) {
  const found = await mustSee(ctx, item_id)
  if (found.item.is_archived) throw new Refusal('archived')
  return found
}

export async function mustChange(ctx: Ctx, item_id: number | undefined) {
  const found = await mustSee(ctx, item_id)
  if (found.edits !== 'all') throw new Refusal('noVisit')
  if (found.item.is_archived) throw new Refusal('archived')
  return found
}
