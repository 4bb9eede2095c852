import type { Language } from '@sheaf/contract'
import type { Skipped } from '../zip/zip-entry.ts'

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
