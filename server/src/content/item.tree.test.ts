import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { headOf, type ItemHead } from '../access/access.store.ts'
import type { Scope } from '../access/access.ts'
import { gzipAround } from '../http/body/gzip.ts'
import { anApiClient } from '../test/api-client.ts'
import { anItem, aPage } from '../test/given.ts'
import { onEachDatabase } from '../test/product.ts'
import { countQueries } from '../test/queries.ts'
import { buildTree, NEW_IDS, treeOf } from './item.tree.service.ts'

/** A change of an item; the numbers choose among its catalogs and pages. */
const change = fc.record({
  kind: fc.constantFrom(
    ...['page', 'page', 'text', 'text', 'rename', 'number', 'place', 'delete', 'restore', 'sort', 'push', 'pushMoved', 'batch', 'archive'],
    ...['catalog', 'renameCatalog', 'deleteCatalog', 'moveCatalog', 'moveAway', 'moveHere', 'copyCatalog', 'method'],
  ),
  what: fc.nat(40),
  where: fc.nat(10),
})
type Change = typeof change extends fc.Arbitrary<infer R> ? R : never

onEachDatabase('the menu of an item after changes', (product) => {
  const services = () => product.server.services
  const head = async (item_id: string) => (await headOf(services(), Number(item_id))) as ItemHead

  async function mustEqualTheDatabase(item_id: string, scope: Scope) {
    const item = await head(item_id)
    const [kept, built] = [await treeOf(services(), item, scope), await buildTree(services(), item.item_id, scope)]
    expect(kept.menu).toEqual(built.menu)
    expect(kept.order).toEqual(built.order)
    expect(kept.text()).toBe(built.text())
    expect(String(gunzipSync(gzipAround('[', await kept.packed(), ']')))).toBe(`[${built.text()}]`)
  }

  async function world() {
    const alice = await product.user('alice')
    const [item_id, other] = [await anItem(alice), await anItem(alice)]
    return { alice, item_id, other, client: await anApiClient(product, alice, item_id) }
  }
  type World = Awaited<ReturnType<typeof world>>

  async function make({ alice: { api }, item_id, other, client }: World, { kind, what, where }: Change) {
    const { db } = services().store
    const rows = await db
      .selectFrom('page')
      .select(['page_id', 'is_del', 'item_id'])
      .where('item_id', 'in', [Number(item_id), Number(other)])
      .execute()
    const cats = await db.selectFrom('catalog').select('cat_id').where('item_id', '=', Number(item_id)).orderBy('cat_id').execute()
    const pick = <T>(all: T[], n: number) => all[n % Math.max(1, all.length)]
    const here = rows.filter((row) => row.item_id === Number(item_id))
    const page_id = String(
      pick(
        here.filter((row) => row.is_del === 0),
        what,
      )?.page_id ?? 0,
    )
    const cat_id = String(pick([undefined, ...cats], where)?.cat_id ?? 0)
    const own = String(pick(cats, where)?.cat_id ?? 0)
    const save = (fields: Record<string, string>) =>
      api.page.save({ page_id, item_id, page_title: `T${what}`, page_content: 'x', ...fields })
    const of: Record<string, () => Promise<unknown>> = {
      page: () => save({ page_id: '0', cat_id, s_number: String(where) }),
      text: () => save({ page_content: `text ${what}` }),
      method: () => save({ page_content: JSON.stringify({ info: { type: 'api', method: where % 2 ? 'get' : 'post', url: '/x' } }) }),
      rename: () => save({ page_title: `Renamed ${what}` }),
      number: () => save({ s_number: String(where) }),
      place: () => save({ cat_id }),
      delete: () => api.page.delete({ page_id }),
      restore: () =>
        api.recycle.recover({
          item_id,
          page_id: String(
            pick(
              here.filter((row) => row.is_del === 1),
              what,
            )?.page_id ?? 0,
          ),
        }),
      sort: () => api.page.sort({ item_id, pages: JSON.stringify({ [page_id]: where }) }),
      push: () => client.push({ page_title: `P${what % 4}`, cat_name: where % 2 ? `C${where}` : '', page_content: `${what}` }),
      pushMoved: () => client.push({ page_title: `P${what % 4}`, cat_name: `C${where}/D${what % 3}`, s_number: String(where) }),
      batch: async () => {
        for (let n = 0; n < 30; n++) await save({ page_content: `batch ${n}` })
      },
      archive: async () => {
        for (const is_archived of [1, 0]) await db.updateTable('item').set({ is_archived }).where('item_id', '=', Number(item_id)).execute()
      },
      catalog: () => api.catalog.save({ item_id, cat_name: `Catalog ${what}`, parent_cat_id: cat_id }),
      renameCatalog: () => api.catalog.save({ item_id, cat_id: own, cat_name: `Named ${what}`, s_number: String(where) }),
      deleteCatalog: () => (what % 3 ? Promise.resolve() : api.catalog.delete({ item_id, cat_id: own })),
      moveCatalog: () => api.catalog.arrange({ item_id, cat_id: own, parent_cat_id: cat_id }),
      moveAway: () => api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: other, to_cat_id: '0' }),
      moveHere: () => {
        const there = pick(
          rows.filter((row) => row.item_id === Number(other) && row.is_del === 0),
          what,
        )
        return api.page.move({
          item_id: other,
          page_ids: JSON.stringify([String(there?.page_id ?? 0)]),
          to_item_id: item_id,
          to_cat_id: cat_id,
        })
      },
      copyCatalog: () => api.catalog.copy({ cat_id: own, to_item_id: item_id, new_p_cat_id: '0', is_del: '0' }),
    }
    // The server refuses some changes, such as a fourth level; the menu must be right after those too.
    await of[kind]?.().catch(() => {})
  }

  it('equals a menu built from the database', async () => {
    const run = async (changes: Change[]) => {
      const made = await world()
      for (const one of changes) {
        await make(made, one)
        const cats = await services().store.db.selectFrom('catalog').select('cat_id').where('item_id', '=', Number(made.item_id)).execute()
        // A scope of some catalogs, as members of them have.
        const inside = new Set(cats.map(({ cat_id }) => cat_id).filter((id) => id % 2 === 0))
        // Only some changes are followed by a read, so that a menu also follows several changes at a time.
        if (one.what % 3) await mustEqualTheDatabase(made.item_id, 'all')
        if (one.where % 3 === 0) await mustEqualTheDatabase(made.item_id, inside)
      }
      await mustEqualTheDatabase(made.item_id, 'all')
    }
    await assertProperty(fc.asyncProperty(fc.array(change, { minLength: 25, maxLength: 25 }), run), { numRuns: 3, endOnFailure: true })
  })

  it('reads only the changed page after a save, a new page and a deletion', async () => {
    const { alice, item_id } = await world()
    for (let n = 0; n < 20; n++) await aPage(alice, item_id, { page_title: `Page ${n}` })
    const [first] = (await treeOf(services(), await head(item_id), 'all')).order
    const page_id = String(first?.page_id)
    for (const [write, pages] of [
      [() => alice.api.page.save({ page_id, page_title: 'New title', page_content: 'x' }), 20],
      [() => aPage(alice, item_id, { page_title: 'One more' }), 21],
      [() => alice.api.page.delete({ page_id }), 20],
    ] as const) {
      await write()
      const item = await head(item_id)
      const count = countQueries(services().store)
      const tree = await treeOf(services(), item, 'all')
      count.end()
      expect(tree.order).toHaveLength(pages)
      expect([count.queries, count.rows <= 1]).toEqual([1, true])
    }
  })

  it('finds new pages in an index of the item, not among the pages of all items', async () => {
    const { store } = services()
    const alice = await product.user('alice')
    const item_id = Number(await anItem(alice))
    const page = {
      page_content: '',
      page_comments: '',
      s_number: 99,
      author_uid: null,
      author_username: '',
      method: '',
      addtime: 1,
      created: 1,
    }
    const rows = Array.from({ length: 400 }, (_, n) => ({ ...page, item_id: item_id + (n % 20), cat_id: 0, page_title: `Page ${n}` }))
    await store.db.insertInto('page').values(rows).execute()
    const filled = NEW_IDS.replace('?', String(item_id)).replace('?', '7')
    if (store.kind === 'postgres') await sql`analyze page`.execute(store.db)
    const plan = await store.db.transaction().execute(async (trx) => {
      if (store.kind === 'postgres') await sql`set local enable_seqscan = off`.execute(trx)
      const explain = store.kind === 'postgres' ? 'explain' : 'explain query plan'
      return JSON.stringify((await sql.raw(`${explain} ${filled}`).execute(trx)).rows)
    })
    expect(plan).toMatch(/COVERING INDEX page_\w+ \(item_id=|Index Cond: \(\(?item_id = /)
    expect(plan).not.toMatch(/page_pkey|INTEGER PRIMARY KEY/)
  })
})
