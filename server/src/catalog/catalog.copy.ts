import { DEFAULT_ORDER, ID_MAX, Refusal } from '@sheaf/contract'
import { covers, type Granted, mustEdit, scopeOf } from '../access/access.ts'
import { heightOf, moved, placeBelow, withChildren } from '../content/catalog.rules.ts'
import {
  type CatalogFound,
  insertCatalog,
  itemOfCatalog,
  lockTrees,
  membersLimitedTo,
  pagesBelow,
  saveCatalogs,
  transferToItem,
} from '../content/catalog.store.ts'
import { ARRIVED, actorOf, catalogChanges, counted, LEFT } from '../content/change.rules.ts'
import { noteChange, noteChanges } from '../content/change.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { notifyCatalogMoved } from '../notice/notice.store.ts'
import { mustAcceptPagesOf } from '../page/page.rules.ts'
import { copyPages } from '../page/page.service.ts'

type Copy = AllHandlers['catalog']['copy']

/** Pages per batch, whose texts are in memory at the same time; the event loop serves other requests between batches. */
const PAGES_PER_BATCH = 50

/** The catalog to copy or move and its target, with both trees as read in the transaction. */
interface CopyPlan {
  catalog: CatalogFound
  source: Granted<'edit'>
  target: Granted<'edit'>
  from: CatalogFound[]
  to: CatalogFound[]
  parent_cat_id: number
  level: number
  s_number: number
}

/** Copies or moves a catalog in one transaction, so it is never split between source and target (R11). */
export const copy: Copy = async ({ cat_id, new_p_cat_id, to_item_id, is_del }, ctx) => {
  const from_item_id = await itemOfCatalog(ctx, cat_id)
  if (from_item_id === undefined) throw new Refusal('noPermission')
  const source = await mustEdit(ctx, from_item_id, cat_id)
  const target = to_item_id === from_item_id ? source : await mustEdit(ctx, to_item_id)
  if (target !== source) mustAcceptPagesOf(source.item, target.item)
  return ctx.store.db.transaction().execute(async (trx) => {
    const trees = await lockTrees(trx, [source.permission, target.permission], ctx.now())
    const [from, to] = [trees.get(from_item_id) ?? [], trees.get(to_item_id) ?? []]
    const catalog = from.find((row) => row.cat_id === cat_id)
    const edits = scopeOf(source.roots, from)
    const mayTake = catalog && covers(edits, cat_id) && (!is_del || covers(edits, catalog.parent_cat_id))
    if (!mayTake || !covers(scopeOf(target.roots, to), new_p_cat_id)) throw new Refusal('noPermission')
    const isInside = from_item_id === to_item_id && new_p_cat_id !== 0 && withChildren(from, cat_id).includes(new_p_cat_id)
    if (isInside) throw new Refusal('catalogCycle')
    const level = placeBelow(to, new_p_cat_id, heightOf(from, cat_id))
    const siblings = to.filter((row) => row.parent_cat_id === new_p_cat_id && row.cat_id !== cat_id).map((row) => row.s_number)
    const s_number = siblings.length ? Math.min(ID_MAX, Math.max(DEFAULT_ORDER, Math.max(...siblings) + 1)) : catalog.s_number
    const plan: CopyPlan = { catalog, source, target, from, to, parent_cat_id: new_p_cat_id, level, s_number }
    return is_del ? move(trx, plan, ctx) : duplicate(trx, plan, ctx)
  })
}

async function move(trx: Db, plan: CopyPlan, ctx: Ctx<'user'>): Promise<number> {
  const { catalog, source, target, from, parent_cat_id, level, s_number } = plan
  const rows = moved(from, catalog.cat_id, { parent_cat_id, level }, [])
  const [from_item_id, to_item_id] = [source.item.item_id, target.item.item_id]
  if (from_item_id !== to_item_id) await transfer(trx, plan, ctx)
  const changed = new Map(rows.map((row) => [row.cat_id, row]))
  changed.set(catalog.cat_id, { ...catalog, parent_cat_id, level, s_number })
  await saveCatalogs(trx, target.permission, [...changed.values()])
  if (from_item_id === to_item_id)
    await noteChanges(trx, target.permission, actorOf(ctx), catalogChanges([catalog], [...changed.values()]), ctx.now())
  return catalog.cat_id
}

/** Transfers the pages to another item. For the source this is like a deletion, so a member cannot move pages of other authors (D4). */
async function transfer(trx: Db, { catalog, source, target, from }: CopyPlan, ctx: Ctx<'user'>) {
  const cat_ids = withChildren(from, catalog.cat_id)
  const pages = await pagesBelow(trx, source.item.item_id, cat_ids)
  if (!source.manage && pages.some((page) => page.creator_uid !== ctx.user.uid)) throw new Refusal('pagesOfOthers')
  const affected = await membersLimitedTo(trx, source.item.item_id, cat_ids)
  await notifyCatalogMoved(trx, ctx.user, source.item, catalog.cat_name, [...affected, ...pages.map((page) => page.creator_uid)], ctx.now())
  const items = { from: source.permission, to: target.permission }
  await transferToItem(
    ctx.store,
    trx,
    items,
    cat_ids,
    pages.map((page) => page.page_id),
    ctx.now(),
  )
  const [by, at, title] = [actorOf(ctx), ctx.now(), catalog.cat_name]
  const [left, arrived] = [
    { cat_id: catalog.parent_cat_id, detail: LEFT },
    { cat_id: catalog.cat_id, detail: ARRIVED },
  ]
  await noteChange(trx, source.permission, by, { type: 'catalog.moved', title, ...left }, at)
  await noteChange(trx, target.permission, by, { type: 'catalog.moved', title, ...arrived }, at)
}

async function duplicate(
  trx: Db,
  { catalog, source, target, from, parent_cat_id, level, s_number }: CopyPlan,
  ctx: Ctx<'user'>,
): Promise<number> {
  const { permission } = target
  const places = new Map<number, number>()
  for (const cat_id of withChildren(from, catalog.cat_id)) {
    const row = from.find((found) => found.cat_id === cat_id) as CatalogFound
    const isTop = cat_id === catalog.cat_id
    const made = await insertCatalog(trx, permission, {
      parent_cat_id: isTop ? parent_cat_id : (places.get(row.parent_cat_id) ?? 0),
      level: row.level + level - catalog.level,
      cat_name: row.cat_name,
      s_number: isTop ? s_number : row.s_number,
      addtime: ctx.now(),
    })
    places.set(cat_id, made.cat_id)
  }
  const { item_id: origin } = source.item
  const page_ids = (await pagesBelow(trx, origin, [...places.keys()])).map((page) => page.page_id)
  for (const part of inParts(page_ids, PAGES_PER_BATCH)) {
    await copyPages({ permission, store: ctx.store, trx, at: ctx.now() }, { from: origin, page_ids: part, places, by: ctx.user })
    await new Promise(setImmediate)
  }
  const cat_id = places.get(catalog.cat_id) as number
  const detail = [{ kind: 'copied' as const }, ...counted({ 'pages.added': page_ids.length, 'catalogs.added': places.size - 1 })]
  await noteChange(trx, permission, actorOf(ctx), { type: 'catalog.created', cat_id, title: catalog.cat_name, detail }, ctx.now())
  return cat_id
}
