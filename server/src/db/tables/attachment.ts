import type { Generated } from 'kysely'
import type { Id } from './id.ts'

/* Files. */

export interface Attachment {
  file_id: Id
  /** 128 random bits in hex; part of the URL of the file. */
  sign: string
  uid: number
  item_id: number
  display_name: string
  file_type: string
  file_size: number
  /** The store that holds the file, and its name there. */
  store: string
  path: string
  visit_times: Generated<number>
  addtime: number
  last_visit_time: Generated<number>
}

export interface AttachmentPage {
  id: Id
  file_id: number
  page_id: number
  addtime: number
}

export interface AttachmentFlow {
  uid: number
  month: string
  bytes: number
}

/** Stored bytes without a committed row; see attachment/attachment.store.ts. */
export interface FileOrphan {
  path: string
  store: string
  addtime: number
}

/** A cloud store that is or was configured; `s3-<store_id>` in the rows of its files. */
export interface FileStore {
  store_id: Id
  /** Host and bucket, which identify the store. */
  place: string
  /** The stored settings; secrets are encrypted. */
  form: string
  addtime: number
}
