import type { EditLock } from '../writing/lock/use.ts'
import type { Content } from '../writing/saver.ts'
import type { SaveResult } from '../writing/saving.ts'
import type { Opened } from './load.ts'
import type { PageUploads } from './upload/uploads.ts'
import type { Editing } from './view.ts'

/** What opens beside or above the text, one at a time. */
export type PanelName =
  | 'history'
  | 'files'
  | 'library'
  | 'pictures'
  | 'mock'
  | 'sort'
  | 'templates'
  | 'saveTemplate'
  | 'pageLink'
  | 'jsonTable'
  | 'jsonFormat'
  | 'sql'
  | 'shortcuts'

/** One sitting at one page, as its panels and dialogs know it. */
export interface EditingSession {
  editing: Editing
  item: Opened['item']
  /** '0' until the first save. */
  page_id: string
  /** Files on the page when it was opened. */
  attachment_count: string
  /** The version that was loaded or saved last. */
  version: () => string
  /** Title, catalog and text as they stand now. */
  read: () => Content
  isDirty: () => boolean
  /** Puts another title and text in the place of what is written; one step back brings the text back. Nothing is saved. */
  replace: (content: Pick<Content, 'title' | 'text'>) => void
  save: () => Promise<SaveResult>
  /** The edit lock: whose the page is, taking it and giving it free. */
  held: EditLock
  /** Files on their way to the text and the page. */
  files: PageUploads
  panel: PanelName | undefined
  show: (panel: PanelName | undefined) => void
}

/** What every panel and dialog of the editor is given. */
export interface PanelProps {
  sitting: EditingSession
  onClose: () => void
}
