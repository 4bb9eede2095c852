import type { Language } from '@sheaf/contract'
import type { Site } from '../../lib/item-links.ts'
import { inWorker } from '../../lib/workers.ts'
import type { PageTargets } from '../page-task.ts'
import type { Packed } from '../zip/zip-stream.ts'
import type { Shown } from './html-document.ts'

export interface OfflinePage extends Shown, PageTargets {
  content: string
}

export interface OfflineTask {
  kind: 'text' | 'sheet'
  item_name: string
  shared: string
  language: Language
  site: Site
  pages: OfflinePage[]
}

interface OfflineMade {
  document: Packed
  /** The page's words, for the search. */
  words: string
}

/** Pages as documents, rendered and packed in a thread. */
export const offlinePages = (task: OfflineTask, signal: AbortSignal) =>
  inWorker<OfflineTask, OfflineMade[]>(import.meta.url, 'offline', task, { signal })
