import type { Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { DAY } from './proof.rules.ts'

export type Care = Selectable<Schema['page_care']>

/** Owner and review of a page: its own, or of the nearest catalog above it, or of the item. */
export interface Review {
  owner_uid: number
  every_days: number
  /** 0 for never, undefined if there is only an owner. */
  due: number | undefined
  from: 'page' | 'catalog' | 'item'
  /** When a person has checked the page last, 0 for never. */
  checked: Pick<Care, 'checked_uid' | 'checked_username' | 'checked_time' | 'checked_version'> | undefined
}

interface Places {
  /** Rows of catalogs and of the item. */
  shared: Care[]
  parents: { cat_id: number; parent_cat_id: number }[]
}

/** Finds the reviews of pages: `own` is the row of the page. */
export function reviewsIn({ shared, parents }: Places) {
  const byCatalog = new Map(shared.filter((care) => care.is_own === 1).map((care) => [care.cat_id, care]))
  const above = new Map(parents.map(({ cat_id, parent_cat_id }) => [cat_id, parent_cat_id]))
  const nearest = (cat_id: number): Care | undefined => {
    // A broken tree has no endless loop.
    for (let [at, steps] = [cat_id, 0]; at !== 0 && steps < 20; steps++) {
      const found = byCatalog.get(at)
      if (found) return found
      at = above.get(at) ?? 0
    }
    return byCatalog.get(0)
  }
  return (cat_id: number, own: Care | undefined): Review | undefined => {
    const care = own?.is_own === 1 ? own : nearest(cat_id)
    if (!care) return undefined
    const from = care === own ? 'page' : care.cat_id > 0 ? 'catalog' : 'item'
    const checked = own && own.checked_time > 0 ? own : undefined
    return { owner_uid: care.owner_uid ?? 0, every_days: care.every_days, due: dueOf(care, checked?.checked_time ?? 0), from, checked }
  }
}

/** The next date of a review. A check counts if it was made after the review was set. */
function dueOf({ every_days, due, set_time }: Care, checked: number): number | undefined {
  if (every_days === 0 && due === 0) return undefined
  const isChecked = checked > set_time
  if (every_days === 0) return isChecked ? 0 : due
  return isChecked ? checked + every_days * DAY : due || set_time + every_days * DAY
}
