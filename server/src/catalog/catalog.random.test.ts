import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { aMember, anItem, aPage } from '../test/given.ts'
import { isForAll, onEachDatabase, type TestUser } from '../test/product.ts'

/** An action of one of two concurrent users; the numbers choose among the existing catalogs and pages. */
const action = fc.record({
  by: fc.integer({ min: 0, max: 1 }),
  kind: fc.constantFrom('save', 'arrangeCatalog', 'arrangePage', 'batUpdate', 'move', 'copy', 'delete', 'savePage'),
  what: fc.nat(30),
  where: fc.nat(30),
  before: fc.nat(30),
  item: fc.integer({ min: 0, max: 1 }),
})
type Action = typeof action extends fc.Arbitrary<infer R> ? R : never

onEachDatabase('R24: concurrent actions of two users on two items', (product, kind) => {
  const db = () => product.server.services.store.db
  const catalogs = (items: string[]) =>
    db().selectFrom('catalog').selectAll().where('item_id', 'in', items.map(Number)).orderBy('cat_id').execute()
  const pages = (items: string[]) =>
    db()
      .selectFrom('page')
      .select(['page_id', 'item_id', 'cat_id', 'is_del'])
      .where('item_id', 'in', items.map(Number))
      .orderBy('page_id')
      .execute()

  const pick = <T>(all: T[], n: number): T | undefined => all[n % Math.max(1, all.length)]

  async function perform(who: TestUser, items: string[], { kind, what, where, before, item }: Action) {
    const [all, texts] = [await catalogs(items), await pages(items)]
    const catalog = pick(all, what)
    const text = pick(texts, what)
    const target = pick([undefined, ...all], where)
    const next = pick([undefined, ...all], before)
    const item_id = String(
      kind === 'arrangePage' || kind === 'savePage' ? (text?.item_id ?? items[item]) : (catalog?.item_id ?? items[item]),
    )
    const parent_cat_id = String(target?.cat_id ?? 0)
    const before_id = String(next?.cat_id ?? 0)
    const cat_id = String(catalog?.cat_id ?? 0)
    const { api } = who
    switch (kind) {
      case 'save':
        return api.catalog.save({ item_id, cat_id: what % 2 ? cat_id : '0', parent_cat_id, cat_name: `c${what}` })
      case 'arrangeCatalog':
        return api.catalog.arrange({ item_id, cat_id, parent_cat_id, before_id })
      case 'arrangePage':
        return api.catalog.arrange({ item_id, page_id: String(text?.page_id ?? 0), parent_cat_id })
      case 'savePage':
        return api.page.save({ page_id: String(text?.page_id ?? 0), page_title: 'p', page_content: 'x', cat_id: parent_cat_id })
      case 'batUpdate': {
        const here = all.filter((row) => String(row.item_id) === item_id)
        const cats = here.map((row, n) => ({
          cat_id: row.cat_id,
          cat_name: row.cat_name,
          level: 2,
          s_number: n,
          parent_cat_id: (n + where) % 3 ? row.parent_cat_id : parent_cat_id,
        }))
        return api.catalog.batUpdate({ item_id, cats: JSON.stringify(cats) })
      }
      case 'delete':
        return what % 4 ? undefined : api.catalog.delete({ item_id, cat_id })
      default:
        return api.catalog.copy({
          cat_id,
          to_item_id: String(target?.item_id ?? items[item]),
          new_p_cat_id: parent_cat_id,
          is_del: kind === 'move' ? '1' : '0',
        })
    }
  }

  /** Checks that the catalogs are forests with correct levels, and that each page is in an existing catalog or in the recycle bin. */
  async function mustBeConsistent(items: string[], made: Set<number>) {
    const all = await catalogs(items)
    const known = new Map(all.map((row) => [row.cat_id, row]))
    for (const row of all) {
      const parent = known.get(row.parent_cat_id)
      expect(row.parent_cat_id === 0 || parent?.item_id === row.item_id).toBe(true)
      expect(row.level).toBe(parent ? parent.level + 1 : 2)
      expect(row.level).toBeLessThanOrEqual(4)
    }
    const texts = await pages(items)
    for (const page of texts.filter((text) => text.is_del === 0))
      expect(page.cat_id === 0 || known.get(page.cat_id)?.item_id === page.item_id).toBe(true)
    for (const page_id of made) expect(texts.map((text) => text.page_id)).toContain(page_id)
    // Correct levels exclude cycles; the menu must show each page once.
    const shown = await Promise.all(items.map(async (item_id) => JSON.stringify((await product.admin.api.item.info({ item_id })).menu)))
    for (const page of texts.filter((text) => text.is_del === 0)) {
      const times = shown.map((menu) => menu.split(`"page_id":"${page.page_id}"`).length - 1)
      expect(times.reduce((sum, n) => sum + n, 0)).toBe(1)
    }
    const indexed = await product.server.services.store.hot<{ page_id: number }>(
      product.server.services.store.kind === 'sqlite'
        ? 'select rowid as page_id from page_words'
        : 'select distinct page_id from page_words',
      [],
    )
    const rows = new Set(indexed.map((row) => row.page_id))
    for (const page of texts) expect(rows.has(page.page_id)).toBe(page.is_del === 0)
  }

  it('leave a forest of at most three levels without cycles, and lose no page', async () => {
    const two = [await product.user('one'), await product.user('two')]
    const run = fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 24 }), async (actions) => {
      const [owner, other] = two as [TestUser, TestUser]
      const items = [await anItem(owner), await anItem(owner)]
      for (const item_id of items) await aMember(product, item_id, other)
      const made = new Set<number>()
      let parent = '0'
      for (let n = 0; n < 5; n++) {
        const { cat_id, level } = await owner.api.catalog.save({
          item_id: items[0] as string,
          cat_name: `start ${n}`,
          parent_cat_id: parent,
        })
        parent = level === '4' ? '0' : cat_id
        made.add(Number(await aPage(n % 2 ? owner : other, items[0] as string, { cat_id })))
      }
      for (let at = 0; at < actions.length; at += 2) {
        const both = actions.slice(at, at + 2).map((next) => perform(two[next.by] as TestUser, items, next))
        for (const result of await Promise.allSettled(both))
          if (result.status === 'rejected') expect([10101, 10103, 10109, 10303, -1]).toContain(result.reason.code)
      }
      await mustBeConsistent(items, made)
    })
    await assertProperty(run, { numRuns: isForAll(kind) ? 40 : 12, endOnFailure: true })
  })
})
