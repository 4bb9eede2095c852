import { DEPTH_MAX, isOpenTo, nodeOf, ROOT, refusalOf, type Shape, siblingsOf, type TreeEntry } from './shape.ts'

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
