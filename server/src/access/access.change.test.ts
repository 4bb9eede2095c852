import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage, archive, areRefused, aTeamMember, deleteItem } from '../test/given.ts'
import { onEachDatabase, type Person } from '../test/product.ts'

onEachDatabase('a right that changes', (product) => {
  let alice: Person
  let bob: Person
  let item_id: string
  let page_id: string
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
    item_id = await anItem(alice, { password: 'sesame' })
    page_id = await aPage(alice, item_id)
  })
  const db = () => product.server.house.store.db
  const read = () => bob.api.page.info({ page_id })
  const write = () => bob.api.page.save({ page_id, page_title: 'by bob', page_content: 'x' })

  it('counts at the next call: a member', async () => {
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

  it('counts at the next call: a team', async () => {
    await aTeamMember(product, item_id, bob)
    expect(await write()).toMatchObject({ page_title: 'by bob' })
    await db().updateTable('team_item_member').set({ member_group_id: 0 }).execute()
    await expect(write()).rejects.toMatchObject({ code: 10103 })
    await db().deleteFrom('team_item').execute()
    await expect(read()).rejects.toMatchObject({ code: 10303 })
    expect(await bob.api.item.myList({})).toEqual([])
  })

  it('counts at the next call: an administrator', async () => {
    const set = (groupid: number) => db().updateTable('user').set({ groupid }).where('uid', '=', Number(bob.uid)).execute()
    await set(1)
    expect(await bob.api.item.detail({ item_id })).toMatchObject({ item_id })
    await set(2)
    await expect(bob.api.item.detail({ item_id })).rejects.toMatchObject({ code: 10303 })
  })

  it('counts at the next call: an owner', async () => {
    const own = await anItem(bob, { password: 'x' })
    await db()
      .updateTable('item')
      .set({ uid: Number(alice.uid) })
      .where('item_id', '=', Number(own))
      .execute()
    await expect(bob.api.item.info({ item_id: own })).rejects.toMatchObject({ code: 10303 })
    expect(await alice.api.item.info({ item_id: own })).toMatchObject({ item_manage: true })
  })

  it('of a public item lets everybody read, and nobody write', async () => {
    const open = await anItem(alice)
    const page = await aPage(alice, open)
    for (const who of [product.visitor(), bob]) {
      expect(await who.api.item.info({ item_id: open })).toMatchObject({ item_edit: false, item_manage: false })
      expect(await who.api.page.info({ page_id: page })).toMatchObject({ page_id: page })
      const calls = [
        who.api.page.save({ item_id: open, page_title: 'x', page_content: 'x' }),
        who.api.page.save({ page_id: page, page_title: 'x', page_content: 'x' }),
        who.api.page.createSinglePage({ page_id: page, isCreateSiglePage: '1' }),
        who.api.catalog.save({ item_id: open, cat_name: 'x' }),
        who.api.catalog.getPagesBycat({ item_id: open }),
        who.api.item.add({ copy_item_id: open, item_name: 'x' }),
      ]
      await areRefused(calls, who === bob ? 10103 : 10102)
      await areRefused([who.api.page.delete({ page_id: page })], who === bob ? 10303 : 10102)
    }
  })

  it('of an archived item is to read, for everybody', async () => {
    const old = await anItem(alice)
    const cat_id = await aCatalog(alice, old)
    const page = await aPage(alice, old, { cat_id })
    await aMember(product, old, bob)
    await archive(product, old)
    for (const who of [alice, bob, product.admin]) {
      expect(await who.api.item.info({ item_id: old })).toMatchObject({ is_archived: '1', item_edit: false, item_manage: false })
      expect(await who.api.page.info({ page_id: page })).toMatchObject({ page_id: page })
      expect((await who.api.item.search({ item_id: old, keyword: 'hello' })).pages).toHaveLength(1)
      const calls = [
        who.api.page.save({ item_id: old, page_title: 'x', page_content: 'x' }),
        who.api.page.save({ page_id: page, page_title: 'x', page_content: 'x' }),
        who.api.page.delete({ page_id: page }),
        who.api.page.createSinglePage({ page_id: page, isCreateSiglePage: '1' }),
        who.api.catalog.save({ item_id: old, cat_name: 'x' }),
        who.api.catalog.save({ item_id: old, cat_id, cat_name: 'x' }),
        who.api.catalog.delete({ item_id: old, cat_id }),
      ]
      await areRefused(calls, 10103, 'archived')
    }
    await areRefused([alice.api.item.update({ item_id: old, item_name: 'x' })], 10103, 'archived')
  })

  it('of a deleted item is gone, for everybody', async () => {
    const gone = await anItem(alice, { password: 'sesame', item_domain: 'gone' })
    const page = await aPage(alice, gone)
    await aMember(product, gone, bob)
    await deleteItem(product, gone)
    for (const who of [alice, bob, product.admin]) {
      const missing = [
        who.api.item.info({ item_id: gone }),
        who.api.item.info({ item_id: 'gone' }),
        who.api.page.info({ page_id: page }),
        who.api.page.view({ page_id: page }),
      ]
      await areRefused(missing, 10101)
      const closed = [
        who.api.item.detail({ item_id: gone }),
        who.api.item.search({ item_id: gone, keyword: 'x' }),
        who.api.catalog.catListName({ item_id: gone }),
        who.api.page.delete({ page_id: page }),
      ]
      await areRefused(closed, 10303)
      await areRefused([who.api.page.save({ page_id: page, page_title: 'x', page_content: 'x' })], 10103)
    }
  })

  it('ends with the user, and whoever takes the name later inherits nothing', async () => {
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
