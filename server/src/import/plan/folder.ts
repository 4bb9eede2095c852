import { CATALOG_LEVELS_MAX } from '@sheaf/contract'
import { nameOf } from '../../import-plan/name.ts'
import type { PlanCatalog, PlanPage } from '../../import-plan/types.ts'
import { compareKeys, type SortKey, splitNumber } from './order.ts'

/** A page with what its place among its siblings depends on; the first page of a folder stands before all others. */
interface PlacedPage {
  page: PlanPage
  key: SortKey
  first: boolean
}

/** A folder while the tree grows. `keys` has one key per folder that was joined into it. */
export interface Folder {
  name: string
  keys: SortKey[]
  pages: PlacedPage[]
  folders: Map<string, Folder>
}

export const newFolder = (name: string, keys: SortKey[]): Folder => ({ name, keys, pages: [], folders: new Map() })

/** The folder for the directories of a path, made where needed; what lies below the third level is joined into its name. */
export function folderAt(root: Folder, directories: string[]): Folder {
  const split = directories.map((directory) => splitNumber(directory.trim()))
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

/** The folder as a catalog: pages and folders share one order, counted from 1. */
export function toCatalog(folder: Folder, order: number): PlanCatalog {
  const catalog: PlanCatalog = { name: folder.name, order, pages: [], catalogs: [] }
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
