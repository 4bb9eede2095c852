import type { PageRow } from '@sheaf/contract'
import type { ItemHead } from '../access/access.store.ts'
import { linkFiles, linksOf } from '../attachment/attachment.store.ts'
import { nameItem } from '../content/item.store.ts'
import { insertPage, type NewPage, updatePage } from '../content/page.store.ts'
import type { User } from '../context.ts'
import type { Store } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { type Actor, notifyPageChanged } from '../notice/notice.store.ts'
import { needsBase, type Packed, pack } from './history/page.history.pack.ts'
import { baseOf, keepHistory } from './history/page.history.store.ts'

/*
 * The two writes of a page, for every caller: the editor, the open API, imports, copies. Both run in the caller's transaction, after
 * `touchItem`, which holds the item.
 */

/** Where a write goes: the databases, the transaction, and the time of the write in seconds. */
export interface WriteTarget {
  store: Store
  trx: Db
  at: number
}

const link = ({ trx, at }: WriteTarget, page_id: number, file_ids: number[]) =>
  linkFiles(
    trx,
    file_ids.map((file_id) => ({ file_id, page_id, addtime: at })),
  )

/** Makes a page: row, index and the files that its text names. */
export async function createPage(into: WriteTarget, page: NewPage, file_ids: number[] = []) {
  const row = await insertPage(into.store, into.trx, page, into.at)
  await link(into, row.page_id, file_ids)
  return row
}

type PreviousPage = PageRow & { creator_uid: number | null }

/** The text before a change as the history keeps it. Takes milliseconds for a long text, so it is made before the transaction. */
export const packPrevious = async (db: Db, { page_id, page_content }: Pick<PreviousPage, 'page_id' | 'page_content'>) =>
  pack(page_content, needsBase(page_content) ? await baseOf(db, page_id) : undefined)

interface Change {
  /** As it was read, with its version. */
  page: PreviousPage
  /** As it will be. */
  next: NewPage
  /** From `packBefore`. */
  packed: Packed
  /** How many revisions a page keeps. */
  keep: number
  /** Files that the new text names and the old one did not. */
  file_ids: number[]
  /** Title, place and number are as they were. */
  stays?: boolean
  /** Who hears of it: the page's creator, unless the caller notifies of several pages at once. */
  notify?: { item: ItemHead; by: Actor } | undefined
  /** The item is this one page and takes its title. */
  namesItem?: boolean
}

/**
 * Changes a page: row, index, the revision before, files, notice, name of a single-page item. Undefined when the page has another
 * version than the one that was read; nothing is written then.
 */
export async function changePage(
  into: WriteTarget,
  { page, next, packed, keep, file_ids, stays = false, notify, namesItem = false }: Change,
) {
  const { store, trx, at } = into
  const row = await updatePage(store, trx, page.page_id, page.version, next, at, stays)
  if (!row) return undefined
  // A page that moves takes its revisions along.
  await keepHistory(trx, { ...page, item_id: next.item_id }, packed, keep)
  await link(into, page.page_id, file_ids)
  if (notify) await notifyPageChanged(trx, notify.by, notify.item, page, at)
  if (namesItem) await nameItem(trx, next.item_id, next.page_title)
  return row
}

interface Copy {
  /** The item that the caller may copy from. A page that has left it meanwhile is not copied. */
  from: number
  page_ids: number[]
  item_id: number
  /** From a catalog of the originals to that of the copies; others go to the root. */
  places: ReadonlyMap<number, number>
  by: Pick<User, 'uid' | 'username'>
}

/** Pages once more, without their revisions; they show the same files. Holds all their texts in memory: give it at most some dozens. */
export async function copyPages(into: WriteTarget, { from, page_ids, item_id, places, by }: Copy) {
  const { trx, at } = into
  const originals = trx.selectFrom('page').select(['page_id', 'cat_id', 'page_title', 'page_content', 'page_comments', 's_number'])
  const here = originals.where('page_id', 'in', page_ids).where('item_id', '=', from).where('is_del', '=', 0)
  const pages = await here.orderBy('page_id').execute()
  const copies = new Map<number, number>()
  for (const { page_id, ...page } of pages) {
    const placed = { ...page, item_id, cat_id: places.get(page.cat_id) ?? 0, author_uid: by.uid, author_username: by.username }
    copies.set(page_id, (await createPage(into, placed)).page_id)
  }
  const links = (await linksOf(trx, [...copies.keys()])).map(({ file_id, page_id }) => ({ file_id, page_id: copies.get(page_id) ?? 0 }))
  await linkFiles(
    trx,
    links.map((one) => ({ ...one, addtime: at })),
  )
}
