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
})
