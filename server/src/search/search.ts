import { Refusal } from '@sheaf/contract'
import { itemNamed } from '../access/access.store.ts'
import { mustVisit, mustVisitPageUnseen } from '../access/access.ts'
import type { Ctx, Rooms } from '../context.ts'
import { findPages } from './find.service.ts'
import { FOUND, itemHits, pageHits } from './hits.ts'
import { placesOf } from './place.ts'
import { reachIn, reachOf } from './reach.store.ts'
import { pagesOf } from './search.store.ts'

/** In all texts two letters begin too many words; titles and headings are searched by them. */
const WIDE = { limit: FOUND, most: 120, from: 3 }
const INSIDE = { ...WIDE, from: 1 }

export const search: Rooms['search'] = {
  async all({ keyword }, ctx) {
    const reach = await reachOf(ctx)
    const items = await itemHits(ctx, reach, keyword)
    return { items, ...(await pageHits(ctx, reach, keyword, await findPages(ctx, reach, keyword, WIDE))) }
  },

  async item({ item_id, keyword }, ctx) {
    const item = await itemNamed(ctx, item_id)
    if (!item) throw new Refusal('noVisit')
    const reach = reachIn(item.item_id, (await mustVisit(ctx, item.item_id)).visits)
    return { items: [], ...(await pageHits(ctx, reach, keyword, await findPages(ctx, reach, keyword, INSIDE))) }
  },

  async pages({ page_ids }, ctx) {
    const places = await Promise.all(page_ids.map((page_id) => placeOf(ctx, page_id)))
    return places.flatMap((place) => place ?? [])
  },
}

/** A page that may be read, where it is now; nothing of any other. */
async function placeOf(ctx: Ctx, page_id: number) {
  const found = await mustVisitPageUnseen(ctx, page_id).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  if (!found) return undefined
  const reach = reachIn(found.item.item_id, found.visits)
  const rows = await pagesOf(ctx, reach, [found.page])
  const place = (await placesOf(ctx, reach, rows)).get(page_id)
  return place && { ...place, page_title: found.page.page_title }
}
