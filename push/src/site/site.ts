import { type Call, Refused } from './call.ts'
import { type PageMap, pageMap, type SiteTree } from './tree.ts'

export interface PageRow {
  page_id: string
  item_id: string
  page_title: string
  page_content: string
  s_number: string
}

interface NewPage {
  place: string[]
  title: string
  content: string
  number?: number | undefined
}

/** The item behind a pair of keys. */
export interface Site {
  pages: () => Promise<PageMap>
  page: (page_id: string) => Promise<PageRow | undefined>
  /** Makes the page, or changes the one of this title at this place. */
  put: (page: NewPage) => Promise<PageRow>
  remove: (page_id: string) => Promise<void>
}

/** What the site answers for a page that is not there. */
const NOT_FOUND = 10101
const whenNotFound =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof Refused && error.code === NOT_FOUND) return value
    throw error
  }

export const siteOf = (call: Call): Site => ({
  pages: async () => pageMap(await call<SiteTree>('open/getCatalogTree')),
  page: (page_id) => call<PageRow>('open/getPage', { page_id }).catch(whenNotFound(undefined)),
  put: ({ place, title, content, number }) =>
    call<PageRow>('open/updatePage', {
      cat_name: place.join('/'),
      page_title: title,
      page_content: content,
      ...(number === undefined ? {} : { s_number: String(number) }),
    }),
  remove: (page_id) => call('open/deletePage', { page_id }).then(() => {}, whenNotFound(undefined)),
})
