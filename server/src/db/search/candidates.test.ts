import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { grant } from '../../access/permission.ts'
import { insertPage } from '../../content/page.store.ts'
import { anItem } from '../../test/given.ts'
import { onEachDatabase } from '../../test/product.ts'
import { postgresQuery, type Reach, sqliteQuery, withSearchQuery } from './candidates.ts'
import { needsOf, phrases, TITLE } from './lexemes.ts'

onEachDatabase('the index', (product) => {
  const reaches: [string, Reach][] = []
  let last = 0
  beforeAll(async () => {
    const { store, now } = product.server.services
    const items = [Number(await anItem(product.admin)), Number(await anItem(product.admin))]
    const row = { page_comments: '', s_number: 1, author_uid: null, author_username: '' }
    await store.db.transaction().execute(async (trx) => {
      for (let n = 0; n < 900; n++) {
        const text = { page_title: `Common ${n}`, page_content: n % 300 ? 'common words' : 'common words and a quokka' }
        last = (
          await insertPage({ permission: grant(items[n % 2] as number), store, trx, at: now() }, { ...row, ...text, cat_id: 7 + (n % 9) })
        ).page_id
      }
    })
    await sql`analyze`.execute(store.db)
    reaches.push(['all', 'all'], ['an item', { items: [items[0] as number], scoped: [], cats: [] }])
    reaches.push(['a catalog', { items: [], scoped: [items[1] as number], cats: [8] }], ['nothing', { items: [], scoped: [], cats: [] }])
  })

  const found = (reach: Reach, keyword: string, limit = 1000) =>
    withSearchQuery(product.server.services.store, reach, (query) => query(needsOf(phrases(keyword), ''), limit))

  it('returns readable pages, newest first, up to the limit', async () => {
    const counts = []
    for (const [, reach] of reaches) counts.push((await found(reach, 'common')).length)
    expect(counts).toEqual([900, 450, 50, 0])
    expect((await found('all', 'common', 20)).map((row) => row.page_id)).toEqual(Array.from({ length: 20 }, (_, n) => last - n))
    expect((await found('all', 'quokka')).map((row) => row.page_title)).toEqual(['Common 600', 'Common 300', 'Common 0'])
  })

  it('finds titles by prefix', async () => {
    const titles = (keyword: string) =>
      withSearchQuery(product.server.services.store, 'all', (index) => index(needsOf(phrases(keyword), TITLE), 1000))
    expect([(await titles('comm')).length, (await titles('quokka')).length]).toEqual([900, 0])
  })

  describe('is queried without a scan of all pages', () => {
    it.each(['common', 'quokka', 'nowhere', 'c'])('%s', async (keyword) => {
      const { store } = product.server.services
      for (const [, reach] of reaches.slice(0, 3)) {
        const plan = store.kind === 'sqlite' ? await sqlitePlan(reach, keyword) : await postgresPlan(reach, keyword)
        expect(plan.join('\n')).toMatch(store.kind === 'sqlite' ? /SCAN w VIRTUAL TABLE INDEX \d+:/ : /Index Scan on page_words_words/)
        expect(plan.filter((line) => /SCAN (page|p|item)\b|TEMP B-TREE|Seq Scan/.test(line))).toEqual([])
      }
    })
  })

  async function sqlitePlan(reach: Reach, keyword: string) {
    const within = reach === 'all' ? [] : [JSON.stringify(reach.items), JSON.stringify(reach.cats)]
    const rows = await product.server.services.store.hot<{ detail: string }>(`explain query plan ${sqliteQuery(reach)}`, [
      `"${keyword}" *`,
      ...within,
      20,
    ])
    return rows.map((row) => row.detail)
  }

  const postgresPlan = (reach: Reach, keyword: string) =>
    product.server.services.store.db.transaction().execute(async (trx) => {
      await sql`select set_config('enable_seqscan', 'off', true)`.execute(trx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${postgresQuery(reach, `'${keyword}':*`, 20)}`.execute(trx)
      return rows.map((row) => row['QUERY PLAN'])
    })
})
