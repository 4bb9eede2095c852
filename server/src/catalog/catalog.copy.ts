import { DEFAULT_ORDER, ID_MAX, Refusal } from '@sheaf/contract'
import { covers, mustEdit, type Rights, scopeOf } from '../access/access.ts'
import { heightOf, moved, placeBelow, withChildren } from '../content/catalog.rules.ts'
import {
  type CatalogFound,
  insertCatalog,
  itemOfCatalog,
  membersLimitedTo,
  pagesBelow,
  saveCatalogs,
  takeTrees,
  transferToItem,
} from '../content/catalog.store.ts'
import type { Ctx, Rooms } from '../context.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { notifyCatalogMoved } from '../notice/notice.store.ts'
import { mustTakeFrom } from '../page/page.rules.ts'
import { copyPages } from '../page/page.service.ts'

type Copy = Rooms['catalog']['copy']

/** Texts held in memory at a time; other requests are answered in between. */
const PAGES_AT_ONCE = 50

/** What is copied or moved, and where to: both trees as they are inside the transaction. */
interface CopyTarget {
  one: CatalogFound
  source: Rights
  target: Rights
  from: CatalogFound[]
  to: CatalogFound[]
  parent_cat_id: number
  level: number
  s_number: number
}

/** In one transaction: whatever happens, all of it is in the one place or all of it in the other (R11). */
export const copy: Copy = async ({ cat_id, new_p_cat_id, to_item_id, is_del }, ctx) => {
  const from_item_id = await itemOfCatalog(ctx, cat_id)
  if (from_item_id === undefined) throw new Refusal('noPermission')
  const source = await mustEdit(ctx, from_item_id, cat_id)
  const target = to_item_id === from_item_id ? source : await mustEdit(ctx, to_item_id)
  if (target !== source) mustTakeFrom(source.item, target.item)
  return ctx.store.db.transaction().execute(async (trx) => {
    const trees = await takeTrees(trx, [from_item_id, to_item_id], ctx.now())
    const [from, to] = [trees.get(from_item_id) ?? [], trees.get(to_item_id) ?? []]
    const one = from.find((row) => row.cat_id === cat_id)
    const edits = scopeOf(source.roots, from)
    const mayTake = one && covers(edits, cat_id) && (!is_del || covers(edits, one.parent_cat_id))
    if (!mayTake || !covers(scopeOf(target.roots, to), new_p_cat_id)) throw new Refusal('noPermission')
    const isInside = from_item_id === to_item_id && new_p_cat_id !== 0 && withChildren(from, cat_id).includes(new_p_cat_id)
    if (isInside) throw new Refusal('catalogCycle')
    const level = placeBelow(to, new_p_cat_id, heightOf(from, cat_id))
    const beside = to.filter((row) => row.parent_cat_id === new_p_cat_id && row.cat_id !== cat_id).map((row) => row.s_number)
    const s_number = beside.length ? Math.min(ID_MAX, Math.max(DEFAULT_ORDER, Math.max(...beside) + 1)) : one.s_number
    const way: CopyTarget = { one, source, target, from, to, parent_cat_id: new_p_cat_id, level, s_number }
    return is_del ? move(trx, way, ctx) : duplicate(trx, way, ctx)
  })
}

async function move(trx: Db, way: CopyTarget, ctx: Ctx<'user'>): Promise<number> {
  const { one, source, target, from, parent_cat_id, level, s_number } = way
  const rows = moved(from, one.cat_id, { parent_cat_id, level }, [])
  const [from_item_id, to_item_id] = [source.item.item_id, target.item.item_id]
  if (from_item_id !== to_item_id) await leave(trx, way, ctx)
  const changed = new Map(rows.map((row) => [row.cat_id, row]))
  changed.set(one.cat_id, { ...one, parent_cat_id, level, s_number })
  await saveCatalogs(trx, to_item_id, [...changed.values()])
  return one.cat_id
}

/** To another item: for this one that is as if it were deleted, so a member's right ends at pages that others made (D4). */
async function leave(trx: Db, { one, source, target, from }: CopyTarget, ctx: Ctx<'user'>) {
  const cat_ids = withChildren(from, one.cat_id)
  const pages = await pagesBelow(trx, source.item.item_id, cat_ids)
  if (!source.manage && pages.some((page) => page.creator_uid !== ctx.user.uid)) throw new Refusal('pagesOfOthers')
  const concerned = await membersLimitedTo(trx, source.item.item_id, cat_ids)
  await notifyCatalogMoved(trx, ctx.user, source.item, one.cat_name, [...concerned, ...pages.map((page) => page.creator_uid)], ctx.now())
  const way = { from: source.item.item_id, to: target.item.item_id }
  await transferToItem(
    ctx.store,
    trx,
    way,
    cat_ids,
    pages.map((page) => page.page_id),
  )
}

async function duplicate(
  trx: Db,
  { one, source, target, from, parent_cat_id, level, s_number }: CopyTarget,
  ctx: Ctx<'user'>,
): Promise<number> {
  const item_id = target.item.item_id
  const places = new Map<number, number>()
  for (const cat_id of withChildren(from, one.cat_id)) {
    const row = from.find((catalog) => catalog.cat_id === cat_id) as CatalogFound
    const isTop = cat_id === one.cat_id
    const made = await insertCatalog(trx, {
      item_id,
      parent_cat_id: isTop ? parent_cat_id : (places.get(row.parent_cat_id) ?? 0),
      level: row.level + level - one.level,
      cat_name: row.cat_name,
      s_number: isTop ? s_number : row.s_number,
      addtime: ctx.now(),
    })
    places.set(cat_id, made.cat_id)
  }
  const { item_id: origin } = source.item
  const page_ids = (await pagesBelow(trx, origin, [...places.keys()])).map((page) => page.page_id)
  for (const part of inParts(page_ids, PAGES_AT_ONCE)) {
    await copyPages({ store: ctx.store, trx, at: ctx.now() }, { from: origin, page_ids: part, item_id, places, by: ctx.user })
    await new Promise(setImmediate)
  }
  return places.get(one.cat_id) as number
}
