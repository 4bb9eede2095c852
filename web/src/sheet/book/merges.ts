import type { StoredSheet } from '@sheaf/contract/sheet'
import { cellKey } from './borders.ts'
import { type Place, rangeNamed } from './places.ts'

/** The grid holds an entry for every cell of such an area. */
const AREA_MAX = 20_000

export type Area = [from: Place, to: Place]

/** Areas that are one cell: as the sheet lists them, and as its cells say. Only those that fit, none over another. */
export function mergesOf({ merges }: StoredSheet, fromCells: Area[], rows: number, columns: number): Area[] {
  const named = (Array.isArray(merges) ? merges : []).map(rangeNamed).filter((area) => area !== undefined)
  const taken = new Set<string>()
  return [...named, ...fromCells].filter(([from, to]) => {
    const size = (to.r - from.r + 1) * (to.c - from.c + 1)
    if (to.r < from.r || to.c < from.c || to.r >= rows || to.c >= columns || !(size > 1 && size <= AREA_MAX)) return false
    const keys: string[] = []
    for (let r = from.r; r <= to.r; r++) for (let c = from.c; c <= to.c; c++) keys.push(cellKey(r, c))
    if (keys.some((key) => taken.has(key))) return false
    for (const key of keys) taken.add(key)
    return true
  })
}
