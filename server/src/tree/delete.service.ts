import type { Granted } from '../access/access.ts'
import { viaOf } from '../auth/grant.ts'
import { withChildren } from '../content/catalog.rules.ts'
import { type CatalogFound, removeCatalogs } from '../content/catalog.store.ts'
import { actorOf, type ChangeDraft, catalogDeletion } from '../content/change.rules.ts'
import { noteChanges } from '../content/change.store.ts'
import { deletePages } from '../content/page.store.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { notifyPagesDeleted } from '../notice/notice.store.ts'
import { pagesIn, type Selection } from '../page/selection/selection.service.ts'

/** Moves the pages to the recycle bin and removes the catalogs. The caller has checked the rights on the selection. */
export async function deleteSelection(
  trx: Db,
  { item, permission }: Granted<'edit'>,
  tree: CatalogFound[],
  selection: Selection,
  batch_id: number,
  ctx: Ctx<'user'>,
) {
  const pages = pagesIn(selection)
  await deletePages({ permission, store: ctx.store, trx, at: ctx.now() }, pages, ctx.user, batch_id)
  await notifyPagesDeleted(trx, { ...ctx.user, via: viaOf(ctx) }, item, pages, ctx.now())
  await removeCatalogs(trx, permission, selection.cat_ids)
  const drafts: ChangeDraft[] = [
    ...selection.tops.map(({ cat_id }) => {
      const cat_ids = withChildren(tree, cat_id)
      const inside = new Set(cat_ids)
      return catalogDeletion(tree, cat_id, cat_ids, selection.below.filter((page) => inside.has(page.cat_id)).length)
    }),
    ...selection.alone.map(({ page_id, cat_id, page_title: title }) => ({ type: 'page.deleted' as const, page_id, cat_id, title })),
  ]
  await noteChanges(
    trx,
    permission,
    actorOf(ctx),
    drafts.map((draft) => ({ ...draft, batch_id })),
    ctx.now(),
  )
}
