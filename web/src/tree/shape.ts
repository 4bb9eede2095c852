import type { Info, Menu } from './item-tree.ts'

/** What is moved: a page or a catalog. */
export type TreeEntry = { page_id: string; cat_id?: never } | { cat_id: string; page_id?: never }

/** In which catalog ('0': the root), and before which other of its kind there ('0': as the last). */
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

/** An item's tree as moving needs it; the root is the catalog '0'. */
export interface Shape {
  catalogs: Map<string, Node>
  /** The catalog of each page. */
  places: Map<string, string>
  names: Map<string, string>
  /** Null for those who write everywhere; else the catalogs they write in, which the root is not one of. */
  writes: ReadonlySet<string> | null
}

export const DEPTH_MAX = 3
export const ROOT = '0'
export const isPage = (thing: TreeEntry): thing is { page_id: string } => thing.page_id !== undefined
export const idOf = (thing: TreeEntry) => thing.page_id ?? (thing.cat_id as string)

/** What is arranged: a menu, and where in it the reader writes. */
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

/** How many levels of catalogs a thing takes; a page takes none. */
export const heightOf = (shape: Shape, thing: TreeEntry): number =>
  isPage(thing) ? 0 : 1 + Math.max(0, ...nodeOf(shape, thing.cat_id).catalogs.map((cat_id) => heightOf(shape, { cat_id })))

export const parentOf = (shape: Shape, thing: TreeEntry) =>
  isPage(thing) ? (shape.places.get(thing.page_id) ?? ROOT) : nodeOf(shape, thing.cat_id).parent
export const nameOf = (shape: Shape, thing: TreeEntry) =>
  isPage(thing) ? (shape.names.get(thing.page_id) ?? '') : nodeOf(shape, thing.cat_id).name

/** Those of the same kind in a catalog, in their order. */
export const siblingsOf = (shape: Shape, thing: TreeEntry, parent: string) => nodeOf(shape, parent)[isPage(thing) ? 'pages' : 'catalogs']

export const placeOf = (shape: Shape, thing: TreeEntry): Place => {
  const parent = parentOf(shape, thing)
  const beside = siblingsOf(shape, thing, parent)
  return { parent, before: beside[beside.indexOf(idOf(thing)) + 1] ?? ROOT }
}

export const isSamePlace = (shape: Shape, thing: TreeEntry, place: Place) => {
  const now = placeOf(shape, thing)
  return place.parent === now.parent && (place.before === now.before || place.before === idOf(thing))
}

/** Whether anything may be put into this catalog, or taken out of it. */
export const isOpenTo = (shape: Shape, cat_id: string) => shape.writes === null || shape.writes.has(cat_id)

/** A thing is moved within what the reader writes in: from where it is, too. */
export const isMovable = (shape: Shape, thing: TreeEntry) => isOpenTo(shape, parentOf(shape, thing))

export type Refusal = 'itself' | 'deep' | 'outside'

/** Why a thing cannot stand in a catalog; undefined when it can. */
export function refusalOf(shape: Shape, thing: TreeEntry, parent: string): Refusal | undefined {
  if (!isOpenTo(shape, parent)) return 'outside'
  if (isPage(thing)) return undefined
  for (let at = parent; at !== ROOT; at = nodeOf(shape, at).parent) if (at === thing.cat_id) return 'itself'
  return nodeOf(shape, parent).depth + heightOf(shape, thing) > DEPTH_MAX ? 'deep' : undefined
}

export interface Choice {
  cat_id: string
  /** Its names from the top: "Orders / Lines". */
  path: string
  /** Nothing of this height may stand in it. */
  deep: boolean
}

/** The catalogs a thing may be put into, in their order; not those inside itself, nor where the reader does not write. Without a thing a new catalog is meant. */
export function choicesOf(shape: Shape, thing: TreeEntry | undefined): Choice[] {
  const choices: Choice[] = []
  const walk = (cat_id: string, above: string) => {
    for (const below of nodeOf(shape, cat_id).catalogs) {
      const path = above + nodeOf(shape, below).name
      const why = thing ? refusalOf(shape, thing, below) : nodeOf(shape, below).depth >= DEPTH_MAX ? 'deep' : undefined
      if (why === 'itself') continue
      if (isOpenTo(shape, below)) choices.push({ cat_id: below, path, deep: why === 'deep' })
      walk(below, `${path} / `)
    }
  }
  walk(ROOT, '')
  return choices
}

/** All catalogs and pages below a catalog. */
export function insideOf(shape: Shape, cat_id: string): { catalogs: string[]; pages: string[] } {
  const node = nodeOf(shape, cat_id)
  const found = { catalogs: [...node.catalogs], pages: [...node.pages] }
  for (const below of node.catalogs) {
    const more = insideOf(shape, below)
    found.catalogs.push(...more.catalogs)
    found.pages.push(...more.pages)
  }
  return found
}

/** Where something new begins: in the catalog that was meant if it can be there, else in the first it can be in. */
export const firstOf = (shape: Shape, choices: Choice[], wanted: string = ROOT) =>
  (wanted === ROOT && isOpenTo(shape, ROOT)) || choices.some((one) => one.cat_id === wanted && !one.deep)
    ? wanted
    : isOpenTo(shape, ROOT)
      ? ROOT
      : choices.find((one) => !one.deep)?.cat_id

export const otherSiblings = (shape: Shape, thing: TreeEntry, parent: string) =>
  siblingsOf(shape, thing, parent).filter((id) => id !== (thing.page_id ?? thing.cat_id))
