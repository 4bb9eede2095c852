import { readBoot } from '../../lib/boot.ts'

/** The item and page that the share panel offers. */
export interface ShareTarget {
  /** Paths without the base path. `pagePath` is undefined when no page is shown. */
  itemPath: string
  pagePath: string | undefined
  page_id: string | undefined
  unique_key: string
  /** Whether the reader can create and withdraw the single-page link. */
  mayLink: boolean
}

export const absoluteUrl = (path: string) => location.origin + readBoot().base + path
