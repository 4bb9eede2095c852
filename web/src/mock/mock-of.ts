import type { Answer } from '@sheaf/contract/client'

export interface MockOf {
  item_id: string
  isPrivate: boolean
  /** '0' while the page has not been saved. */
  page_id: string
  /** The page's text as it stands. */
  read: () => string
  savePage: () => Promise<unknown>
  onClose: () => void
}

/** A mock as it is kept; a page may have none. */
export type Mock = Answer<'mock', 'infoByPageId'>
