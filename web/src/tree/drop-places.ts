import type { Row } from './item-tree.ts'
import { idOf, isPage, nodeOf, type Place, parentOf, placeOf, ROOT, refusalOf, type Shape, siblingsOf, type TreeEntry } from './shape.ts'

/** Pointer position: index of the row, vertical part of the row (0 to 1), and depth by the distance from the left edge. */
interface Point {
  index: number
  part: number
  depth: number
}

const EDGE = 0.3
export const entryOf = (row: Row): TreeEntry => (row.page_id === undefined ? { cat_id: row.cat_id as string } : { page_id: row.page_id })

/** The place of an entry that is dropped here. Pages come before the catalogs of their level. */
export function placeAt(rows: Row[], shape: Shape, entry: TreeEntry, point: Point): Place {
  const row = rows[point.index]
  if (!row) return { parent: ROOT, before: ROOT }
  return isPage(entry) ? pagePlace(row, shape, point) : catalogPlace(rows, row, shape, point)
}

function after(shape: Shape, entry: TreeEntry): Place {
  const { parent, before } = placeOf(shape, entry)
  return { parent, before }
}

function pagePlace(row: Row, shape: Shape, { part }: Point): Place {
  const over = entryOf(row)
  const parent = parentOf(shape, over)
  if (isPage(over)) return part < 0.5 ? { parent, before: over.page_id } : after(shape, over)
  const cat_id = over.cat_id as string
  if (part < EDGE && nodeOf(shape, parent).catalogs[0] === cat_id) return { parent, before: ROOT }
  const first = nodeOf(shape, cat_id).pages[0]
  return { parent: cat_id, before: row.open && part > 1 - EDGE && first ? first : ROOT }
}

function catalogPlace(rows: Row[], row: Row, shape: Shape, { index, part, depth }: Point): Place {
  const over = entryOf(row)
  const parent = parentOf(shape, over)
  const first = (cat_id: string) => nodeOf(shape, cat_id).catalogs[0] ?? ROOT
  if (isPage(over)) return { parent, before: first(parent) }
  const cat_id = over.cat_id as string
  if (part < EDGE) return { parent, before: cat_id }
  if (part <= 1 - EDGE) return { parent: cat_id, before: ROOT }
  const isEmpty = nodeOf(shape, cat_id).pages.length + nodeOf(shape, cat_id).catalogs.length === 0
  if (row.open && !isEmpty) return { parent: cat_id, before: first(cat_id) }
  // Below the last row of a catalog, the distance from the left selects the ancestor after which the entry goes.
  let at = cat_id
  const least = rows[index + 1]?.depth ?? 0
  for (let steps = row.depth - Math.max(least, Math.min(depth, row.depth)); steps > 0; steps--) at = nodeOf(shape, at).parent
  return after(shape, { cat_id: at })
}

/** What is drawn for a place: the line between two rows, and the target folder. */
export interface Mark {
  /** Index of the row below the line, and its depth; undefined inside a closed folder. */
  line: { index: number; depth: number } | undefined
  /** Index of the folder's row; -1 for the root. */
  into: number
}

export function markOf(rows: Row[], entry: TreeEntry, { parent, before }: Place): Mark {
  const into = parent === ROOT ? -1 : rows.findIndex((row) => row.cat_id === parent)
  if (into >= 0 && !rows[into]?.open) return { into, line: undefined }
  const depth = into < 0 ? 0 : (rows[into] as Row).depth + 1
  if (before !== ROOT) {
    const index = rows.findIndex((row) => (isPage(entry) ? row.page_id === before : row.cat_id === before))
    if (index >= 0) return { into, line: { index, depth } }
  }
  let index = into + 1
  const isBefore = (row: Row) => (isPage(entry) ? row.depth === depth && row.page_id !== undefined : row.depth >= depth)
  while (rows[index] && isBefore(rows[index] as Row)) index++
  return { into, line: { index, depth } }
}

/** All allowed places of an entry from top to bottom, in the order of the arrow keys, including its current place. */
export function placesInOrder(shape: Shape, entry: TreeEntry, isOpen: (cat_id: string) => boolean): Place[] {
  const own = idOf(entry)
  const now = placeOf(shape, entry)
  const places: Place[] = []
  const add = (parent: string, before: string) => {
    if (refusalOf(shape, entry, parent) === undefined) places.push({ parent, before })
  }
  const among = (parent: string, ids: string[], each?: (id: string) => void) => {
    for (const id of ids) {
      // Before itself and before its next sibling are the same place: the current one.
      if (id === own) add(parent, now.before)
      else if (!(parent === now.parent && id === now.before)) add(parent, id)
      each?.(id)
    }
    if (!(parent === now.parent && now.before === ROOT)) add(parent, ROOT)
  }
  const walk = (parent: string) => {
    const inside = (cat_id: string) => {
      if (cat_id === own) return
      if (isOpen(cat_id)) walk(cat_id)
      else if (!(now.parent === cat_id && now.before === ROOT)) add(cat_id, ROOT)
      else add(cat_id, now.before)
    }
    if (!isPage(entry)) return among(parent, siblingsOf(shape, entry, parent), inside)
    among(parent, siblingsOf(shape, entry, parent))
    for (const cat_id of nodeOf(shape, parent).catalogs) inside(cat_id)
  }
  walk(ROOT)
  return places
}
