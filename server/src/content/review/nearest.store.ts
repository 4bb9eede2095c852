import type { ReviewKind } from '@sheaf/contract'
import type { Selectable } from 'kysely'
import { parentsOf } from '../../access/access.store.ts'
import type { Services } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'

export type Stewardship = Selectable<Schema['stewardship']>

/** A page, a catalog (page_id 0), or the item (both 0); `cat_id` is the catalog that a page is in. */
export interface ReviewPlace {
  item_id: number
  cat_id: number
  page_id: number
}

/** The row that sets something, and where. */
export interface Nearest {
  row: Stewardship
  kind: ReviewKind
  id: number
}

const kindOf = ({ page_id, cat_id, item_id }: Stewardship): Omit<Nearest, 'row'> =>
  page_id > 0 ? { kind: 'page', id: page_id } : cat_id > 0 ? { kind: 'catalog', id: cat_id } : { kind: 'item', id: item_id }

const hasSteward = ({ uid, team_id, gone_time }: Stewardship) => (uid > 0 || team_id > 0) && gone_time === 0
/** Also a place with an explicit “none”. */
const setsPeriod = ({ days }: Stewardship) => days !== 0

/** What one place has of its own, and the nearest steward and period; `page_review` has the same for lists. */
export async function nearestAt(services: Pick<Services, 'store'>, { item_id, cat_id, page_id }: ReviewPlace) {
  const rows = await services.store.hot<Stewardship>('select * from stewardship where item_id = ? and page_id in (0, ?)', [
    item_id,
    page_id,
  ])
  const parents = rows.some((row) => row.cat_id > 0) ? await parentsOf(services, item_id) : []
  const above = new Map(parents.map((row) => [row.cat_id, row.parent_cat_id]))
  const path = [0]
  // A broken tree has no endless loop.
  for (let at = cat_id; at !== 0 && path.length < 20; at = above.get(at) ?? 0) path.splice(-1, 0, at)
  const ownPage = page_id > 0 ? rows.filter((row) => row.page_id === page_id) : []
  const ordered = [...ownPage, ...path.flatMap((at) => rows.find((row) => row.page_id === 0 && row.cat_id === at) ?? [])]
  const find = (sets: (row: Stewardship) => boolean): Nearest | undefined => {
    const row = ordered.find(sets)
    return row && { row, ...kindOf(row) }
  }
  const own = rows.find((row) => row.page_id === page_id && row.cat_id === (page_id > 0 ? 0 : cat_id))
  return { own, steward: find(hasSteward), period: find(setsPeriod) }
}
