import { beforeAll, expect, it } from 'vitest'
import { aCatalog, anItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('concurrent changes of catalogs', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  const move = (item_id: string, cat_id: string, parent_cat_id: string) =>
    alice.api.catalog.save({ item_id, cat_id, parent_cat_id, cat_name: 'Name' })

  it('never make a cycle or a fourth level', async () => {
    const id = await anItem(alice)
    for (let round = 0; round < 8; round++) {
      const [a, b] = [await aCatalog(alice, id, 'a'), await aCatalog(alice, id, 'b')]
      const both = [move(id, a, b), move(id, b, a)]
      expect((await Promise.allSettled(both)).filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    }
    expect(await alice.api.catalog.catListName({ item_id: id })).toHaveLength(16)
    // Each move alone makes at most three levels, both together four.
    for (let round = 0; round < 8; round++) {
      const other = await anItem(alice)
      const [a, b, above] = [await aCatalog(alice, other, 'a'), await aCatalog(alice, other, 'b'), await aCatalog(alice, other, 'above')]
      await aCatalog(alice, other, 'below', b)
      const results = await Promise.allSettled([move(other, a, above), move(other, b, a)])
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
      expect(results.find((result) => result.status === 'rejected')).toMatchObject({ reason: { code: 10101 } })
    }
  })

  it('delete a catalog with thousands of pages', async () => {
    const id = await anItem(alice)
    const cat_id = await aCatalog(alice, id)
    const row = { item_id: Number(id), cat_id: Number(cat_id), page_title: 'p', page_content: 'c', page_comments: '', s_number: 1 }
    const author = {
      author_uid: Number(alice.uid),
      author_username: alice.username,
      creator_uid: Number(alice.uid),
      addtime: 1,
      created: 1,
    }
    const { db } = product.server.services.store
    for (let n = 0; n < 11; n++)
      await db
        .insertInto('page')
        .values(Array.from({ length: 1000 }, () => ({ ...row, ...author })))
        .execute()
    expect(await alice.api.catalog.delete({ item_id: id, cat_id })).toBe(true)
    const bin = await db.selectFrom('recycle').select('id').where('item_id', '=', Number(id)).execute()
    expect(bin).toHaveLength(11_000)
  })

  it('lose no page that is saved into a catalog during its deletion', async () => {
    const id = await anItem(alice)
    for (let round = 0; round < 6; round++) {
      const cat_id = await aCatalog(alice, id)
      const [saved] = await Promise.allSettled([
        alice.api.page.save({ item_id: id, cat_id, page_title: 'rush', page_content: 'x' }),
        alice.api.catalog.delete({ item_id: id, cat_id }),
      ])
      if (saved.status === 'rejected') continue
      const { db } = product.server.services.store
      const bin = await db.selectFrom('recycle').select('page_id').where('page_id', '=', Number(saved.value.page_id)).execute()
      const menu = JSON.stringify((await alice.api.item.info({ item_id: id })).menu)
      expect(bin.length === 1 || menu.includes(saved.value.page_id)).toBe(true)
    }
  })

  it('R24: take effect once when repeated, sequentially or concurrently', async () => {
    const { api } = alice
    const id = await anItem(alice)
    const [a, b] = [await aCatalog(alice, id, 'a'), await aCatalog(alice, id, 'b')]
    const twice = async (work: () => Promise<unknown>) => (await Promise.allSettled([work(), work()])).map((result) => result.status).sort()
    const state = async () => (await api.catalog.catListName({ item_id: id })).map((row) => `${row.level} ${row.s_number} ${row.cat_name}`)
    const cats = JSON.stringify([{ cat_id: b, cat_name: 'B', parent_cat_id: a, s_number: 4 }])
    const calls: [() => Promise<unknown>, string[]][] = [
      [() => api.catalog.batUpdate({ item_id: id, cats }), ['2 99 a', '3 4 a/B']],
      [() => api.catalog.save({ item_id: id, cat_id: b, cat_name: 'C', parent_cat_id: '0' }), ['2 4 C', '2 99 a']],
      [() => api.catalog.arrange({ item_id: id, cat_id: b, parent_cat_id: a, was_cat_id: '0' }), ['2 99 a', '3 1 a/C']],
      [() => api.catalog.copy({ cat_id: b, new_p_cat_id: '0', to_item_id: id, is_del: '1' }), ['2 99 a', '2 100 C']],
      [() => api.catalog.delete({ item_id: id, cat_id: b }), ['2 99 a']],
    ]
    for (const [work, wanted] of calls) {
      expect((await twice(work))[0]).toBe('fulfilled')
      expect(await state()).toEqual(wanted)
      await work().catch(() => {})
      expect(await state()).toEqual(wanted)
    }
  })
})
