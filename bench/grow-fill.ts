import { sql } from 'kysely'
import type { Store } from '../server/src/db/dialect.ts'
import { indexPage } from '../server/src/db/search/search.ts'
import { growText, titleOf } from './grow-content.ts'

const ITEMS = 200
const BATCH = 500

export interface LargeSite {
  /** An item with a tenth of all pages. */
  large: number
  /** A catalog in it with a fiftieth of all pages. */
  catalog: number
  /** An item without pages. */
  empty: number
  items: number[]
}

/** Writes items, catalogs and pages of this owner as the product writes them, 500 pages per transaction. */
export async function fillSite(store: Store, uid: number, pages: number): Promise<LargeSite> {
  const items: number[] = []
  const catalogs: number[][] = []
  for (let n = 0; n <= ITEMS; n++) {
    const item_id = await insertBenchItem(store, uid, n)
    items.push(item_id)
    if (n < ITEMS) catalogs.push(await insertCatalogs(store, item_id))
  }
  // On PostgreSQL the index is created at the end, which takes a third of the time.
  const isPostgres = store.kind === 'postgres'
  if (isPostgres) await sql`drop index page_words_words`.execute(store.db)
  let from = 0
  const worker = async () => {
    while (from < pages) {
      const first = from
      from += BATCH
      const numbers = Array.from({ length: Math.min(BATCH, pages - first) }, (_, n) => first + n)
      await store.db.transaction().execute(async (trx) => {
        const rows = numbers.map((n) => pageRow(n, pages, items, catalogs, uid))
        const made = await trx.insertInto('page').values(rows).returning(['page_id', 'item_id', 'page_title', 'page_content']).execute()
        for (const page of made) await indexPage(store, trx, page)
      })
    }
  }
  await Promise.all(isPostgres ? [worker(), worker(), worker()] : [worker()])
  if (isPostgres) await sql`create index page_words_words on page_words using gin (words) with (fastupdate = off)`.execute(store.db)
  await sql`analyze`.execute(store.db)
  return { large: items[0] as number, catalog: catalogs[0]?.[0] as number, empty: items[ITEMS] as number, items: items.slice(0, ITEMS) }
}

const now = () => Math.floor(Date.now() / 1000)

async function insertBenchItem({ db }: Store, uid: number, n: number) {
  const text = {
    item_name: `Item ${n}`,
    item_description: '',
    item_domain: '',
    password_hash: n % 2 ? 'x' : '',
    password_stamp: '',
    global_param: '',
  }
  const row = { ...text, item_type: 1, uid, is_archived: 0, is_del: 0, del_time: 0, addtime: now(), last_update_time: now() }
  return (await db.insertInto('item').values(row).returning('item_id').executeTakeFirstOrThrow()).item_id
}

async function insertCatalogs({ db }: Store, item_id: number) {
  const row = { item_id, parent_cat_id: 0, level: 2, addtime: now() }
  const rows = Array.from({ length: 5 }, (_, n) => ({ ...row, cat_name: `Catalog ${n}`, s_number: n + 1 }))
  return (await db.insertInto('catalog').values(rows).returning('cat_id').execute()).map((one) => one.cat_id)
}

/** Every tenth page is in the large item, and every fifth of those in its catalog. The other pages are spread over the other items. */
function pageRow(n: number, pages: number, items: number[], catalogs: number[][], uid: number) {
  const at = n % 10 === 0 ? 0 : 1 + (n % (ITEMS - 1))
  const author = { author_uid: uid, author_username: 'admin', creator_uid: uid }
  return {
    ...author,
    item_id: items[at] as number,
    cat_id: catalogs[at]?.[Math.floor(n / 10) % 5] as number,
    page_title: titleOf(n),
    page_content: growText(n),
    page_comments: '',
    s_number: 99,
    addtime: now() - (pages - n) * 60,
    created: now() - (pages - n) * 60,
    method: '',
  }
}
