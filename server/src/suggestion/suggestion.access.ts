import { Refusal } from '@sheaf/contract'
import { headOf } from '../access/access.store.ts'
import { type Rights, rightsOn } from '../access/access.ts'
import { catalogsOf } from '../content/catalog.store.ts'
import type { Ctx } from '../context.ts'
import { isOwn, mayDecide, mayRead, type Place } from './suggestion.rules.ts'
import { placeOf, type Suggestion, suggestionOf } from './suggestion.store.ts'

export interface Found {
  suggestion: Suggestion
  rights: Rights
  place: Place
}

/** The catalog of a suggested new page; the root if the catalog is no longer in the item. */
export async function placeOfNew(ctx: Pick<Ctx, 'store'>, { item_id, cat_id }: Pick<Suggestion, 'item_id' | 'cat_id'>): Promise<Place> {
  const isThere = cat_id === 0 || (await catalogsOf(ctx, item_id)).some((catalog) => catalog.cat_id === cat_id)
  return { cat_id: isThere ? cat_id : 0, is_del: 0 }
}

/**
 * A suggestion that the caller made or can decide about. A missing one gives the same refusal as a foreign one, and so does one whose
 * page is gone.
 */
export async function mustSee(ctx: Ctx<'user'>, suggestion_id: number): Promise<Found> {
  const suggestion = await suggestionOf(ctx.db, suggestion_id)
  const item = suggestion && (await headOf(ctx, suggestion.item_id))
  const place = suggestion && (suggestion.page_id ? await placeOf(ctx, suggestion.page_id) : await placeOfNew(ctx, suggestion))
  if (!suggestion || !item || !place) throw new Refusal('noVisit')
  const rights = await rightsOn(ctx, item)
  const isSeen = mayDecide(rights, place, ctx) || (isOwn(suggestion, ctx) && mayRead(rights, place))
  if (!isSeen) throw new Refusal('noVisit')
  return { suggestion, rights, place }
}
