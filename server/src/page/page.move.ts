import { Refusal } from '@sheaf/contract'
import { mustEdit, type Rights } from '../access/access.ts'
import { covers, scopeOf } from '../access/scope.ts'
import { transferToItem } from '../content/catalog.follow.store.ts'
import type { CatalogFound } from '../content/catalog.store.ts'
import { placePages, placesInside, takeTrees } from '../content/catalog.tree.store.ts'
import { pagesOf } from '../content/page.store.ts'
import type { Ctx, Rooms } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { notifyPagesMoved } from '../notice/notice.store.ts'
import { mustLetGo, mustTakeFrom } from './page.rules.ts'

/** From which item to which, and into which catalog of it. */
export interface PageMove {
  source: Rights
  target: Rights
  to_cat_id: number
}

/** The rights on the other item, or `source` itself; an archived item neither gives nor takes. */
export async function mustMove<R extends Rights>(ctx: Ctx<'user'>, source: R, to_item_id: number): Promise<R | Rights> {
  if (to_item_id === source.item.item_id) return source
  const target = await mustEdit(ctx, to_item_id)
  mustLetGo(source.item)
  mustTakeFrom(source.item, target.item)
  return target
}

/** Both trees as they are, held until the transaction ends. */
export const lockTrees = (db: Db, { source, target }: PageMove, at: number) => takeTrees(db, [source.item.item_id, target.item.item_id], at)

/**
 * Puts pages at the end of a catalog with all that hangs on them, and answers the number of the last. For the item that is left a move is as good as a deletion, so a
 * member takes along only pages of their own (D4).
 */
export async function movePages(db: Db, way: PageMove, page_ids: number[], trees: Map<number, CatalogFound[]>, ctx: Ctx<'user'>) {
  const { source, target, to_cat_id } = way
  const [from, to] = [source.item.item_id, target.item.item_id]
  const edits = scopeOf(source.roots, trees.get(from) ?? [])
  const pages = await pagesOf(db, from, page_ids)
  // What is gone is told only to those who see the whole item.
  if (pages.length < page_ids.length) throw new Refusal(edits === 'all' ? 'treeOutdated' : 'noPermission')
  const there = trees.get(to) ?? []
  const mayAll = pages.every((page) => covers(edits, page.cat_id)) && covers(scopeOf(target.roots, there), to_cat_id)
  if (!mayAll) throw new Refusal('noPermission')
  if (to_cat_id !== 0 && !there.some((catalog) => catalog.cat_id === to_cat_id)) throw new Refusal('notFound')
  if (from !== to) {
    if (!source.manage && pages.some((page) => page.creator_uid !== ctx.user.uid)) throw new Refusal('pageOfOthers')
    await transferToItem(ctx.store, db, { from, to }, [], page_ids)
    await notifyPagesMoved(db, ctx.user, { from: source.item, to: target.item }, pages, ctx.now())
  }
  const leaving = new Set(page_ids)
  const beside = (await placesInside(db, to, to_cat_id)).filter((page) => !leaving.has(page.page_id))
  const numbers = new Map(beside.map((page) => [page.page_id, page.s_number]))
  const order = [...numbers.keys(), ...page_ids].map((page_id, n) => ({ page_id, cat_id: to_cat_id, s_number: n + 1 }))
  await placePages(
    db,
    to,
    order.filter((page) => numbers.get(page.page_id) !== page.s_number),
  )
  return order.length
}

/** In one transaction: all of the pages are in the one item or all in the other. */
export const move: Rooms['page']['move'] = async ({ item_id, page_ids, to_item_id, to_cat_id }, ctx) => {
  const source = await mustEdit(ctx, item_id)
  const way = { source, target: await mustMove(ctx, source, to_item_id), to_cat_id }
  await ctx.store.db.transaction().execute(async (trx) => {
    await movePages(trx, way, [...new Set(page_ids)], await lockTrees(trx, way, ctx.now()), ctx)
  })
  return []
}
