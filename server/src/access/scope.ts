/** Where in an item a right holds: everywhere, nowhere, or in these catalogs and not at the root. */
export type Scope = 'all' | 'none' | ReadonlySet<number>

/** The scope of somebody's rows together; 0 in a row means the whole item, so the wider row wins. */
export function scopeOf(cat_ids: number[], parents: { cat_id: number; parent_cat_id: number }[]): Scope {
  if (cat_ids.length === 0) return 'none'
  if (cat_ids.includes(0)) return 'all'
  const inside = new Set(cat_ids)
  for (let grown = true; grown; ) {
    grown = false
    for (const { cat_id, parent_cat_id } of parents)
      if (inside.has(parent_cat_id) && !inside.has(cat_id)) {
        inside.add(cat_id)
        grown = true
      }
  }
  return inside
}

export const covers = (scope: Scope, cat_id: number) => scope === 'all' || (scope !== 'none' && scope.has(cat_id))
