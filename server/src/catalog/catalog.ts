import { Refusal } from '@sheaf/contract'
import { mustEdit } from '../access/access.ts'
import { covers, scopeOf } from '../access/scope.ts'
import { writeAudit } from '../auth/audit.ts'
import { levelBelow, moved, withChildren } from '../content/catalog.rules.ts'
import { type CatalogFound, insertCatalog, removeCatalogs, saveCatalogs } from '../content/catalog.store.ts'
import { takeTree } from '../content/catalog.tree.store.ts'
import { deletePages, pagesIn } from '../content/page.store.ts'
import type { Rooms } from '../context.ts'
import { notifyPagesDeleted } from '../notice/notice.store.ts'
import { arrange } from './catalog.arrange.ts'
import { batUpdate } from './catalog.batch.ts'
import { copy } from './catalog.copy.ts'
import { lists } from './catalog.lists.ts'

export const catalog: Rooms['catalog'] = {
  ...lists,
  arrange,
  batUpdate,
  copy,

  async save({ item_id, cat_id, parent_cat_id, cat_name, s_number }, ctx) {
    const { roots } = await mustEdit(ctx, item_id)
    return ctx.store.db.transaction().execute(async (trx) => {
      const all = await takeTree(trx, item_id, ctx.now())
      const edits = scopeOf(roots, all)
      const old = all.find((one) => one.cat_id === cat_id)
      if (cat_id !== 0 && !old) throw new Refusal('notFound')
      if (cat_id !== 0 && cat_id === parent_cat_id) throw new Refusal('catalogCycle')
      const mayPlace = covers(edits, parent_cat_id) && (!old || covers(edits, old.parent_cat_id))
      const isMoved = parent_cat_id !== (old?.parent_cat_id ?? -1)
      if ((old && !covers(edits, cat_id)) || (isMoved && !mayPlace)) throw new Refusal('noPermission')
      const level = levelBelow(all, parent_cat_id, cat_id)
      if (!old) return insertCatalog(trx, { item_id, parent_cat_id, level, cat_name, s_number, addtime: ctx.now() })
      const below = moved(all, cat_id, { parent_cat_id, level }, []).filter((one) => one.cat_id !== cat_id)
      const saved: CatalogFound = { ...old, parent_cat_id, level, cat_name, s_number: (mayPlace && s_number) || old.s_number }
      await saveCatalogs(trx, item_id, [saved, ...below])
      return saved
    })
  },

  async delete({ item_id, cat_id }, ctx) {
    const { manage, item, roots } = await mustEdit(ctx, item_id, cat_id)
    return ctx.store.db.transaction().execute(async (trx) => {
      const all = await takeTree(trx, item_id, ctx.now())
      if (!all.some((one) => one.cat_id === cat_id) || !covers(scopeOf(roots, all), cat_id)) throw new Refusal('noPermission')
      const cat_ids = withChildren(all, cat_id)
      const pages = await pagesIn(trx, item_id, cat_ids)
      // D4: a member's right to delete ends at pages that others made.
      if (!manage && pages.some((page) => page.creator_uid !== ctx.user.uid)) throw new Refusal('pagesOfOthers')
      await deletePages(ctx.store, trx, item_id, pages, ctx.user, ctx.now())
      await notifyPagesDeleted(trx, ctx.user, item, pages, ctx.now())
      await removeCatalogs(trx, item_id, cat_ids)
      await writeAudit(trx, ctx, 'catalogDeleted', {
        subject: all.find((one) => one.cat_id === cat_id)?.cat_name ?? '',
        detail: item.item_name,
      })
      return true
    })
  },
}
