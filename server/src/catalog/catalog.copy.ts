import { Refusal } from '@sheaf/contract'
import { mustEdit } from '../access/access.ts'
import { itemOfCatalog, lockTrees } from '../content/catalog.store.ts'
import type { AllHandlers } from '../context.ts'
import { indexAfterCommit } from '../db/search/backlog.ts'
import { mustAcceptPagesOf, mustBeMovable } from '../page/page.rules.ts'
import { copySelection } from '../page/selection/copy.service.ts'
import { moveSelection } from '../page/selection/move.service.ts'
import { pagesOfOthers, selectionOf } from '../page/selection/selection.service.ts'

/** Copies or moves a catalog in one transaction, so it is never split between source and target (R11). */
export const copy: AllHandlers['catalog']['copy'] = async ({ cat_id, new_p_cat_id, to_item_id, is_del }, ctx) => {
  const from_item_id = await itemOfCatalog(ctx, cat_id)
  if (from_item_id === undefined) throw new Refusal('noPermission')
  const source = await mustEdit(ctx, from_item_id, cat_id)
  const target = to_item_id === from_item_id ? source : await mustEdit(ctx, to_item_id)
  if (target !== source && is_del) mustBeMovable(source.item)
  if (target !== source || !is_del) mustAcceptPagesOf(source.item, target.item)
  const copied = await ctx.store.db.transaction().execute(async (trx) => {
    const trees = await lockTrees(trx, [source.permission, target.permission], ctx.now())
    const move = { source, target, to_cat_id: new_p_cat_id, trees }
    const selection = await selectionOf(trx, source, trees.get(from_item_id) ?? [], [{ cat_id, page_id: 0 }], is_del)
    if (!is_del) return (await copySelection(trx, move, selection, ctx))[0] as number
    // For the source a move to another item is like a deletion, so a member cannot move pages of other authors (D4).
    if (target !== source && pagesOfOthers(selection, source, ctx).length > 0) throw new Refusal('pagesOfOthers')
    await moveSelection(trx, move, selection, ctx)
    return cat_id
  })
  await indexAfterCommit(ctx)
  return copied
}
