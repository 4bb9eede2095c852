import { linkFiles, linksOf } from '../attachment/attachment.store.ts'
import type { Store } from '../db/dialect.ts'
import { inParts } from '../db/many-rows.ts'
import type { Db } from '../db/schema.ts'
import type { User } from '../http/context.ts'
import { insertPage } from '../page/page.store.ts'
import { pagesBelow, type Way } from './catalog.follow.store.ts'

/** Texts held in memory at a time; between two handfuls others are answered. */
const AT_ONCE = 50

/** The pages of these catalogs once more in their copies (`places`: old catalog to new), by whoever copies; they show the same files. */
export async function copyPages(store: Store, db: Db, { from, to }: Way, places: Map<number, number>, by: User, at: number) {
  const page_ids = (await pagesBelow(db, from, [...places.keys()])).map((page) => page.page_id)
  for (const part of inParts(page_ids, AT_ONCE)) {
    const copies = new Map<number, number>()
    const pages = db.selectFrom('page').select(['page_id', 'cat_id', 'page_title', 'page_content', 'page_comments', 's_number'])
    for (const { page_id, ...page } of await pages.where('page_id', 'in', part).orderBy('page_id').execute()) {
      const placed = { ...page, item_id: to, cat_id: places.get(page.cat_id) ?? 0, author_uid: by.uid, author_username: by.username }
      copies.set(page_id, (await insertPage(store, db, placed, at)).page_id)
    }
    const links = await linksOf(db, part)
    await linkFiles(
      db,
      links.map(({ file_id, page_id }) => ({ file_id, page_id: copies.get(page_id) as number, addtime: at })),
    )
    await new Promise(setImmediate)
  }
}
