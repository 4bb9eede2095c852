import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage, manyPages } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('page/sort', (product) => {
  let alice: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
  })
  const sort = (who: TestUser, numbers: Record<string, unknown>, item = item_id) =>
    who.api.page.sort({ item_id: item, pages: JSON.stringify(numbers) })
  const order = async (cat_id = '0') => (await alice.api.catalog.getPagesBycat({ item_id, cat_id })).map((page) => page.page_id)

  it('sets the order numbers of the pages, and the order of the tree', async () => {
    const [a, b, c] = [await aPage(alice, item_id), await aPage(alice, item_id), await aPage(alice, item_id)]
    expect(await sort(alice, { [c]: 1, [a]: 2, [b]: 3 })).toEqual([])
    expect(await order()).toEqual([c, a, b])
    expect((await product.visitor().api.item.info({ item_id })).menu.pages.map((page) => page.page_id)).toEqual([c, a, b])
    expect(await alice.api.page.info({ page_id: a })).toMatchObject({ s_number: '2', version: '1' })
    await sort(alice, { [b]: '1' })
    expect(await order()).toEqual([b, c, a])
    expect(await sort(alice, {})).toEqual([])
  })

  it('changes all of the pages or none', async () => {
    const cat_id = await aCatalog(alice, item_id)
    const [a, b] = [await aPage(alice, item_id, { cat_id, s_number: 1 }), await aPage(alice, item_id, { cat_id, s_number: 2 })]
    const foreign = await aPage(alice, await anItem(alice))
    const gone = await aPage(alice, item_id)
    await alice.api.page.delete({ page_id: gone })
    for (const other of [foreign, gone, '2000000001'])
      await expect(sort(alice, { [b]: 1, [a]: 2, [other]: 3 })).rejects.toMatchObject({ code: 10103 })
    for (const numbers of [{ [b]: -1 }, { [b]: 1.5 }, { [b]: 'x' }, { [b]: 4_000_000_000 }])
      await expect(sort(alice, numbers)).rejects.toMatchObject({ code: 10101 })
    expect(await order(cat_id)).toEqual([a, b])
  })

  it('respects the scope of a member, and accepts thousands of pages in one request', async () => {
    const [inside, outside] = [await aCatalog(alice, item_id, 'in'), await aCatalog(alice, item_id, 'out')]
    const scoped = await product.user('scoped')
    await aMember(product, item_id, scoped, { cat_id: inside })
    const [own, other] = [await aPage(alice, item_id, { cat_id: inside }), await aPage(alice, item_id, { cat_id: outside })]
    expect(await sort(scoped, { [own]: 5 })).toEqual([])
    await expect(sort(scoped, { [own]: 1, [other]: 1 })).rejects.toMatchObject({ code: 10103 })
    expect(await alice.api.page.info({ page_id: own })).toMatchObject({ s_number: '5' })
    const many = await manyPages(product, alice, item_id, 1200, outside)
    await sort(alice, Object.fromEntries([other, ...many].reverse().map((page_id, n) => [page_id, n + 1])))
    expect(await order(outside)).toEqual([other, ...many].reverse())
  })
})
