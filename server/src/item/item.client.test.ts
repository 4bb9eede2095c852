import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage, areRefused, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('item calls for API clients', (product) => {
  let alice: TestUser
  let own: string[]
  beforeAll(async () => {
    alice = await product.user('alice')
    own = []
    for (const item_name of ['One', 'Two', 'Three'])
      own.push(await anItem(alice, { item_name, password: item_name === 'Two' ? 'sesame' : '' }))
  })
  const ids = async () => (await alice.api.item.myList({})).map(({ item_id, top }) => `${item_id} ${top}`)

  it('myList returns pinned items first, until an order is saved', async () => {
    const [one, two, three] = own as [string, string, string]
    const { top, sort } = alice.api.item
    expect(await ids()).toEqual(own.map((id) => `${id} undefined`))
    for (let n = 0; n < 2; n++) expect(await top({ item_id: three, action: 'top' })).toEqual([])
    expect(await ids()).toEqual([`${three} 1`, `${one} 0`, `${two} 0`])
    await sort({ data: JSON.stringify({ [two]: 1, [three]: 2 }), item_group_id: '0' })
    expect((await alice.api.item.myList({})).map(({ item_id, s_number, top }) => [item_id, s_number, top])).toEqual([
      [two, 1, 0],
      [three, 2, 1],
      [one, Number(one), 0],
    ])
    for (let n = 0; n < 2; n++) await top({ item_id: three, action: 'cancel' })
    expect((await alice.api.item.myList({})).some((tile) => 'top' in tile)).toBe(false)
  })

  it('top pins per user, and only items that the user can access', async () => {
    const bob = await product.user('bob')
    await areRefused(
      [bob.api.item.top({ item_id: own[1] as string, action: 'top' }), bob.api.item.top({ item_id: '99', action: 'top' })],
      10303,
    )
    await aMember(product, own[1] as string, bob, { edit: false })
    await bob.api.item.top({ item_id: own[1] as string, action: 'top' })
    expect(await bob.api.item.myList({})).toMatchObject([{ item_id: own[1], top: 1 }])
    expect((await alice.api.item.myList({})).some((tile) => 'top' in tile)).toBe(false)
    await areRefused([bob.api.item.top({ item_id: own[1] as string, action: 'else' as 'top' })], 10101)
  })

  it('itemList returns the user’s own items as in their settings, without deleted ones', async () => {
    const carol = await product.user('carol')
    await aMember(product, own[0] as string, carol)
    const [kept, gone] = [await anItem(carol, { item_name: 'Kept', password: 'sesame' }), await anItem(carol)]
    await deleteItem(product, gone)
    const list = await carol.api.item.itemList({})
    expect(list).toEqual([await carol.api.item.detail({ item_id: kept })])
    expect(list[0]).toMatchObject({ item_name: 'Kept', username: carol.username, password: '********' })
  })

  it('getPage finds a page by id or title for users who can read it', async () => {
    const item_id = await anItem(alice, { password: 'sesame' })
    const cat_id = await aCatalog(alice, item_id)
    const [hidden, first, second] = [
      await aPage(alice, item_id, { page_title: 'Login', s_number: 1 }),
      await aPage(alice, item_id, { page_title: 'Login', cat_id, s_number: 2 }),
      await aPage(alice, item_id, { page_title: 'Login', cat_id, s_number: 3 }),
    ]
    const scoped = await product.user('scoped')
    await aMember(product, item_id, scoped, { edit: false, cat_id })
    const get = (who: TestUser, more: { page_id?: string; page_title?: string }) => who.api.item.getPage({ item_id, ...more })
    expect(await get(alice, { page_title: 'Login' })).toMatchObject({ page_id: hidden })
    expect(await get(scoped, { page_title: 'Login' })).toMatchObject({ page_id: first, page_content: 'Hello' })
    expect(await get(scoped, { page_id: second })).toEqual(await scoped.api.page.info({ page_id: second }))
    await areRefused([get(scoped, { page_id: hidden }), get(alice, { page_title: 'login' }), get(alice, {})], 10101)
    await areRefused([get(await product.user('outsider'), { page_id: first }), get(product.visitor(), { page_title: 'Login' })], 10303)
    const otherPage = await aPage(alice, await anItem(alice))
    await areRefused([get(alice, { page_id: otherPage })], 10101)
  })
})
