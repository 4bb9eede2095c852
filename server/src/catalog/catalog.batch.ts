import { Refusal, type TreeLine } from '@sheaf/contract'
import { mustEdit } from '../access/access.ts'
import { covers, type Scope, scopeOf } from '../access/scope.ts'
import { differs, levelled, levelsOf, nameOf } from '../content/catalog.rules.ts'
import { type CatalogFound, saveCatalogs } from '../content/catalog.store.ts'
import { type PagePlace, placePages, placesIn, takeTree } from '../content/catalog.tree.store.ts'
import type { Rooms } from '../context.ts'

/** The tree that an existing client sends after a drag. Every line is checked against what is there by then; one that fails undoes all. */
export const batUpdate: Rooms['catalog']['batUpdate'] = async ({ item_id, cats }, ctx) => {
  const { roots } = await mustEdit(ctx, item_id)
  const pageLines = once(cats, (line) => line.page_id)
  const catalogLines = once(
    cats.filter((line) => line.page_id === 0),
    (line) => line.cat_id,
  )
  if (pageLines.size + catalogLines.size !== cats.length) throw new Refusal('badInput', { field: 'cats' })
  await ctx.store.db.transaction().execute(async (trx) => {
    const all = await takeTree(trx, item_id, ctx.now())
    const edits = scopeOf(roots, all)
    const known = new Set([0, ...all.map((one) => one.cat_id)])
    const missing = [...catalogLines.keys()].some((cat_id) => !known.has(cat_id))
    if (missing || cats.some(({ parent_cat_id = 0 }) => !known.has(parent_cat_id))) throw new Refusal('noPermission')
    const after = levelled(
      all.map((one) => catalogAfter(one, catalogLines.get(one.cat_id), edits)),
      levelsOf(all),
    )
    await saveCatalogs(
      trx,
      item_id,
      after.filter((one, n) => differs(one, all[n] as CatalogFound)),
    )
    const places = await placesIn(trx, item_id, [...pageLines.keys()])
    if (places.size !== pageLines.size) throw new Refusal('noPermission')
    await placePages(
      trx,
      item_id,
      [...places.values()].map((place) => pageAfter(place, pageLines.get(place.page_id) as TreeLine, edits)),
    )
  })
  return []
}

/** The lines by id, those without one left out; twice the same leaves the count short. */
const once = (lines: TreeLine[], idOf: (line: TreeLine) => number) =>
  new Map(lines.filter((line) => idOf(line) !== 0).map((line) => [idOf(line), line]))

/** In a catalog somebody's scope begins at, its own number is not theirs to give: it orders what they do not see. The number is kept. */
function catalogAfter(one: CatalogFound, line: TreeLine | undefined, edits: Scope): CatalogFound {
  if (!line) return one
  const { parent_cat_id = one.parent_cat_id, s_number = one.s_number, cat_name } = line
  const isMoved = parent_cat_id !== one.parent_cat_id
  const mayPlace = covers(edits, one.parent_cat_id) && covers(edits, parent_cat_id)
  if (!covers(edits, one.cat_id) || (isMoved && !mayPlace)) throw new Refusal('noPermission')
  return {
    ...one,
    parent_cat_id,
    cat_name: cat_name === undefined ? one.cat_name : nameOf(cat_name),
    s_number: mayPlace ? s_number : one.s_number,
  }
}

function pageAfter(place: PagePlace, line: TreeLine, edits: Scope): PagePlace {
  const { parent_cat_id: cat_id = place.cat_id, s_number = place.s_number } = line
  if (!covers(edits, place.cat_id) || !covers(edits, cat_id)) throw new Refusal('noPermission')
  return { page_id: place.page_id, cat_id, s_number }
}
