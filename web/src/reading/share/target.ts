import { readBoot } from '../../lib/boot.ts'

/** What can be shared from where the reader stands. */
export interface ShareTarget {
  /** Paths inside the product; no page while there is none. */
  itemPath: string
  pagePath: string | undefined
  page_id: string | undefined
  unique_key: string
  /** The reader may make and withdraw the single-page link. */
  mayLink: boolean
}

export const absoluteUrl = (path: string) => location.origin + readBoot().base + path
