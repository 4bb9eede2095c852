import type { Services } from '../../context.ts'

/** A page of an item that engines list. */
export interface ListedPage {
  page_id: number
  item_id: number
  addtime: number
}

const ITEMS_PER_QUERY = 50
const ROWS_PER_QUERY = 1000

/**
 * The pages of these items in batches. The index page_latest has every column of the query, so no content is read; it orders them by
 * item and time.
 */
export async function* pagesOfItems({ store }: Pick<Services, 'store'>, item_ids: number[]): AsyncGenerator<ListedPage[]> {
  for (let at = 0; at < item_ids.length; at += ITEMS_PER_QUERY) {
    const some = item_ids.slice(at, at + ITEMS_PER_QUERY)
    const places = some.map(() => '?').join(', ')
    for (let last: ListedPage = { item_id: 0, addtime: 0, page_id: 0 }; ; ) {
      const rows = await store.hot<ListedPage>(
        `select item_id, addtime, page_id from page where is_del = 0 and item_id in (${places})
         and (item_id, addtime, page_id) > (?, ?, ?) order by item_id, addtime, page_id limit ${ROWS_PER_QUERY}`,
        [...some, last.item_id, last.addtime, last.page_id],
      )
      if (rows.length > 0) yield rows
      if (rows.length < ROWS_PER_QUERY) break
      last = rows.at(-1) as ListedPage
    }
  }
}
