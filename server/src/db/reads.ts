import type { Store } from './dialect.ts'

/*
 * Page reads are counted in memory and saved from time to time (admin/day-count.ts): a read must not write to the database.
 * A crash loses the unsaved counts, which only serve charts.
 */
const counts = new WeakMap<Store, Map<number, number>>()

export function countRead({ store }: { store: Store }, item_id: number) {
  const known = counts.get(store) ?? new Map<number, number>()
  if (known.size === 0) counts.set(store, known)
  known.set(item_id, (known.get(item_id) ?? 0) + 1)
}

/** Returns and resets the counts since the last call. */
export function takeReads(store: Store): Map<number, number> {
  const taken = counts.get(store) ?? new Map<number, number>()
  counts.delete(store)
  return taken
}
