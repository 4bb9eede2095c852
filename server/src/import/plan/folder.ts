import { CATALOG_LEVELS_MAX, nameOf } from '@sheaf/contract'
import { withoutId } from '../../import-plan/name.ts'
import type { PlanCatalog, PlanPage } from '../../import-plan/plan.ts'

const NUMBERED = /^(\d{1,3}(?:\.\d{1,3}){0,3})(?:[-_.、．)）\s]+)(?=[^\d\s])/
const collator = new Intl.Collator('zh-Hans-CN', { numeric: true })

/** The sort value of a number prefix: 1.2 is between 1 and 2, and 1.10 is after 1.9. */
const rankOf = (digits: string) => digits.split('.').reduce((sum, part, index) => sum + Number(part) / 1000 ** index, 0)

/** Splits a number prefix: "01-intro" is "intro" with number 1. "404" keeps its name and has number 404; other names have no number. */
export function splitNumber(name: string): { name: string; number: number | undefined } {
  const found = NUMBERED.exec(name)
  if (found) return { name: name.slice(found[0].length), number: rankOf(found[1]!) }
  return { name, number: /^\d{1,6}$/.test(name) ? Number(name) : undefined }
}

/** Sort key of a page or a folder among its siblings. */
interface SortKey {
  number: number | undefined
  name: string
}

/** Numbers first, then names in Chinese order; digits inside names count as numbers. */
function compareKeys(a: SortKey, b: SortKey): number {
  if (a.number !== b.number) return (a.number ?? Number.POSITIVE_INFINITY) < (b.number ?? Number.POSITIVE_INFINITY) ? -1 : 1
  return collator.compare(a.name, b.name) || (a.name < b.name ? -1 : Number(a.name > b.name))
}

/** A page with its sort key; `first` is true for the index page of a folder, which precedes all siblings. */
interface PlacedPage {
  page: PlanPage
  key: SortKey
  first: boolean
}

/** A folder while the tree is built. `keys` has one key for each folder that was joined into it. */
export interface Folder {
  name: string
  /** The name of the directory, if `name` is from the menu of the site. */
  formerName?: string
  keys: SortKey[]
  pages: PlacedPage[]
  folders: Map<string, Folder>
}

export const newFolder = (name: string, keys: SortKey[]): Folder => ({ name, keys, pages: [], folders: new Map() })

/** The folder for the directories of a path, created if needed. Directories below the third level are joined into one name. */
export function folderAt(root: Folder, directories: string[]): Folder {
  const split = directories.map((directory) => splitNumber(withoutId(directory).trim()))
  let folder = root
  for (let level = 0; level < Math.min(split.length, CATALOG_LEVELS_MAX); level++) {
    const end = level === CATALOG_LEVELS_MAX - 1 ? split.length : level + 1
    const path = directories.slice(level, end).join('/')
    const keys = split.slice(level, end)
    const next = folder.folders.get(path) ?? newFolder(nameOf(keys.map(({ name }) => name).join(' / '), path), keys)
    folder.folders.set(path, next)
    folder = next
  }
  return folder
}

function compareAll(a: SortKey[], b: SortKey[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = compareKeys(a[index]!, b[index]!)
    if (order !== 0) return order
  }
  return a.length - b.length
}

interface Child {
  keys: SortKey[]
  rank: number
  place: (order: number) => void
}

/** Converts a folder to a catalog. Pages and folders share one order, counted from 1. */
export function toCatalog(folder: Folder, order: number): PlanCatalog {
  const { name, formerName } = folder
  const catalog: PlanCatalog = { name, ...(formerName ? { formerName } : {}), order, pages: [], catalogs: [] }
  const pages = folder.pages.map(({ page, key, first }): Child => {
    return { keys: [key], rank: first ? 0 : 1, place: (at) => catalog.pages.push({ ...page, order: at }) }
  })
  const folders = [...folder.folders.values()].map((below): Child => {
    return { keys: below.keys, rank: 1, place: (at) => catalog.catalogs.push(toCatalog(below, at)) }
  })
  const children = [...pages, ...folders].sort((a, b) => a.rank - b.rank || compareAll(a.keys, b.keys))
  for (const [index, child] of children.entries()) child.place(index + 1)
  return catalog
}
