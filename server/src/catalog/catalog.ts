import { Refusal } from '@sheaf/contract'
import { mustBeEditor, mustEdit, mustVisit } from '../access/access.ts'
import { covers } from '../access/scope.ts'
import { touchItem } from '../item/item.store.ts'
import type { Rooms } from '../lib/context.ts'
import { tellDeleted } from '../notice/notice.store.ts'
import { deletePages, pagesIn } from '../page/page.store.ts'
import { type Branch, branches, levelBelow, withChildren, withPaths } from './catalog.rules.ts'
import { type CatalogFound, catalogsIn, catalogsOf, insertCatalog, removeCatalogs, updateCatalog } from './catalog.store.ts'

type Node = CatalogFound & { sub: Node[] }
const asNode = ({ node, below }: Branch<CatalogFound>): Node => ({ ...node, sub: below.map(asNode) })

export const catalog: Rooms['catalog'] = {
  async save({ item_id, cat_id, parent_cat_id, cat_name, s_number }, ctx) {
    const { edits } = await mustEdit(ctx, item_id)
    return ctx.store.db.transaction().execute(async (trx) => {
      await touchItem(trx, item_id, ctx.now())
      const all = await catalogsIn(trx, item_id)
      const old = all.find((one) => one.cat_id === cat_id)
      if (cat_id !== 0 && !old) throw new Refusal('notFound')
      if (cat_id !== 0 && cat_id === parent_cat_id) throw new Refusal('catalogCycle')
      const isMoved = parent_cat_id !== (old?.parent_cat_id ?? -1)
      if ((old && !covers(edits, cat_id)) || (isMoved && !covers(edits, parent_cat_id))) throw new Refusal('noPermission')
      const level = levelBelow(all, parent_cat_id, cat_id)
      if (!old) return insertCatalog(trx, { item_id, parent_cat_id, level, cat_name, s_number, addtime: ctx.now() })
      for (const below of withChildren(all, cat_id).slice(1)) {
        const was = all.find((one) => one.cat_id === below) as CatalogFound
        if (level !== old.level) await updateCatalog(trx, item_id, below, { level: was.level + level - old.level })
      }
      return updateCatalog(trx, item_id, cat_id, { parent_cat_id, level, cat_name, ...(s_number ? { s_number } : {}) })
    })
  },

  async catListGroup({ item_id }, ctx) {
    const { visits } = await mustVisit(ctx, item_id)
    const all = await catalogsOf(ctx, item_id)
    return branches(all.filter((one) => covers(visits, one.cat_id))).map(asNode)
  },

  async catListName({ item_id }, ctx) {
    const { visits } = await mustVisit(ctx, item_id)
    const all = await catalogsOf(ctx, item_id)
    return withPaths(branches(all.filter((one) => covers(visits, one.cat_id))))
  },

  async getPagesBycat({ item_id, cat_id }, ctx) {
    await mustBeEditor(ctx, item_id, cat_id)
    return pagesIn(ctx.db, item_id, [cat_id])
  },

  async delete({ item_id, cat_id }, ctx) {
    const { manage, item } = await mustEdit(ctx, item_id, cat_id)
    return ctx.store.db.transaction().execute(async (trx) => {
      await touchItem(trx, item_id, ctx.now())
      const all = await catalogsIn(trx, item_id)
      if (!all.some((one) => one.cat_id === cat_id)) throw new Refusal('noPermission')
      const cat_ids = withChildren(all, cat_id)
      const pages = await pagesIn(trx, item_id, cat_ids)
      // D4: a member's right to delete ends at pages that others made.
      if (!manage && pages.some((page) => page.creator_uid !== ctx.user.uid)) throw new Refusal('noPermission')
      await deletePages(ctx.store, trx, item_id, pages, ctx.user, ctx.now())
      await tellDeleted(trx, ctx.user, item, pages, ctx.now())
      await removeCatalogs(trx, item_id, cat_ids)
      return true
    })
  },
}
