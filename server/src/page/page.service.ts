import type { PageRow } from '@sheaf/contract'
import type { ItemHead } from '../access/access.store.ts'
import { linkFiles, linksOf } from '../attachment/attachment.store.ts'
import { nameItem } from '../content/item.store.ts'
import { insertPage, type NewPage, updatePage, type WriteTarget } from '../content/page.store.ts'
import type { User } from '../context.ts'
import { type Actor, notifyPageChanged } from '../notice/notice.store.ts'
import { keepHistory, type Packed } from './history/page.history.store.ts'

/*
 * The two writes of a page, for every caller: the editor, the open API, imports, copies. Both run in the caller's transaction, after
 * `touchItem`, which locks the item, and write only in the item of the permission.
 */

const link = ({ permission, trx, at }: WriteTarget, page_id: number, file_ids: number[]) =>
  linkFiles(
    trx,
    permission,
    file_ids.map((file_id) => ({ file_id, page_id, addtime: at })),
  )

/** Creates a page: row, index entry and the links to the files in its text. */
export async function createPage(target: WriteTarget, page: NewPage, file_ids: number[] = []) {
  const row = await insertPage(target, page)
  await link(target, row.page_id, file_ids)
  return row
}

type PreviousPage = PageRow & { creator_uid: number | null }

interface Change {
  /** The page as it was read, with its version. */
  page: PreviousPage
  /** The new content and place. */
  next: NewPage
  /** From `packPrevious` of the history. */
  packed: Packed
  /** How many revisions a page keeps. */
  keep: number
  /** Files that only the new text refers to. */
  file_ids: number[]
  /** Title, catalog and order number do not change. */
  stays?: boolean
  /** Notifies the page's creator. Undefined when the caller sends one notice for several pages. */
  notify?: { item: ItemHead; by: Actor } | undefined
  /** The item has only this page and takes its title. */
  namesItem?: boolean
}

/**
 * Changes a page: row, index entry, previous revision, file links, notice, and the name of a single-page item. Returns undefined, without
 * writing anything, when the version of the page is no longer the one that was read.
 */
export async function changePage(
  target: WriteTarget,
  { page, next, packed, keep, file_ids, stays = false, notify, namesItem = false }: Change,
) {
  const { permission, trx, at } = target
  const row = await updatePage(target, page, next, stays)
  if (!row) return undefined
  // The revisions of a page move with it.
  await keepHistory(trx, { ...page, item_id: permission.item_id }, packed, keep)
  await link(target, page.page_id, file_ids)
  if (notify) await notifyPageChanged(trx, notify.by, notify.item, page, at)
  if (namesItem) await nameItem(trx, permission, next.page_title)
  return row
}

interface Copy {
  /** The item that the caller can read. A page that has been moved out of it is not copied. */
  from: number
  page_ids: number[]
  /** Maps a catalog of the originals to a catalog of the copies; pages of other catalogs go to the root. */
  places: ReadonlyMap<number, number>
  by: Pick<User, 'uid' | 'username'>
}

/**
 * Copies pages without their revisions; the copies refer to the same files. All texts are in memory at the same time, so pass at most some
 * dozens of pages.
 */
export async function copyPages(target: WriteTarget, { from, page_ids, places, by }: Copy) {
  const { permission, trx, at } = target
  const originals = trx.selectFrom('page').select(['page_id', 'cat_id', 'page_title', 'page_content', 'page_comments', 's_number'])
  const inItem = originals.where('page_id', 'in', page_ids).where('item_id', '=', from).where('is_del', '=', 0)
  const pages = await inItem.orderBy('page_id').execute()
  const copies = new Map<number, number>()
  for (const { page_id, ...page } of pages) {
    const placed = { ...page, cat_id: places.get(page.cat_id) ?? 0, author_uid: by.uid, author_username: by.username }
    copies.set(page_id, (await createPage(target, placed)).page_id)
  }
  const links = (await linksOf(trx, [...copies.keys()])).map(({ file_id, page_id }) => ({ file_id, page_id: copies.get(page_id) ?? 0 }))
  await linkFiles(
    trx,
    permission,
    links.map((pair) => ({ ...pair, addtime: at })),
  )
}
