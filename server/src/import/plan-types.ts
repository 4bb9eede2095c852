/** A thing of the zip that does not become part of the item, and why. */
export interface Skipped {
  name: string
  reason: 'kind' | 'size' | 'name' | 'broken' | 'encrypted' | 'depth' | 'link'
}

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

/** A catalog to be made, at most CATALOG_LEVELS below the root; its lists are in order. */
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
}

/** What both readers of a zip need to know. */
export interface ReadOptions {
  /** Name of the zip as its owner called it. */
  fileName: string
  /** An attachment has fewer bytes than this. */
  uploadMaxBytes: number
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}
