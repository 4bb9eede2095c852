import { type PageRow, Refusal } from '@sheaf/contract'
import type { ItemHead } from '../access/access.store.ts'
import { linkFiles, linksOf } from '../attachment/attachment.store.ts'
import { type ChangeActor, PLACED } from '../content/change.rules.ts'
import { noteChange, noteSave } from '../content/change.store.ts'
import { nameItem } from '../content/item.store.ts'
import { hasPages, insertPage, type NewPage, reserveComposed, updatePage, type WriteTarget } from '../content/page.store.ts'
import type { EndReason } from '../content/review/review.rules.ts'
import { endMark } from '../content/review/review.store.ts'
import type { User } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { type Actor, notifyPageChanged } from '../notice/notice.store.ts'
import { keepHistory, type Packed } from './history/page.history.store.ts'
import { hasOnePage } from './page.rules.ts'

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

/** An item with a single page takes another one only while it has none, because that one is in the recycle bin. Call it after touchItem. */
export async function mustTakePage(trx: Db, { item_id, item_type }: Pick<ItemHead, 'item_id' | 'item_type'>) {
  if (hasOnePage(item_type) && (await hasPages(trx, item_id))) throw new Refusal('itemOfOnePage')
}

/** Creates a page: row, index entry, the links to the files in its text, and its entry in the log of changes. */
export async function createPage(target: WriteTarget, page: NewPage, file_ids: number[] = [], via?: string) {
  const row = await insertPage(target, page)
  await link(target, row.page_id, file_ids)
  const { page_id, cat_id, page_title: title, version: version_to } = row
  const draft = {
    type: 'page.created',
    page_id,
    cat_id,
    title,
    from_history_id: 0,
    version_from: 0,
    version_to,
    suggestion_id: page.suggestion_id ?? 0,
  } as const
  await noteSave(target, authorOf(page, via), draft)
  return row
}

const authorOf = ({ author_uid, author_username }: NewPage, via: string | undefined): ChangeActor => ({
  uid: author_uid,
  username: author_username,
  via,
})

type PreviousPage = PageRow & { creator_uid: number | null; is_composed: number }

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
  /** The program that acts for the author. */
  via?: string | undefined
  /** Recorded, but no news (W45). */
  is_minor?: boolean
  /** What of the change the caller notes in the log of changes. */
  notedByCaller?: 'all' | 'place'
  /** The author has checked the whole page, which the caller notes. */
  isChecked?: boolean
}

/**
 * Changes a page: row, index entry, previous revision, file links, notice, the name of a single-page item, and the log of changes. Returns
 * undefined, without writing anything, when the version of the page is no longer the one that was read.
 */
export async function changePage(
  target: WriteTarget,
  {
    page,
    next,
    packed,
    keep,
    file_ids,
    stays = false,
    notify,
    namesItem = false,
    via,
    is_minor = false,
    notedByCaller,
    isChecked = false,
  }: Change,
) {
  const { permission, trx, at } = target
  const row = await updatePage(target, page, next, stays)
  if (!row) return undefined
  // The revisions of a page move with it.
  const from_history_id = await keepHistory(trx, { ...page, item_id: permission.item_id }, packed, keep)
  await link(target, page.page_id, file_ids)
  if (notify && !is_minor) await notifyPageChanged(trx, notify.by, notify.item, { ...page, cat_id: row.cat_id }, at)
  if (namesItem) await nameItem(trx, permission, next.page_title)
  // A save of the same text makes a revision, but it changes nothing for readers.
  const isSame = page.page_content === row.page_content && page.page_title === row.page_title
  const isPlaced = !stays && notedByCaller !== 'place' && page.cat_id !== next.cat_id
  if (notedByCaller !== 'all' && (!isSame || isPlaced)) await note(target, { page, row, next, from_history_id, via, is_minor, isSame })
  if (!isSame && !is_minor && !isChecked)
    await endMark(trx, page.page_id, { reason: reasonOf(next, notedByCaller), username: next.author_username, version: row.version, at })
  return row
}

const reasonOf = ({ author_uid, suggestion_id = 0 }: NewPage, notedByCaller: Change['notedByCaller']): EndReason =>
  suggestion_id > 0 ? 'suggestion' : notedByCaller === 'all' ? 'import' : author_uid === null ? 'api' : 'changed'

interface Noted extends Pick<Change, 'page' | 'next' | 'via' | 'is_minor'> {
  row: PageRow
  from_history_id: number
  isSame: boolean
}

async function note(target: WriteTarget, { page, row, next, from_history_id, via, is_minor = false, isSame }: Noted) {
  const { permission, trx, at } = target
  const { page_id, cat_id, page_title: title, version: version_to } = row
  const by = authorOf(next, via)
  if (isSame) await noteChange(trx, permission, by, { type: 'page.moved', page_id, cat_id, title, detail: PLACED }, at)
  else {
    const versions = { from_history_id, version_from: page.version, version_to, suggestion_id: next.suggestion_id ?? 0, is_minor }
    await noteSave(target, by, { type: 'page.changed', page_id, cat_id, title, ...versions })
  }
}

interface Copy {
  /** The item that the caller can read. A page that has been moved out of it is not copied. */
  from: number
  page_ids: number[]
  /** Maps a catalog of the originals to a catalog of the copies; pages of other catalogs go to the root. */
  places: ReadonlyMap<number, number>
  by: Pick<User, 'uid' | 'username'>
  /** The sources are copied, too: pages that show parts keep their stored texts, and the caller composes them. */
  withSources?: boolean
  /** The caller runs `indexAfterCommit`. */
  isIndexedLater?: boolean
}

/**
 * Copies pages without their revisions; the copies refer to the same files. The caller notes the whole copy as one change. All texts are
 * in memory at the same time, so pass at most some dozens of pages. Returns the copies by original, and those that wait to be composed.
 */
export async function copyPages(target: WriteTarget, { from, page_ids, places, by, withSources = false, isIndexedLater = false }: Copy) {
  const { permission, trx, at } = target
  const originals = trx
    .selectFrom('page')
    .leftJoin('page_text as text', 'text.page_id', 'page.page_id')
    .select([
      'page.page_id',
      'page.cat_id',
      'page.page_title',
      'page.page_content',
      'page.page_comments',
      'page.s_number',
      'text.page_text',
    ])
  const inItem = originals.where('page.page_id', 'in', page_ids).where('page.item_id', '=', from).where('page.is_del', '=', 0)
  const pages = await inItem.orderBy('page.page_id').execute()
  const copies = new Map<number, number>()
  const waiting = new Map<number, number>()
  for (const { page_id, page_text, ...page } of pages) {
    const placed = { ...page, cat_id: places.get(page.cat_id) ?? 0, author_uid: by.uid, author_username: by.username }
    if (withSources && page_text !== null) {
      const copy = await reserveComposed(target, placed, page_text)
      waiting.set(page_id, copy)
      copies.set(page_id, copy)
    } else copies.set(page_id, (await insertPage(target, placed, isIndexedLater)).page_id)
  }
  const links = (await linksOf(trx, [...copies.keys()])).map(({ file_id, page_id }) => ({ file_id, page_id: copies.get(page_id) ?? 0 }))
  await linkFiles(
    trx,
    permission,
    links.map((pair) => ({ ...pair, addtime: at })),
  )
  return { copies, waiting }
}
