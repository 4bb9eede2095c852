import type { Services } from '../../context.ts'

/** A page of an item that engines list. */
export interface ListedPage {
  page_id: number
  item_id: number
  addtime: number
}

const ITEMS_PER_QUERY = 50
const ROWS_PER_QUERY = 1000

type WithStore = Pick<Services, 'store'>

/** The first pages of these items. The list is filled up with an item of it, so that all queries are one statement. */
const firstOf = ({ store }: WithStore, item_ids: number[]) =>
  store.hot<ListedPage>(
    `select item_id, addtime, page_id from page where is_del = 0
     and item_id in (${Array(ITEMS_PER_QUERY).fill('?').join(', ')}) order by item_id, addtime, page_id limit ${ROWS_PER_QUERY}`,
    Array.from({ length: ITEMS_PER_QUERY }, (_, n) => item_ids[n] ?? item_ids[0]),
  )

/** The next pages of one item. For several items at once, SQLite would read all pages before them again. */
const nextOf = ({ store }: WithStore, { item_id, addtime, page_id }: ListedPage) =>
  store.hot<ListedPage>(
    `select item_id, addtime, page_id from page where is_del = 0
     and item_id = ? and (addtime, page_id) > (?, ?) order by addtime, page_id limit ${ROWS_PER_QUERY}`,
    [item_id, addtime, page_id],
  )

/**
 * The pages of these items in batches; the ids are in their order. The index page_latest has every column of the queries, so no content
 * is read; it orders them by item and time.
 */
export async function* pagesOfItems(services: WithStore, item_ids: number[]): AsyncGenerator<ListedPage[]> {
  for (let at = 0; at < item_ids.length; ) {
    const some = item_ids.slice(at, at + ITEMS_PER_QUERY)
    let rows = await firstOf(services, some)
    yield rows
    const last = rows.length < ROWS_PER_QUERY ? undefined : rows.at(-1)
    at += last ? some.indexOf(last.item_id) + 1 : some.length
    for (let from = last; from; from = rows.length < ROWS_PER_QUERY ? undefined : rows.at(-1)) {
      rows = await nextOf(services, from)
      yield rows
    }
  }
}
