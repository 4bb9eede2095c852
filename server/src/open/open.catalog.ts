import { Refusal, SINGLE_PAGE, SPREADSHEET_ITEM } from '@sheaf/contract'
import { API, type GrantedByKeys, mustHoldKeys, mustWriteByKeys, mustWriteNamed } from '../access/keys.ts'
import { levelBelow, nameOf, withChildren } from '../content/catalog.rules.ts'
import { insertCatalog, lockTree, removeCatalogs, saveCatalogs } from '../content/catalog.store.ts'
import { catalogChanges, catalogDeletion } from '../content/change.rules.ts'
import { noteChange, noteChanges } from '../content/change.store.ts'
import { treeOf } from '../content/item.tree.service.ts'
import { deletePages, pagesIn } from '../content/page.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { RawResponse } from '../http/encode.ts'
import { notifyPagesDeleted } from '../notice/notice.store.ts'
import { onlyTitle } from './open.page.store.ts'

type Catalogs = Pick<AllHandlers['open'], 'getCatalogTree' | 'createCatalog' | 'updateCatalog' | 'deleteCatalog'>

type Created = Pick<Parameters<Catalogs['createCatalog']>[0], 'cat_name' | 'parent_cat_id' | 's_number'>

async function createIn(
  { item: { item_id, item_type }, permission }: GrantedByKeys,
  { parent_cat_id, cat_name, s_number }: Created,
  ctx: Ctx,
) {
  if (item_type === SINGLE_PAGE || item_type === SPREADSHEET_ITEM)
    throw new Refusal('pushOnePage', { title: await onlyTitle(ctx, item_id) })
  return ctx.store.write(async (trx) => {
    const all = await lockTree(trx, permission, ctx.now())
    const same = all.filter((one) => one.parent_cat_id === parent_cat_id && one.cat_name === cat_name)
    const level = levelBelow(all, parent_cat_id)
    const [known] = same.sort((a, b) => a.cat_id - b.cat_id)
    if (known) return known
    const made = await insertCatalog(trx, permission, { parent_cat_id, level, cat_name, s_number, addtime: ctx.now() })
    await noteChange(trx, permission, API, { type: 'catalog.created', cat_id: made.cat_id, title: cat_name }, ctx.now())
    return made
  })
}

export const insertCatalogByKeys: AllHandlers['item']['insertCatalog'] = async (input, ctx) =>
  createIn(await mustWriteNamed(input, ctx), input, ctx)

export const catalogs: Catalogs = {
  /** Sends the cached menu, as item/info does. */
  async getCatalogTree(input, ctx) {
    const item = await mustHoldKeys(input, ctx)
    const tree = await treeOf(ctx, item, 'all')
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
    return new RawResponse(Buffer.from(`{"error_code":0,"error_message":"","data":${tree.text()}}`), headers)
  },

  createCatalog: async (input, ctx) => createIn(await mustWriteByKeys(input, ctx), input, ctx),

  async updateCatalog(input, ctx) {
    const { permission } = await mustWriteByKeys(input, ctx)
    const { cat_id, s_number } = input
    const cat_name = input.cat_name?.trim() ? nameOf(input.cat_name) : undefined
    if (cat_name === undefined && !s_number) throw new Refusal('pushNothing')
    return ctx.store.write(async (trx) => {
      const old = (await lockTree(trx, permission, ctx.now())).find((one) => one.cat_id === cat_id)
      if (!old) throw new Refusal('notFound')
      const saved = { ...old, cat_name: cat_name ?? old.cat_name, s_number: s_number || old.s_number }
      await saveCatalogs(trx, permission, [saved])
      await noteChanges(trx, permission, API, catalogChanges([old], [saved]), ctx.now())
      return saved
    })
  },

  /** Deletes a catalog with all its descendants. Their pages go to the recycle bin. */
  async deleteCatalog(input, ctx) {
    const { item, permission } = await mustWriteByKeys(input, ctx)
    const { item_id, uid } = item
    const { cat_id } = input
    await ctx.store.db.transaction().execute(async (trx) => {
      const all = await lockTree(trx, permission, ctx.now())
      if (!all.some((one) => one.cat_id === cat_id)) throw new Refusal('notFound')
      const cat_ids = withChildren(all, cat_id)
      const pages = await pagesIn(trx, item_id, cat_ids)
      await deletePages({ permission, store: ctx.store, trx, at: ctx.now() }, pages, { uid, username: API.username })
      await notifyPagesDeleted(trx, API, item, pages, ctx.now())
      await removeCatalogs(trx, permission, cat_ids)
      await noteChange(trx, permission, API, catalogDeletion(all, cat_id, cat_ids, pages.length), ctx.now())
    })
    return { cat_id }
  },
}
