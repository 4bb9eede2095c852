import { type Language, nameOf, oneLine, Refusal } from '@sheaf/contract'
import type { Skipped } from '../zip/read.ts'

/** Maximum nesting of catalogs in an imported file; readers ignore deeper catalogs. */
export const CATALOG_DEPTH_MAX = 64

/** Moves catalogs that are too deep behind their parent, with the joined path as name. */
function flattenCatalogs(catalog: PlanCatalog, path: string[], skipped: Skipped[]): PlanCatalog[] {
  const name = nameOf([...path, catalog.name].join(' / '))
  skipped.push({ name, reason: 'joined' })
  const below = catalog.catalogs.flatMap((one) => flattenCatalogs(one, [...path, catalog.name], skipped))
  return [{ ...catalog, name, catalogs: [] }, ...below]
}

/** The pages of a catalog when no level is available, with the joined path in their title. */
function flattenPages(catalog: PlanCatalog, path: string[], skipped: Skipped[]): PlanPage[] {
  const fullPath = [...path, catalog.name]
  skipped.push({ name: oneLine(fullPath.join(' / ')), reason: 'joined' })
  const own = catalog.pages.map((page) => ({ ...page, title: nameOf([...fullPath, page.title].join(' / ')) }))
  return [...own, ...catalog.catalogs.flatMap((one) => flattenPages(one, fullPath, skipped))]
}

/**
 * Limits the tree to this number of catalog levels. Deeper catalogs follow the last catalog that fits, with the joined path as name, so
 * that all pages are kept in order. Each joined catalog is added to `skipped`. Refuses with catalogTooDeep if `levels` is negative.
 */
export function fitLevels(root: PlanCatalog, levels: number, skipped: Skipped[]): PlanCatalog {
  if (levels < 0) throw new Refusal('catalogTooDeep')
  if (levels === 0)
    return { ...root, pages: [...root.pages, ...root.catalogs.flatMap((one) => flattenPages(one, [], skipped))], catalogs: [] }
  const catalogs = root.catalogs.flatMap((one) => {
    if (levels > 1) return [fitLevels(one, levels - 1, skipped)]
    return [{ ...one, catalogs: [] }, ...one.catalogs.flatMap((deep) => flattenCatalogs(deep, [one.name], skipped))]
  })
  return { ...root, catalogs }
}

export const PAGE = 'sheaf-page:'
export const FILE = 'sheaf-file:'

// Parentheses, quotes and spaces would end a Markdown or HTML URL.
const encode = (entry: string) =>
  encodeURIComponent(entry)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Placeholder in a planned page for the URL of another page of the plan; `hash` is '' or begins with `#`. */
export const pageLink = (entry: string, hash: string) => PAGE + encode(entry) + hash

/** Placeholder in a planned page for the URL of a file of the plan. */
export const fileLink = (entry: string) => FILE + encode(entry)

export type { Skipped }

/** An image or another file in the zip that pages refer to. `name` is the display name, `bytes` the size declared in the zip. */
export interface PlanFile {
  entry: string
  name: string
  bytes: number
}

/** A page to create. `entry` is unique in the plan; `files` are the entries that its content refers to as `sheaf-file:`. */
export interface PlanPage {
  title: string
  /** The title from its file, if the menu of the site gives another one. An earlier import can have used it. */
  formerName?: string
  /** Whether its file is next to the folder of its catalog. An earlier import can have created it next to the catalog. */
  isParent?: boolean
  content: string
  order: number
  entry: string
  files: string[]
  comments?: string
  /** The stored text of a page that shows parts of sources of the plan, and the part whose own page it is. */
  view?: { text: string; own: { source: string; kind: string; key: string } | undefined }
}

/** A source of an item that Sheaf has exported. */
export interface PlanSource {
  /** Its file in the zip, and the name that it was received with. */
  entry: string
  file_name: string
  name: string
  title: string
  language: Language
  views: 'operations' | 'all'
  on_gone: 'bin' | 'keep'
  /** The catalog of the plan that it is tied to; undefined for the root. */
  catalog: PlanCatalog | undefined
  label: string
  commit: string
  branch: string
  commit_time: number
  /** Former keys of parts: kind, former key, key. */
  former: [kind: string, former: string, key: string][]
}

/** A catalog to create, at most CATALOG_LEVELS_MAX levels below the root; its lists are in order. */
export interface PlanCatalog {
  name: string
  /** The name of its folder, if the menu of the site gives another one. An earlier import can have used it. */
  formerName?: string
  order: number
  pages: PlanPage[]
  catalogs: PlanCatalog[]
}

/** Everything that an import creates. The root is the item itself; its name and order are not used. */
export interface Plan {
  item_name: string
  item_description: string
  item_type: number
  root: PlanCatalog
  files: Map<string, PlanFile>
  skipped: Skipped[]
  /** Sources that a new item gets; pages that show them are views. */
  sources?: PlanSource[]
  /** Parameters that an API client stores for all pages of the item, as JSON. */
  global_param?: string
  /** True for API descriptions: the new item is private unless the request sets a password. */
  isPrivate?: boolean
}

/**
 * A text file with its original name, its content without a byte order mark, and the language of generated pages. Readers of a text file
 * can create catalogs of any depth, because deep catalogs are joined later. They send no requests.
 */
export interface TextFile {
  name: string
  text: string
  language: Language
  /** True if API calls become pages in the API client format instead of Markdown. */
  client?: boolean
}

/** Options for reading an import file. */
export interface ReadOptions {
  /** Original name of the uploaded file. */
  fileName: string
  /** Exclusive size limit of an attachment, in bytes. */
  uploadMaxBytes: number
  /** Language of generated pages; default English. */
  language?: Language
  /** True if API calls become pages in the API client format. */
  client?: boolean
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}
