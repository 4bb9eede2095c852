import { beforeAll, expect, it } from 'vitest'
import { aMember, anItem, archive, aTeamMember, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('my items', (product) => {
  let alice: TestUser
  let bob: TestUser
  let own: string[]
  let shared: string
  let teamed: string
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
    own = [await anItem(alice, { item_name: 'One' }), await anItem(alice, { item_name: 'Two', password: 'x', item_domain: 'two' })]
    shared = await anItem(bob, { item_name: 'Shared' })
    teamed = await anItem(bob, { item_name: 'Teamed', item_type: 4 })
    await anItem(bob, { item_name: 'Public, and not hers' })
    await aMember(product, shared, alice, { edit: false })
    await aTeamMember(product, teamed, alice)
    await aMember(product, teamed, alice)
  })

  const ids = async (fields = {}) => (await alice.api.item.myList(fields)).map((tile) => tile.item_id)

  it('are the user’s own items, those of memberships and those of teams, each once', async () => {
    expect(await ids()).toEqual([...own, shared, teamed])
    expect(await ids({ original: '1' })).toEqual(own)
    const tiles = await alice.api.item.myList({})
    expect(tiles[1]).toEqual({
      item_id: own[1],
      uid: alice.uid,
      item_name: 'Two',
      item_domain: 'two',
      item_type: '1',
      last_update_time: expect.stringMatching(/^\d{10}$/),
      item_description: '',
      is_del: '0',
      is_archived: '0',
      creator: 1,
      is_private: 1,
      manage: 1,
      edit: 1,
      password: '',
    })
    expect(tiles[2]).toMatchObject({ item_id: shared, creator: 0, manage: 0, edit: 0, is_private: 0 })
    expect(tiles[3]).toMatchObject({ item_id: teamed, item_type: '4' })
  })

  it('are the same with GET', async () => {
    const reply = await product.send({ url: '/api/item/myList?original=1', headers: alice.headers })
    expect(reply.json().data).toEqual(await alice.api.item.myList({ original: '1' }))
  })

  it('contain no items of other users, even for administrators, and require a login', async () => {
    expect(await product.admin.api.item.myList({})).toEqual([])
    await expect(product.visitor().api.item.myList({})).rejects.toMatchObject({ code: 10102 })
  })

  it('are listed in the saved order, with new items at the end', async () => {
    const { db } = product.server.services.store
    const uid = Number(alice.uid)
    const item_sort_data = JSON.stringify({ [shared]: 1, [own[1] as string]: 2, [teamed]: 3 })
    await db.insertInto('item_sort').values({ uid, item_group_id: 0, item_sort_data }).execute()
    expect(await ids()).toEqual([shared, own[1], teamed, own[0]])
    await db.deleteFrom('item_sort').execute()
  })

  it('are filtered by one of the user’s groups, in the order of that group', async () => {
    const { db } = product.server.services.store
    const row = { group_name: 'g', s_number: 0, created_at: 1, updated_at: 1 }
    const add = async (uid: string, item_ids: string) => {
      const values = { ...row, uid: Number(uid), item_ids }
      return String((await db.insertInto('item_group').values(values).returning('id').executeTakeFirstOrThrow()).id)
    }
    const group = await add(alice.uid, `${own[0]},${shared}, ,999`)
    expect(await ids({ item_group_id: group })).toEqual([own[0], shared])
    const order = { uid: Number(alice.uid), item_group_id: Number(group), item_sort_data: JSON.stringify({ [shared]: 1 }) }
    await db.insertInto('item_sort').values(order).execute()
    expect(await ids({ item_group_id: group })).toEqual([shared, own[0]])
    expect(await ids({ item_group_id: await add(alice.uid, '') })).toEqual([])
    // A group of another user is treated like an unknown one: all items are listed.
    expect(await ids({ item_group_id: await add(bob.uid, shared) })).toEqual([...own, shared, teamed])
    expect(await ids({ item_group_id: '0' })).toEqual([...own, shared, teamed])
  })

  it('include archived items and omit deleted ones', async () => {
    await archive(product, shared)
    await deleteItem(product, teamed)
    expect(await alice.api.item.myList({})).toMatchObject([{}, {}, { item_id: shared, is_archived: '1' }])
  })
})
