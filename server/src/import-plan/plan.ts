import { type Language, Refusal } from '@sheaf/contract'
import { rewriteLinks } from '@sheaf/markdown'
import type { Skipped } from '../zip/read.ts'
import { nameOf, oneLine } from './name.ts'

/** Catalogs inside catalogs; a file that goes deeper is no document, and its readers stop there. */
export const CATALOG_DEPTH_MAX = 64

/** A catalog that stands deeper than there are levels, behind the one it was in. */
function flattenCatalogs(catalog: PlanCatalog, path: string[], skipped: Skipped[]): PlanCatalog[] {
  const name = nameOf([...path, catalog.name].join(' / '))
  skipped.push({ name, reason: 'joined' })
  const below = catalog.catalogs.flatMap((one) => flattenCatalogs(one, [...path, catalog.name], skipped))
  return [{ ...catalog, name, catalogs: [] }, ...below]
}

/** The pages of a catalog for which there is no level at all, named by the way to them. */
function flattenPages(catalog: PlanCatalog, path: string[], skipped: Skipped[]): PlanPage[] {
  const way = [...path, catalog.name]
  skipped.push({ name: oneLine(way.join(' / ')), reason: 'joined' })
  const own = catalog.pages.map((page) => ({ ...page, title: nameOf([...way, page.title].join(' / ')) }))
  return [...own, ...catalog.catalogs.flatMap((one) => flattenPages(one, way, skipped))]
}

/**
 * The tree with so many levels of catalogs: what stands deeper follows the last catalog that fits, named by the way from there, so
 * that every page is kept in its order. Each of them is told.
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

const PAGE = 'sheaf-page:'
const FILE = 'sheaf-file:'

// Parentheses, quotes and spaces would end a Markdown or HTML address.
const encode = (entry: string) =>
  encodeURIComponent(entry)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

function decode(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

/** Stands in a planned page's content for the address of another page of the plan; `hash` is '' or begins with `#`. */
export const pageLink = (entry: string, hash: string) => PAGE + encode(entry) + hash

/** Stands in a planned page's content for the address of a file of the plan. */
export const fileLink = (entry: string) => FILE + encode(entry)

/**
 * Puts addresses in place of the placeholders of a plan, once the ids are known. An entry without an address (undefined)
 * leaves the placeholder, so callers answer for every page and file of the plan.
 */
export function fillLinks(
  content: string,
  pageAddress: (entry: string) => string | undefined,
  fileAddress: (entry: string) => string | undefined,
): string {
  if (!content.includes(PAGE) && !content.includes(FILE)) return content
  return rewriteLinks(content, (target) => {
    if (target.startsWith(FILE)) return fileAddress(decode(target.slice(FILE.length)))
    if (!target.startsWith(PAGE)) return undefined
    const end = target.indexOf('#')
    const address = pageAddress(decode(target.slice(PAGE.length, end < 0 ? undefined : end)))
    return address === undefined || end < 0 ? address : address + target.slice(end)
  })
}

export type { Skipped }

/** An image or another attachment inside the zip that pages refer to. `name` is for people, `bytes` what the zip declares. */
export interface PlanFile {
  entry: string
  name: string
  bytes: number
}

/** A page to be made. `entry` is unique in the plan; `files` are the entries its content refers to as `sheaf-file:`. */
export interface PlanPage {
  title: string
  content: string
  order: number
  entry: string
  files: string[]
  comments?: string
}

/** A catalog to be made, at most CATALOG_LEVELS_MAX below the root; its lists are in order. */
export interface PlanCatalog {
  name: string
  order: number
  pages: PlanPage[]
  catalogs: PlanCatalog[]
}

/** Everything an import will make. The root is the item itself: its name and order mean nothing. */
export interface Plan {
  item_name: string
  item_description: string
  item_type: number
  root: PlanCatalog
  files: Map<string, PlanFile>
  skipped: Skipped[]
  /** What an API client stored for all its pages. */
  global_param?: string
  /** Not for everybody's eyes unless its importer says so: a description of an API. */
  isPrivate?: boolean
}

/**
 * A file that is one text: its name as its owner called it, its words without a mark at the start, and the language pages are made in.
 * Whoever reads one may make catalogs as deep as in the file (those that are too deep are joined afterwards), and asks nobody for anything.
 */
export interface TextFile {
  name: string
  text: string
  language: Language
  /** Calls become pages as API clients write them, not Markdown. */
  client?: boolean
}

/** What both readers of a zip need to know. */
export interface ReadOptions {
  /** Name of the zip as its owner called it. */
  fileName: string
  /** An attachment has fewer bytes than this. */
  uploadMaxBytes: number
  /** Of pages that are not texts of the file themselves; English when not given. */
  language?: Language
  /** Pages of calls are for an item of API clients. */
  client?: boolean
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}
