import { beforeAll, beforeEach, expect, it } from 'vitest'
import { grant } from '../access/permission.ts'
import { touchItem } from '../content/item.store.ts'
import type { Db } from '../db/schema.ts'
import { aCatalog, aMember, anItem, aPage, archive, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('arranging', (product) => {
  let alice: TestUser
  let scoped: TestUser
  let item_id: string
  beforeAll(async () => {
    ;[alice, scoped] = await Promise.all([product.user('alice'), product.user('scoped')])
  })
  beforeEach(async () => {
    item_id = await anItem(alice)
  })

  const catalog = (name: string, parent = '0') => aCatalog(alice, item_id, name, parent)
  const page = (page_title: string, cat_id = '0') => aPage(alice, item_id, { page_title, cat_id })
  const arrange = (
    fields: { page_id?: string; cat_id?: string; parent_cat_id?: string; before_id?: string; was_cat_id?: string },
    who = alice,
  ) => who.api.catalog.arrange({ item_id, ...fields })
  const pages = async (cat_id = '0') =>
    (await alice.api.catalog.getPagesBycat({ item_id, cat_id })).map((row) => `${row.s_number} ${row.page_title}`)
  const paths = async () => (await alice.api.catalog.catListName({ item_id })).map((row) => `${row.level} ${row.s_number} ${row.cat_name}`)

  it('moves a page before another, numbers all pages from 1, and returns the previous place for an undo', async () => {
    const [a, b, c] = [await page('a'), await page('b'), await page('c')]
    const before = await alice.api.page.info({ page_id: c })
    expect(await arrange({ page_id: c, before_id: a })).toEqual({ parent_cat_id: '0', before_id: '0' })
    expect(await pages()).toEqual(['1 c', '2 a', '3 b'])
    const previous = await arrange({ page_id: a })
    expect(previous).toEqual({ parent_cat_id: '0', before_id: b })
    expect(await pages()).toEqual(['1 c', '2 b', '3 a'])
    await arrange({ page_id: a, ...previous })
    expect(await pages()).toEqual(['1 c', '2 a', '3 b'])
    expect(await alice.api.page.info({ page_id: c })).toEqual({ ...before, s_number: '1' })
  })

  it('moves a page to another catalog and back', async () => {
    const [from, to] = [await catalog('from'), await catalog('to')]
    const [one, next] = [await page('one', from), await page('next', from)]
    const there = await page('there', to)
    const previous = await arrange({ page_id: one, parent_cat_id: to, before_id: there, was_cat_id: from })
    expect(previous).toEqual({ parent_cat_id: from, before_id: next })
    expect([await pages(from), await pages(to)]).toEqual([['99 next'], ['1 one', '2 there']])
    await arrange({ page_id: one, ...previous, was_cat_id: to })
    expect([await pages(from), await pages(to)]).toEqual([['1 one', '2 next'], ['2 there']])
  })

  it('moves a catalog with its descendants and updates their levels', async () => {
    const [a, b] = [await catalog('a'), await catalog('b')]
    const below = await catalog('below', a)
    await catalog('deep', below)
    const previous = await arrange({ cat_id: below, parent_cat_id: '0', before_id: b })
    expect(await paths()).toEqual(['2 1 a', '2 2 below', '3 99 below/deep', '2 3 b'])
    await arrange({ cat_id: below, ...previous, was_cat_id: '0' })
    expect(await paths()).toEqual(['2 1 a', '3 1 a/below', '4 99 a/below/deep', '2 3 b'])
  })

  it('refuses a cycle or a fourth level without a change', async () => {
    const a = await catalog('a')
    const b = await catalog('b', a)
    const [c, x] = [await catalog('c', b), await catalog('x')]
    await catalog('y', x)
    const before = await paths()
    for (const [cat_id, parent_cat_id] of [
      [a, c],
      [a, b],
      [a, a],
    ] as const)
      await areRefused([arrange({ cat_id, parent_cat_id })], 10101, 'below itself')
    for (const [cat_id, parent_cat_id] of [
      [a, x],
      [x, b],
    ] as const)
      await areRefused([arrange({ cat_id, parent_cat_id })], 10101, 'three levels')
    expect(await paths()).toEqual(before)
  })

  it('R24: refuses the later of two concurrent moves of the same page, and keeps the first', async () => {
    const [a, b, here] = [await catalog('a'), await catalog('b'), await catalog('here')]
    const one = await page('one', here)
    const results = await Promise.allSettled([a, b].map((parent_cat_id) => arrange({ page_id: one, parent_cat_id, was_cat_id: here })))
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((result) => result.status === 'rejected')).toMatchObject({ reason: { code: 10109 } })
    expect((await pages(a)).length + (await pages(b)).length).toBe(1)
    const gone = await page('gone', a)
    await alice.api.page.delete({ page_id: gone })
    await areRefused([arrange({ page_id: one, parent_cat_id: a, before_id: gone })], 10109, 'in the meantime')
  })

  it('R24: gives the same result when repeated', async () => {
    const [a, b] = [await page('a'), await page('b')]
    await Promise.all([arrange({ page_id: b, before_id: a }), arrange({ page_id: b, before_id: a })])
    await arrange({ page_id: b, before_id: a })
    expect(await pages()).toEqual(['1 b', '2 a'])
  })

  it('requires one existing page or catalog and an existing target', async () => {
    const a = await catalog('a')
    const own = await page('own')
    const other = await anItem(alice)
    const foreign = await aPage(alice, other)
    const there = await aCatalog(alice, other)
    await areRefused(
      [arrange({}), arrange({ cat_id: a, page_id: foreign }), arrange({ page_id: foreign }), arrange({ cat_id: there })],
      10101,
    )
    await areRefused([arrange({ cat_id: a, parent_cat_id: there }), arrange({ page_id: own, parent_cat_id: there })], 10101)
    expect(await alice.api.page.info({ page_id: foreign })).toMatchObject({ item_id: other, cat_id: '0' })
  })

  it('S36: lets a scoped editor arrange inside the scope, but move nothing out of it or into it', async () => {
    const [own, rest] = [await catalog('own'), await catalog('rest')]
    const [first, second] = [await catalog('first', own), await catalog('second', own)]
    const [inside, outside, root] = [await page('inside', own), await page('outside', rest), await page('root')]
    await aMember(product, item_id, scoped, { cat_id: own })
    await arrange({ page_id: inside, parent_cat_id: first }, scoped)
    await arrange({ cat_id: second, parent_cat_id: own, before_id: first }, scoped)
    expect(await paths()).toEqual(['2 99 own', '3 1 own/second', '3 2 own/first', '2 99 rest'])
    const tries: Parameters<typeof arrange>[0][] = [
      { page_id: inside },
      { page_id: inside, parent_cat_id: rest },
      { page_id: outside, parent_cat_id: own },
      { page_id: root, parent_cat_id: own },
      { cat_id: own, before_id: rest },
      { cat_id: first },
      { cat_id: rest, parent_cat_id: own },
      { cat_id: '5', parent_cat_id: own },
    ]
    await areRefused(
      tries.map((fields) => arrange(fields, scoped)),
      10103,
    )
    // A catalog that is moved out of the scope is inaccessible immediately.
    await arrange({ cat_id: first, parent_cat_id: rest })
    await areRefused([arrange({ page_id: inside, parent_cat_id: own }, scoped)], 10103)
    await areRefused(
      [scoped.api.catalog.batUpdate({ item_id, cats: JSON.stringify([{ cat_id: first, cat_name: 'x', parent_cat_id: own }]) })],
      10103,
    )
  })

  it('S39: changes nothing in an archived item', async () => {
    const [a, b] = [await page('a'), await page('b')]
    const cat_id = await catalog('c')
    await archive(product, item_id)
    for (const who of [alice, product.admin]) {
      const calls = [arrange({ page_id: b, before_id: a }, who), arrange({ cat_id }, who)]
      await areRefused([...calls, who.api.catalog.batUpdate({ item_id, cats: '[]' })], 10103, 'archived')
    }
    expect(await pages()).toEqual(['99 a', '99 b'])
  })

  /** Makes a change while the call, which has already read its rights, waits for the lock of the item. */
  async function duringCall(change: (trx: Db) => Promise<unknown>, call: () => Promise<unknown>) {
    const { db } = product.server.services.store
    let end: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (trx) => {
      await touchItem(trx, grant(Number(item_id)), 1)
      end = call()
      end.catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 60))
      await change(trx)
    })
    return end
  }

  it('R24, S39: refuses if the item is archived during the call', async () => {
    const [a, b] = [await page('a'), await page('b')]
    const archiveRow = (trx: Db) => trx.updateTable('item').set({ is_archived: 1 }).where('item_id', '=', Number(item_id)).execute()
    await areRefused([duringCall(archiveRow, () => arrange({ page_id: b, before_id: a }))], 10103, 'archived')
    expect(await pages()).toEqual(['99 a', '99 b'])
  })

  it('R24, S36: refuses if the catalog leaves the scope during the call', async () => {
    const [own, rest] = [await catalog('own'), await catalog('rest')]
    const below = await catalog('below', own)
    await aMember(product, item_id, scoped, { cat_id: own })
    const one = await page('one', below)
    const moveOut = (trx: Db) =>
      trx
        .updateTable('catalog')
        .set({ parent_cat_id: Number(rest) })
        .where('cat_id', '=', Number(below))
        .execute()
    await areRefused([duringCall(moveOut, () => arrange({ page_id: one, parent_cat_id: own }, scoped))], 10103)
    expect(await pages(below)).toEqual(['99 one'])
  })
})
