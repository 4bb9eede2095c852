import type { Info, Menu } from './item-tree.ts'

/** An entry of the tree: a page or a catalog. */
export type TreeEntry = { page_id: string; cat_id?: never } | { cat_id: string; page_id?: never }

/** The parent catalog ('0': the root), and the sibling of the same kind that follows ('0': none, the entry is last). */
export interface Place {
  parent: string
  before: string
}

interface Node {
  parent: string
  /** 1 to 3; the root is 0. */
  depth: number
  name: string
  pages: string[]
  catalogs: string[]
}

/** An item's tree, indexed for moving entries; the root is the catalog '0'. */
export interface Shape {
  catalogs: Map<string, Node>
  /** The catalog of each page. */
  places: Map<string, string>
  names: Map<string, string>
  /** The catalogs that the reader can edit, never the root; null if the reader can edit everywhere. */
  writes: ReadonlySet<string> | null
}

export const DEPTH_MAX = 3
export const ROOT = '0'
export const isPage = (entry: TreeEntry): entry is { page_id: string } => entry.page_id !== undefined
export const idOf = (entry: TreeEntry) => entry.page_id ?? (entry.cat_id as string)

/** A menu, and the catalogs in it that the reader can edit. */
export type Arranged = Pick<Info, 'edit_cats'> & { menu: Pick<Menu, 'pages' | 'catalogs'> }

export function shapeOf({ menu, edit_cats }: Arranged): Shape {
  const shape: Shape = {
    catalogs: new Map(),
    places: new Map(),
    names: new Map(),
    writes: edit_cats && new Set(edit_cats),
  }
  const add = (cat_id: string, level: Pick<Menu, 'pages' | 'catalogs'>, node: Pick<Node, 'parent' | 'depth' | 'name'>) => {
    shape.catalogs.set(cat_id, {
      ...node,
      pages: level.pages.map((page) => page.page_id),
      catalogs: level.catalogs.map((one) => one.cat_id),
    })
    for (const page of level.pages) {
      shape.places.set(page.page_id, cat_id)
      shape.names.set(page.page_id, page.page_title)
    }
    for (const one of level.catalogs) add(one.cat_id, one, { parent: cat_id, depth: Number(one.level) - 1, name: one.cat_name })
  }
  add(ROOT, menu, { parent: ROOT, depth: 0, name: '' })
  return shape
}

export const nodeOf = (shape: Shape, cat_id: string): Node =>
  shape.catalogs.get(cat_id) ?? { parent: ROOT, depth: 0, name: '', pages: [], catalogs: [] }

/** How many levels of catalogs an entry needs; a page needs none. */
export const heightOf = (shape: Shape, entry: TreeEntry): number =>
  isPage(entry) ? 0 : 1 + Math.max(0, ...nodeOf(shape, entry.cat_id).catalogs.map((cat_id) => heightOf(shape, { cat_id })))

export const parentOf = (shape: Shape, entry: TreeEntry) =>
  isPage(entry) ? (shape.places.get(entry.page_id) ?? ROOT) : nodeOf(shape, entry.cat_id).parent
export const nameOf = (shape: Shape, entry: TreeEntry) =>
  isPage(entry) ? (shape.names.get(entry.page_id) ?? '') : nodeOf(shape, entry.cat_id).name

/** Ids of the entries of the same kind in a catalog, in their order. */
export const siblingsOf = (shape: Shape, entry: TreeEntry, parent: string) => nodeOf(shape, parent)[isPage(entry) ? 'pages' : 'catalogs']

export const placeOf = (shape: Shape, entry: TreeEntry): Place => {
  const parent = parentOf(shape, entry)
  const siblings = siblingsOf(shape, entry, parent)
  return { parent, before: siblings[siblings.indexOf(idOf(entry)) + 1] ?? ROOT }
}

export const isSamePlace = (shape: Shape, entry: TreeEntry, place: Place) => {
  const now = placeOf(shape, entry)
  return place.parent === now.parent && (place.before === now.before || place.before === idOf(entry))
}

/** Whether the reader can move entries into or out of this catalog. */
export const isEditable = (shape: Shape, cat_id: string) => shape.writes === null || shape.writes.has(cat_id)

/** Moving an entry also needs the right to edit its current catalog. */
export const isMovable = (shape: Shape, entry: TreeEntry) => isEditable(shape, parentOf(shape, entry))

export type Refusal = 'itself' | 'deep' | 'outside'

/** Why an entry cannot be in a catalog; undefined if it can. */
export function refusalOf(shape: Shape, entry: TreeEntry, parent: string): Refusal | undefined {
  if (!isEditable(shape, parent)) return 'outside'
  if (isPage(entry)) return undefined
  for (let at = parent; at !== ROOT; at = nodeOf(shape, at).parent) if (at === entry.cat_id) return 'itself'
  return nodeOf(shape, parent).depth + heightOf(shape, entry) > DEPTH_MAX ? 'deep' : undefined
}

export interface Choice {
  cat_id: string
  /** Names from the top: "Orders / Lines". */
  path: string
  /** The entry would exceed the maximum depth here. */
  deep: boolean
}

/**
 * The possible parent catalogs of an entry, in their order, without its own descendants and without catalogs that the reader cannot edit.
 * Without an entry, the result is for a new catalog.
 */
export function choicesOf(shape: Shape, entry: TreeEntry | undefined): Choice[] {
  const choices: Choice[] = []
  const walk = (cat_id: string, above: string) => {
    for (const below of nodeOf(shape, cat_id).catalogs) {
      const path = above + nodeOf(shape, below).name
      const refusal = entry ? refusalOf(shape, entry, below) : nodeOf(shape, below).depth >= DEPTH_MAX ? 'deep' : undefined
      if (refusal === 'itself') continue
      if (isEditable(shape, below)) choices.push({ cat_id: below, path, deep: refusal === 'deep' })
      walk(below, `${path} / `)
    }
  }
  walk(ROOT, '')
  return choices
}

/** Ids of all catalogs and pages below a catalog. */
export function descendantsOf(shape: Shape, cat_id: string): { catalogs: string[]; pages: string[] } {
  const node = nodeOf(shape, cat_id)
  const ids = { catalogs: [...node.catalogs], pages: [...node.pages] }
  for (const below of node.catalogs) {
    const more = descendantsOf(shape, below)
    ids.catalogs.push(...more.catalogs)
    ids.pages.push(...more.pages)
  }
  return ids
}

/** The initial catalog of a new entry: the requested one if the user can write there, otherwise the root or the first writable catalog. */
export const initialCatalogOf = (shape: Shape, choices: Choice[], wanted: string = ROOT) =>
  (wanted === ROOT && isEditable(shape, ROOT)) || choices.some((one) => one.cat_id === wanted && !one.deep)
    ? wanted
    : isEditable(shape, ROOT)
      ? ROOT
      : choices.find((one) => !one.deep)?.cat_id

export const otherSiblings = (shape: Shape, entry: TreeEntry, parent: string) =>
  siblingsOf(shape, entry, parent).filter((id) => id !== (entry.page_id ?? entry.cat_id))
