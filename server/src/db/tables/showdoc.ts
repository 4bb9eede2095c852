import type { Id } from './id.ts'

/* A migration from ShowDoc. */

/** A migration from ShowDoc: the state of the source, the progress, and the final report. */
export interface ShowdocMove {
  move_id: Id
  fingerprint: string
  place: string
  state: string
  progress: string
  anchors: string
  report: string
  addtime: number
}

/** A row whose id differs from its ShowDoc id; new_id 0: it was not migrated. All other rows keep their ids. */
export interface ShowdocId {
  move_id: number
  table_name: string
  old_id: number
  new_id: number
}

/** Migrated data without a counterpart in Sheaf, as JSON. */
export interface ShowdocLeft {
  id: Id
  move_id: number
  table_name: string
  old_id: string
  reason: string
  body: string
}

/** The path of a file below Public/Uploads, so that old URLs keep working. */
export interface ShowdocFile {
  path: string
  file_id: number
}
