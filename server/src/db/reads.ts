import type { Store } from './dialect.ts'

/*
 * How often pages are read is counted in memory and written down from time to time (admin/day-count.ts): reading must not write.
 * What is not written down when the process ends by force is lost; the figures are for charts.
 */
const counts = new WeakMap<Store, Map<number, number>>()

export function countRead({ store }: { store: Store }, item_id: number) {
  const known = counts.get(store) ?? new Map<number, number>()
  if (known.size === 0) counts.set(store, known)
  known.set(item_id, (known.get(item_id) ?? 0) + 1)
}

/** What has been counted since the last time. */
export function takeReads(store: Store): Map<number, number> {
  const taken = counts.get(store) ?? new Map<number, number>()
  counts.delete(store)
  return taken
}
