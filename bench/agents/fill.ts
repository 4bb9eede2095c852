import { join } from 'node:path'
import { insertCatalog } from '../../server/src/content/catalog.store.ts'
import { insertItem } from '../../server/src/content/item.store.ts'
import { openStore, type Store } from '../../server/src/db/dialect.ts'
import { indexFresh } from '../../server/src/db/search/search.ts'
import { pageText } from '../content.ts'

const BATCH = 500
/** SQLite accepts a bounded number of values in one statement. */
const ROWS_PER_INSERT = 1000
const now = () => Math.floor(Date.now() / 1000)

async function withStore<T>(folder: string, fill: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(join(folder, 'sheaf.db'))
  try {
    return await fill(store)
  } finally {
    await store.close()
  }
}

const newItem = (db: Store['db'], uid: number, item_name: string) =>
  insertItem(db, { item_name, item_description: '', item_domain: '', password_hash: '', password_stamp: '', item_type: 1, uid }, now())

/** A public item of pages with text and search index, in catalogs of ten on two levels. Returns the item and its pages. */
export const fillItem = (folder: string, uid: number, pages: number) =>
  withStore(folder, async (store) => {
    const permission = await newItem(store.db, uid, `Bench ${pages}`)
    const { item_id } = permission
    const page_ids: number[] = []
    let [chapter, section] = [0, 0]
    for (let from = 0; from < pages; from += BATCH)
      await store.db.transaction().execute(async (trx) => {
        const catalog = async (cat_name: string, parent_cat_id: number, level: number, s_number: number) =>
          (await insertCatalog(trx, permission, { parent_cat_id, level, cat_name, s_number, addtime: now() })).cat_id
        const rows = []
        for (let n = from; n < Math.min(pages, from + BATCH); n++) {
          if (n % 100 === 0) chapter = await catalog(`Chapter ${n / 100}`, 0, 2, n + 1)
          if (n % 10 === 0) section = await catalog(`Section ${n / 10}`, chapter, 3, n + 1)
          const author = { author_uid: uid, author_username: 'admin', creator_uid: uid }
          const page = { item_id, cat_id: section, page_title: `Page ${n}`, page_content: pageText(n), page_comments: '', s_number: n }
          rows.push({ ...author, ...page, addtime: now(), created: now(), method: '' })
        }
        const made = await trx.insertInto('page').values(rows).returning(['page_id', 'item_id', 'page_title', 'page_content']).execute()
        await indexFresh(store, trx, made)
        page_ids.push(...made.map(({ page_id }) => page_id))
      })
    return { item_id: String(item_id), page_ids: page_ids.toSorted((a, b) => a - b).map(String) }
  })

/** A site of many public pages without text in items of this size, and an empty item. What a sitemap lists does not depend on texts. */
export const fillSite = (folder: string, uid: number, pages: number, pagesPerItem: number) =>
  withStore(folder, async (store) => {
    for (let from = 0; from < pages; from += pagesPerItem) {
      const { item_id } = await newItem(store.db, uid, `Item ${from / pagesPerItem}`)
      await store.db.transaction().execute(async (trx) => {
        for (let first = from; first < Math.min(pages, from + pagesPerItem); first += ROWS_PER_INSERT) {
          const count = Math.min(ROWS_PER_INSERT, pages - first, from + pagesPerItem - first)
          const rows = Array.from({ length: count }, (_, n) => {
            const author = { author_uid: uid, author_username: 'admin', creator_uid: uid }
            const page = { item_id, cat_id: 0, page_title: `Page ${first + n}`, page_content: '', page_comments: '', s_number: 99 }
            return { ...author, ...page, addtime: 1_700_000_000 + first + n, created: 1_700_000_000, method: '' }
          })
          await trx.insertInto('page').values(rows).execute()
        }
      })
    }
    return { empty: String((await newItem(store.db, uid, 'Empty')).item_id) }
  })
