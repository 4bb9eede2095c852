import type { Site } from '../runtime/item-links.ts'
import type { Part } from './export.nodes.ts'
import type { ExportSource } from './export.source.ts'

export interface ExportRequest extends Part {
  item_id: number
  request_id: string
}

export interface ExportOptions {
  site: Site
  /** What the file calls its date: when the item was changed last, in Unix seconds, so that the same item makes the same file. */
  now: number
  /** The server's own folder, for what has to wait. */
  dataDir: string
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** A kind of file that an item can leave as. */
export interface ExportFormat {
  ending: string
  type: string
  make: (source: ExportSource, options: ExportOptions) => AsyncIterable<Uint8Array>
}

/** What is made of an item in a thread (archive.worker.ts); a kind of its own makes its thread itself. */
export type ArchiveName = 'markdown' | 'html'
