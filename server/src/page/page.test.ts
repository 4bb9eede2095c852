import { beforeAll, expect, it, vi } from 'vitest'
import { aCatalog, aMember, anItem, aPage, archive, areRefused, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('pages', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
    item_id = await anItem(alice, { password: 'sesame' })
    await aMember(product, item_id, bob)
  })

  const link = async (page_id: string, isCreateSiglePage = 'true') => {
    const made = await alice.api.page.createSinglePage({ page_id, isCreateSiglePage })
    return 'unique_key' in made ? made.unique_key : undefined
  }

  it('can be deleted by managers, and by members only if they created them', async () => {
    const [hers, his] = [await aPage(alice, item_id), await aPage(bob, item_id)]
    await bob.api.page.save({ page_id: hers, page_title: 'x', page_content: 'saved by a member' })
    await expect(bob.api.page.delete({ page_id: hers })).rejects.toMatchObject({ code: 10303 })
    expect(await bob.api.page.delete({ page_id: his })).toEqual([])
    expect(await alice.api.page.delete({ page_id: await aPage(bob, item_id) })).toEqual([])
    expect(await product.admin.api.page.delete({ page_id: hers })).toEqual([])
    await expect(alice.api.page.delete({ page_id: hers })).rejects.toMatchObject({ code: 10303 })
  })

  it('are unavailable everywhere once deleted, and are in the recycle bin once', async () => {
    const page_id = await aPage(alice, item_id, { page_title: 'Doomed', page_content: 'unmistakable' })
    const unique_key = (await link(page_id)) as string
    await Promise.allSettled([alice.api.page.delete({ page_id }), alice.api.page.delete({ page_id })])
    const calls = [
      alice.api.page.info({ page_id }),
      alice.api.page.view({ page_id }),
      alice.api.page.infoByKey({ unique_key }),
      alice.api.page.view({ unique_key }),
    ]
    await areRefused(calls, 10101)
    await areRefused([alice.api.page.uploadList({ page_id })], 10303)
    await expect(alice.api.page.save({ page_id, page_title: 'x', page_content: 'x' })).rejects.toMatchObject({ code: 10103 })
    expect((await alice.api.item.search({ item_id, keyword: 'unmistakable' })).pages).toEqual([])
    const { db } = product.server.services.store
    const bin = await db.selectFrom('recycle').selectAll().where('page_id', '=', Number(page_id)).execute()
    expect(bin).toMatchObject([{ item_id: Number(item_id), page_title: 'Doomed', del_by_uid: Number(alice.uid) }])
  })

  it('can be read by any visitor with their link, which reveals nothing about the item', async () => {
    const cat_id = await aCatalog(alice, item_id, 'Hidden')
    const page_id = await aPage(alice, item_id, { cat_id, page_title: 'Shared', page_content: '# Shared' })
    const unique_key = (await link(page_id)) as string
    expect(unique_key).toMatch(/^[0-9a-f]{32}$/)
    expect(await alice.api.page.info({ page_id })).toMatchObject({ unique_key })
    const visitor = product.visitor()
    const shared = await visitor.api.page.infoByKey({ unique_key })
    expect(shared).toMatchObject({ page_id, page_title: 'Shared', page_content: '# Shared', version: '1' })
    expect(Object.keys(shared)).not.toContain('item_id')
    const { headers } = await product.send({ url: `/api/page/infoByKey?unique_key=${unique_key}` })
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(Object.keys(shared)).not.toContain('cat_id')
    const viewed = await visitor.api.page.view({ unique_key })
    expect(viewed).toMatchObject({
      page_id,
      item_id: '0',
      cat_id: '0',
      previous: null,
      next: null,
      html: expect.stringContaining('Shared'),
    })
    await expect(visitor.api.page.info({ page_id })).rejects.toMatchObject({ code: 10303 })
    await expect(visitor.api.item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
  })

  it('have one link: enabling it again keeps it, disabling it ends it, and enabling it then creates a new one', async () => {
    const page_id = await aPage(alice, item_id)
    const keys = await Promise.all([link(page_id), link(page_id), link(page_id, '1')])
    expect(new Set(keys).size).toBe(1)
    expect(await link(page_id)).toBe(keys[0])
    expect(await link(page_id, 'false')).toBeUndefined()
    expect(await alice.api.page.info({ page_id })).toMatchObject({ unique_key: '' })
    await expect(product.visitor().api.page.infoByKey({ unique_key: keys[0] as string })).rejects.toMatchObject({ code: 10101 })
    await expect(product.visitor().api.page.view({ unique_key: keys[0] as string })).rejects.toMatchObject({ code: 10101 })
    expect(await link(page_id)).not.toBe(keys[0])
    await expect(product.visitor().api.page.createSinglePage({ page_id, isCreateSiglePage: '1' })).rejects.toMatchObject({ code: 10102 })
  })

  it('get a new link if another request ended theirs meanwhile', async () => {
    const page_id = await aPage(alice, item_id)
    const first = await link(page_id)
    const { store } = product.server.services
    const write = vi.spyOn(store, 'write').mockImplementationOnce(async (run) => {
      write.mockRestore()
      await link(page_id, 'false')
      return store.write(run)
    })
    const second = await link(page_id)
    expect(second).toMatch(/^\w{32}$/)
    expect(second).not.toBe(first)
    expect(await product.visitor().api.page.infoByKey({ unique_key: second as string })).toMatchObject({ page_id })
  })

  it.each(['', '0', 'x', '%', "' or 1=1 --", '0'.repeat(32), '0'.repeat(65)])('have no link with the key %j', async (unique_key) => {
    await expect(product.visitor().api.page.infoByKey({ unique_key, page_id: '0' })).rejects.toMatchObject({ code: 10101 })
  })

  it('of a deleted item are unavailable, even by link; of an archived item they are read-only', async () => {
    const doomed = await anItem(alice)
    const page_id = await aPage(alice, doomed)
    const unique_key = (await link(page_id)) as string
    await archive(product, doomed)
    expect(await product.visitor().api.page.infoByKey({ unique_key })).toMatchObject({ page_id })
    for (const who of [alice, product.admin]) {
      const calls = [
        who.api.page.save({ page_id, page_title: 'late', page_content: 'late' }),
        who.api.page.save({ item_id: doomed, page_title: 'late', page_content: 'late' }),
        who.api.page.delete({ page_id }),
        who.api.page.createSinglePage({ page_id, isCreateSiglePage: 'true' }),
        who.api.page.createSinglePage({ page_id, isCreateSiglePage: 'false' }),
      ]
      await areRefused(calls, 10103, 'archived')
    }
    await deleteItem(product, doomed)
    await expect(alice.api.page.info({ page_id })).rejects.toMatchObject({ code: 10101 })
    await expect(product.visitor().api.page.infoByKey({ unique_key })).rejects.toMatchObject({ code: 10101 })
    await expect(alice.api.page.delete({ page_id })).rejects.toMatchObject({ code: 10303 })
  })

  it('show the time of their last save in the time zone of the site', async () => {
    const { db } = product.server.services.store
    const page_id = await aPage(alice, item_id)
    await db.updateTable('page').set({ addtime: 1_700_000_000 }).where('page_id', '=', Number(page_id)).execute()
    expect(await alice.api.page.info({ page_id })).toMatchObject({ addtime: '2023-11-14 22:13:20' })
    expect(await alice.api.page.view({ page_id })).toMatchObject({ addtime: '1700000000' })
  })
})
