import { beforeEach, expect, it } from 'vitest'
import { aMember, anItem, areRefused, aTeamMember } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('item administration', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  let item_name: string
  beforeEach(async () => {
    ;[alice, bob] = [await product.user('alice'), await product.user('bob')]
    item_name = `Ledger 5% ${alice.uid}`
    item_id = await anItem(alice, { item_name, password: 'sesame' })
  })
  const admin = () => product.admin.api.adminItem
  const found = async (more: Record<string, string> = {}) => (await admin().getList({ item_name, username: '', ...more })).items

  it('finds items by name, owner and kind, without passwords', async () => {
    await aMember(product, item_id, bob)
    await aTeamMember(product, item_id, bob)
    await aTeamMember(product, item_id, await product.user('carol'))
    const [row] = await found()
    expect(row).toMatchObject({ item_id, username: alice.username, password: '', is_private: '1', is_archived: '0', member_num: 3 })
    expect(Object.keys(row as object).filter((key) => /hash|stamp/.test(key))).toEqual([])
    expect(await found({ item_name: '5%' })).not.toEqual([])
    expect(await found({ item_name: '5_' })).toEqual([])
    const other = await anItem(bob, { item_name })
    expect(await found()).toMatchObject([{ item_id: other }, { item_id }])
    expect(await found({ item_name: '', username: alice.username.slice(2) })).toMatchObject([{ item_id }])
    expect(await found({ kind: 'public' })).toMatchObject([{ item_id: other }])
    expect(await found({ kind: 'private' })).toHaveLength(1)
    expect(await found({ kind: 'archived' })).toEqual([])
    expect(await found({ item_name: 'nobody has this' })).toEqual([])
  })

  it('S45: transfers an item only to an existing, enabled user and notifies both owners', async () => {
    await areRefused([admin().attorn({ item_id, username: 'ghost' }), admin().attorn({ item_id, username: '' })], 10209)
    await areRefused([admin().attorn({ item_id: '999999', username: bob.username })], 10101)
    await product.admin.api.adminUser.update({ uid: bob.uid, is_disabled: '1' })
    await areRefused([admin().attorn({ item_id, username: bob.username })], 10209)
    await product.admin.api.adminUser.update({ uid: bob.uid, is_disabled: '0' })
    expect(await admin().attorn({ item_id, username: bob.username })).toMatchObject({ item_id, uid: bob.uid, username: bob.username })
    const visitor = product.visitor()
    await visitor.api.user.login({ username: bob.username, password: bob.password, v_code: '' })
    expect(await visitor.api.item.detail({ item_id })).toMatchObject({ uid: bob.uid })
    expect((await alice.api.notice.getList({ notice_type: 'all' }))[0]).toMatchObject({ notice_title: 'An item was transferred' })
    expect((await visitor.api.notice.getList({ notice_type: 'all' }))[0]).toMatchObject({ item_id, notice_title: 'An item is yours now' })
  })

  it('deletes an item as its owner could and notifies the owner', async () => {
    expect(await admin().deleteItem({ item_id })).toBe(1)
    expect(await found()).toEqual([])
    expect((await alice.api.item.myList({})).map((one) => one.item_id)).not.toContain(item_id)
    expect((await alice.api.notice.getList({ notice_type: 'all' }))[0]?.notice_content).toContain(item_name)
    await areRefused([admin().deleteItem({ item_id }), admin().deleteItem({ item_id: '999999' })], 10101)
  })

  it('R24: never transfers an item to a user who is deleted concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const heir = await product.user('heir')
      const one = await anItem(alice)
      const [given, deleted] = await Promise.allSettled([
        admin().attorn({ item_id: one, username: heir.username }),
        product.admin.api.adminUser.deleteUser({ uid: heir.uid }),
      ])
      expect([given.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected'])
    }
  })

  it('S29: refuses users who are not administrators', async () => {
    await areRefused([alice.api.adminItem.deleteItem({ item_id }), alice.api.adminItem.attorn({ item_id, username: bob.username })], 10103)
    expect(await found()).toMatchObject([{ item_id, username: alice.username }])
  })
})
