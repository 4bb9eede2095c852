import type { PageRow } from '@sheaf/contract'
import type { Services } from '../context.ts'

type WithStore = Pick<Services, 'store'>
export type StoredPage = PageRow & { creator_uid: number | null; is_composed: number }

const PAGE =
  'select page_id, item_id, cat_id, page_title, page_content, page_comments, s_number, author_uid, author_username, creator_uid, addtime, version, via, suggestion_id, suggested_by, is_del, is_composed from page'

/** The oldest page of this title in a catalog. */
export const pageTitled = async ({ store }: WithStore, item_id: number, cat_id: number, page_title: string) =>
  (
    await store.hot<StoredPage>(`${PAGE} where item_id = ? and page_title = ? and cat_id = ? and is_del = 0 order by page_id limit 1`, [
      item_id,
      page_title,
      cat_id,
    ])
  )[0]

/** The oldest page of this title anywhere in the item. */
export const pageAnywhere = async ({ store }: WithStore, item_id: number, page_title: string) =>
  (
    await store.hot<StoredPage>(`${PAGE} where item_id = ? and page_title = ? and is_del = 0 order by page_id limit 1`, [
      item_id,
      page_title,
    ])
  )[0]

/** A page by its id, if it is in this item. */
export const pageInItem = async ({ store }: WithStore, item_id: number, page_id: number) =>
  (await store.hot<StoredPage>(`${PAGE} where page_id = ? and item_id = ? and is_del = 0`, [page_id, item_id]))[0]

/** The title of the page of a single-page item; "" when it has none. */
export const onlyTitle = async ({ store }: WithStore, item_id: number) =>
  (
    await store.hot<{ page_title: string }>('select page_title from page where item_id = ? and is_del = 0 order by page_id limit 1', [
      item_id,
    ])
  )[0]?.page_title ?? ''
