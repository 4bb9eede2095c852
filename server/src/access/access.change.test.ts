import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage, archive, areRefused, aTeamMember, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('a permission', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  let page_id: string
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
    item_id = await anItem(alice, { password: 'sesame' })
    page_id = await aPage(alice, item_id)
  })
  const db = () => product.server.services.store.db
  const read = () => bob.api.page.info({ page_id })
  const write = () => bob.api.page.save({ page_id, page_title: 'by bob', page_content: 'x' })

  it('changes with the next call: a member', async () => {
    await expect(read()).rejects.toMatchObject({ code: 10303 })
    await aMember(product, item_id, bob)
    expect(await write()).toMatchObject({ page_title: 'by bob' })
    await db().updateTable('item_member').set({ member_group_id: 0 }).execute()
    await expect(write()).rejects.toMatchObject({ code: 10103 })
    expect(await read()).toMatchObject({ page_id })
    const cat_id = Number(await aCatalog(alice, item_id))
    await db().updateTable('item_member').set({ member_group_id: 1, cat_id }).execute()
    await areRefused([read()], 10303)
    await areRefused([write()], 10103)
    await db().deleteFrom('item_member').execute()
    await areRefused([read(), bob.api.item.info({ item_id })], 10303)
  })

  it('changes with the next call: a team', async () => {
    await aTeamMember(product, item_id, bob)
    expect(await write()).toMatchObject({ page_title: 'by bob' })
    await db().updateTable('team_item_member').set({ member_group_id: 0 }).execute()
    await expect(write()).rejects.toMatchObject({ code: 10103 })
    await db().deleteFrom('team_item').execute()
    await expect(read()).rejects.toMatchObject({ code: 10303 })
    expect(await bob.api.item.myList({})).toEqual([])
  })

  it('changes with the next call: an administrator', async () => {
    const set = (groupid: number) => db().updateTable('user').set({ groupid }).where('uid', '=', Number(bob.uid)).execute()
    await set(1)
    expect(await bob.api.item.detail({ item_id })).toMatchObject({ item_id })
    await set(2)
    await expect(bob.api.item.detail({ item_id })).rejects.toMatchObject({ code: 10303 })
  })

  it('changes with the next call: an owner', async () => {
    const own = await anItem(bob, { password: 'x' })
    await bob.api.item.attorn({ item_id: own, username: alice.username, password: bob.password })
    await expect(bob.api.item.info({ item_id: own })).rejects.toMatchObject({ code: 10303 })
    expect(await alice.api.item.info({ item_id: own })).toMatchObject({ item_manage: true })
  })

  it('for a public item: every visitor can read, only members can write', async () => {
    const open = await anItem(alice)
    const page = await aPage(alice, open)
    for (const user of [product.visitor(), bob]) {
      expect(await user.api.item.info({ item_id: open })).toMatchObject({ item_edit: false, item_manage: false })
      expect(await user.api.page.info({ page_id: page })).toMatchObject({ page_id: page })
      const calls = [
        user.api.page.save({ item_id: open, page_title: 'x', page_content: 'x' }),
        user.api.page.save({ page_id: page, page_title: 'x', page_content: 'x' }),
        user.api.page.createSinglePage({ page_id: page, isCreateSiglePage: '1' }),
        user.api.catalog.save({ item_id: open, cat_name: 'x' }),
        user.api.catalog.getPagesBycat({ item_id: open }),
        user.api.item.add({ copy_item_id: open, item_name: 'x' }),
      ]
      await areRefused(calls, user === bob ? 10103 : 10102)
      await areRefused([user.api.page.delete({ page_id: page })], user === bob ? 10303 : 10102)
    }
  })

  it('for an archived item is read-only, for all users', async () => {
    const old = await anItem(alice)
    const cat_id = await aCatalog(alice, old)
    const page = await aPage(alice, old, { cat_id })
    await aMember(product, old, bob)
    await archive(product, old)
    for (const user of [alice, bob, product.admin]) {
      expect(await user.api.item.info({ item_id: old })).toMatchObject({ is_archived: '1', item_edit: false, item_manage: false })
      expect(await user.api.page.info({ page_id: page })).toMatchObject({ page_id: page })
      expect((await user.api.item.search({ item_id: old, keyword: 'hello' })).pages).toHaveLength(1)
      const calls = [
        user.api.page.save({ item_id: old, page_title: 'x', page_content: 'x' }),
        user.api.page.save({ page_id: page, page_title: 'x', page_content: 'x' }),
        user.api.page.delete({ page_id: page }),
        user.api.page.createSinglePage({ page_id: page, isCreateSiglePage: '1' }),
        user.api.catalog.save({ item_id: old, cat_name: 'x' }),
        user.api.catalog.save({ item_id: old, cat_id, cat_name: 'x' }),
        user.api.catalog.delete({ item_id: old, cat_id }),
      ]
      await areRefused(calls, 10103, 'archived')
    }
    await areRefused([alice.api.item.update({ item_id: old, item_name: 'x' })], 10103, 'archived')
  })

  it('that is limited to a catalog ends when the catalog is deleted', async () => {
    const item = await anItem(alice, { password: 'sesame' })
    const cat_id = await aCatalog(alice, item)
    const carol = await product.user('carol')
    await aMember(product, item, carol, { cat_id })
    await aMember(product, item, bob, { cat_id: await aCatalog(alice, item) })
    const canEdit = async (user: TestUser) => (await user.api.item.info({ item_id: item })).item_edit
    expect([await canEdit(carol), await canEdit(bob)]).toEqual([true, true])
    expect(await carol.api.export.outline({ item_id: item })).toBeDefined()
    await alice.api.catalog.delete({ item_id: item, cat_id })
    expect([await canEdit(carol), await canEdit(bob)]).toEqual([false, true])
    const calls = [
      carol.api.export.outline({ item_id: item }),
      carol.api.page.save({ item_id: item, page_title: 'x', page_content: 'x' }),
      carol.api.page.save({ item_id: item, cat_id, page_title: 'x', page_content: 'x' }),
    ]
    await areRefused(calls, 10103)
  })

  it('for a deleted item ends, for all users', async () => {
    const gone = await anItem(alice, { password: 'sesame', item_domain: 'gone' })
    const page = await aPage(alice, gone)
    await aMember(product, gone, bob)
    await deleteItem(product, gone)
    for (const user of [alice, bob, product.admin]) {
      const missing = [
        user.api.item.info({ item_id: gone }),
        user.api.item.info({ item_id: 'gone' }),
        user.api.page.info({ page_id: page }),
        user.api.page.view({ page_id: page }),
      ]
      await areRefused(missing, 10101)
      const closed = [
        user.api.item.detail({ item_id: gone }),
        user.api.item.search({ item_id: gone, keyword: 'x' }),
        user.api.catalog.catListName({ item_id: gone }),
        user.api.page.delete({ page_id: page }),
      ]
      await areRefused(closed, 10303)
      await areRefused([user.api.page.save({ page_id: page, page_title: 'x', page_content: 'x' })], 10103)
    }
  })

  it('ends with the account, and a later user with the same name does not inherit it', async () => {
    const carol = await product.user('carol')
    const hers = await anItem(carol, { password: 'x' })
    await aMember(product, item_id, carol)
    await db().deleteFrom('user').where('uid', '=', Number(carol.uid)).execute()
    await areRefused([carol.api.user.info({}), carol.api.item.myList({}), carol.api.item.detail({ item_id: hers })], 10102)
    await areRefused([carol.api.item.info({ item_id: hers }), carol.api.page.info({ page_id })], 10303)
    const next = await product.user('dora')
    await db()
      .updateTable('user')
      .set({ username: carol.username, username_key: carol.username })
      .where('uid', '=', Number(next.uid))
      .execute()
    expect(await next.api.item.myList({})).toEqual([])
    await areRefused([next.api.item.info({ item_id: hers }), next.api.page.info({ page_id })], 10303)
  })
})
