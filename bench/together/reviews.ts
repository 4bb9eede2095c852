import { sql } from 'kysely'
import { quantileMs } from '../load.ts'
import type { Row } from '../report.ts'
import { type Db, startSite } from './site.ts'

/*
 * Reviews of 100,000 pages in 20 items with 50 catalogs each: the list of what is due, and the report of a manager. The median of complete
 * requests; a third of the pages are due, a third are verified, and a tenth were changed since.
 */
const ITEMS = 20
const CATALOGS = 50
const TIMES = 30
const DAY = 86_400

export async function measureReviews(kind: string, pages: number): Promise<Row[]> {
  const site = await startSite(kind)
  const { db, does } = site
  try {
    const items: string[] = []
    for (let n = 0; n < ITEMS; n++)
      items.push((await does<{ item_id: string }>('item/add', { item_name: `Item ${n}`, item_type: '1' })).item_id)
    await fill(db, items.map(Number), site.uid, pages)
    const rows: Row[] = []
    const started = performance.now()
    for (const item_id of items) {
      const subjects = JSON.stringify([{ kind: 'item', subject_id: item_id }])
      await does('review/set', { item_id, subjects, uid: String(site.uid), days: '90' })
    }
    const label = `${kind}, ${pages} pages`
    rows.push({
      label: `${label}: steward and period of an item of ${pages / ITEMS}`,
      unit: 'ms',
      measured: (performance.now() - started) / ITEMS,
    })
    await verifySome(db)
    const median = (path: string, values: Record<string, string>) => quantileMs(TIMES, () => does(path, values), 0.5)
    const list = { state: 'due', page: '1', count: '50' }
    rows.push({
      label: `${label}: first page of what is due, one item`,
      unit: 'ms',
      measured: await median('review/getList', { ...list, item_id: items[0] ?? '' }),
      limit: 30,
    })
    rows.push({
      label: `${label}: first page of what is due, all items`,
      unit: 'ms',
      measured: await median('review/getList', { ...list, item_id: '0' }),
      limit: 30,
    })
    rows.push({ label: `${label}: report`, unit: 'ms', measured: await median('review/report', { item_id: '0' }), limit: 150 })
    return rows
  } finally {
    await site.stop()
  }
}

async function fill(db: Db, items: number[], uid: number, pages: number) {
  const per = pages / items.length
  const by = { author_uid: uid, author_username: 'admin', creator_uid: uid, page_comments: '', s_number: 99 }
  const at = Math.floor(Date.now() / 1000)
  for (const item_id of items) {
    const catalogs = Array.from({ length: CATALOGS }, (_, n) => ({
      item_id,
      parent_cat_id: 0,
      level: 2,
      cat_name: `Part ${n}`,
      s_number: n,
      addtime: at,
    }))
    const ids = (await db.insertInto('catalog').values(catalogs).returning('cat_id').execute()).map(({ cat_id }) => cat_id)
    for (let from = 0; from < per; from += 500) {
      const rows = Array.from({ length: Math.min(500, per - from) }, (_, n) => ({
        ...by,
        item_id,
        cat_id: ids[(from + n) % CATALOGS] ?? 0,
        page_title: `Page ${from + n}`,
        page_content: `## Part ${n}\n\n${'The server keeps every version of a page. '.repeat(20)}`,
        addtime: at - n,
        created: at - n,
      }))
      await db.insertInto('page').values(rows).execute()
    }
  }
}

/** A third of the pages is due, a third is verified, and a tenth of all was changed since. */
async function verifySome(db: Db) {
  const at = Math.floor(Date.now() / 1000)
  await sql`insert into verification (page_id, item_id, uid, username, version, until, addtime)
    select page_id, item_id, uid, 'admin', 1, ${at} + (page_id % 90 + 1) * ${DAY}, ${at} - (page_id % 300) * ${DAY}
    from page_review where page_id % 3 = 0`.execute(db)
  await sql`update page_review set verified_time = ${at} - (page_id % 300) * ${DAY}, verified_version = 1, verified_uid = uid,
    verified_until = ${at} + (page_id % 90 + 1) * ${DAY}, due = ${at} + (page_id % 90 + 1) * ${DAY} where page_id % 3 = 0`.execute(db)
  await sql`update page_review set due = ${at} - (page_id % 200) * ${DAY} where page_id % 3 = 1`.execute(db)
  await sql`update page_review set changed_time = ${at} where page_id % 10 = 0 and verified_time > 0`.execute(db)
}
