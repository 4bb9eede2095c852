import { beforeAll, expect, it } from 'vitest'
import { aCatalog, anItem } from '../test/given.ts'
import { onEachDatabase, type Person } from '../test/product.ts'

onEachDatabase('catalogs, many at once', (product) => {
  let alice: Person
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  const move = (item_id: string, cat_id: string, parent_cat_id: string) =>
    alice.api.catalog.save({ item_id, cat_id, parent_cat_id, cat_name: 'Name' })

  it('moved at once never make a circle or a fourth level', async () => {
    const id = await anItem(alice)
    for (let round = 0; round < 8; round++) {
      const [a, b] = [await aCatalog(alice, id, 'a'), await aCatalog(alice, id, 'b')]
      const both = [move(id, a, b), move(id, b, a)]
      expect((await Promise.allSettled(both)).filter((end) => end.status === 'fulfilled')).toHaveLength(1)
    }
    expect(await alice.api.catalog.catListName({ item_id: id })).toHaveLength(16)
    // Each alone is no deeper than three levels, both together are four.
    for (let round = 0; round < 8; round++) {
      const other = await anItem(alice)
      const [a, b, above] = [await aCatalog(alice, other, 'a'), await aCatalog(alice, other, 'b'), await aCatalog(alice, other, 'above')]
      await aCatalog(alice, other, 'below', b)
      const ends = await Promise.allSettled([move(other, a, above), move(other, b, a)])
      expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
      expect(ends.find((end) => end.status === 'rejected')).toMatchObject({ reason: { code: 10101 } })
    }
  })

  it('of thousands of pages go at once', async () => {
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
    const { db } = product.server.house.store
    for (let n = 0; n < 11; n++)
      await db
        .insertInto('page')
        .values(Array.from({ length: 1000 }, () => ({ ...row, ...author })))
        .execute()
    expect(await alice.api.catalog.delete({ item_id: id, cat_id })).toBe(true)
    const bin = await db.selectFrom('recycle').select('id').where('item_id', '=', Number(id)).execute()
    expect(bin).toHaveLength(11_000)
  })

  it('keep what is written into them while they go', async () => {
    const id = await anItem(alice)
    for (let round = 0; round < 6; round++) {
      const cat_id = await aCatalog(alice, id)
      const [saved] = await Promise.allSettled([
        alice.api.page.save({ item_id: id, cat_id, page_title: 'rush', page_content: 'x' }),
        alice.api.catalog.delete({ item_id: id, cat_id }),
      ])
      if (saved.status === 'rejected') continue
      const { db } = product.server.house.store
      const bin = await db.selectFrom('recycle').select('page_id').where('page_id', '=', Number(saved.value.page_id)).execute()
      const menu = JSON.stringify((await alice.api.item.info({ item_id: id })).menu)
      expect(bin.length === 1 || menu.includes(saved.value.page_id)).toBe(true)
    }
  })

  it('R24: said twice, in a row and at once, are done once', async () => {
    const { api } = alice
    const id = await anItem(alice)
    const [a, b] = [await aCatalog(alice, id, 'a'), await aCatalog(alice, id, 'b')]
    const twice = async (work: () => Promise<unknown>) => (await Promise.allSettled([work(), work()])).map((end) => end.status).sort()
    const state = async () => (await api.catalog.catListName({ item_id: id })).map((one) => `${one.level} ${one.s_number} ${one.cat_name}`)
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
