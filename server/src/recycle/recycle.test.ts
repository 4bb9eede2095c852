import { beforeAll, describe, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage, archive, areRefused, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { aFullPage, seenByAddress } from '../test/samples/full-page.ts'

onEachDatabase('the recycle bin', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
    item_id = await anItem(alice)
    await aMember(product, item_id, bob)
  })

  const bin = (id = item_id) => alice.api.recycle.getList({ item_id: id })
  const recover = (page_id: string, id = item_id, who = alice) => who.api.recycle.recover({ item_id: id, page_id })
  async function inBin(who = alice, id = item_id) {
    const page_id = await aPage(who, id, { page_title: `Gone ${id}`, page_content: 'still good' })
    await who.api.page.delete({ page_id })
    return page_id
  }

  it('lists deleted pages with their deleter, newest first, to managers of the item', async () => {
    const id = await anItem(alice)
    await aMember(product, id, bob)
    await inBin(alice)
    expect(await bin(id)).toEqual([])
    await bob.api.user.updateInfo({ name: 'Bob Ray' })
    const [first, second] = [await inBin(alice, id), await inBin(bob, id)]
    expect(await bin(id)).toMatchObject([
      { page_id: second, item_id: id, page_title: `Gone ${id}`, del_by_uid: bob.uid, del_by_username: bob.username, days_left: '30' },
      { page_id: first, del_by_username: alice.username, del_by_name: alice.username },
    ])
    expect((await bin(id))[0]).toMatchObject({ del_by_name: 'Bob Ray' })
    // The time zone is that of the site.
    const del_time = Date.parse(`${(await bin(id))[0]?.del_time.replace(' ', 'T')}Z`) / 1000
    expect(Math.abs(del_time - product.server.services.now())).toBeLessThan(86_400)
    expect((await product.admin.api.recycle.getList({ item_id: id })).length).toBe(2)
    await areRefused([bob.api.recycle.getList({ item_id: id }), recover(first, id, bob), recover('1', '2', bob)], 10303)
    await areRefused([product.visitor().api.recycle.getList({ item_id: id })], 10102)
  })

  it('S38, S40: restores a page at the root with its text, revisions, files, link and mock, for the same readers', async () => {
    const id = await anItem(alice)
    const cat_id = await aCatalog(alice, id)
    const [scoped, reader, outsider] = [await product.user('scoped'), await product.user('reader'), await product.user('outsider')]
    await aMember(product, id, scoped, { cat_id })
    await aMember(product, id, reader, { edit: false })
    await alice.api.item.update({ item_id: id, item_name: 'Closed', item_description: '', item_domain: '', password: 'sesame' })
    const page = await aFullPage(product, alice, id, { cat_id })
    const { page_id } = page
    const before = await alice.api.page.info({ page_id })
    const states = await alice.api.page.history({ page_id })
    const found = async () => (await alice.api.item.search({ item_id: id, keyword: 'unmistakable' })).pages.length
    expect([states.length, await found()]).toEqual([2, 1])

    await alice.api.page.delete({ page_id })
    expect([await found(), await seenByAddress(product, page)]).toEqual([0, { file: false, mock: false, link: false }])
    await areRefused([alice.api.page.info({ page_id })], 10101)
    await areRefused([alice.api.page.history({ page_id })], 10103)

    expect(await recover(page_id, id)).toEqual([])
    expect(await alice.api.page.info({ page_id })).toEqual({ ...before, cat_id: '0' })
    expect(await alice.api.page.history({ page_id })).toEqual(states)
    expect((await alice.api.page.uploadList({ page_id })).map((file) => file.url)).toEqual([expect.stringContaining(page.sign)])
    expect((await product.send({ url: `/api/attachment/visitFile?sign=${page.sign}`, headers: alice.headers })).body).toBe('0123456789')
    // The item is private, so only its readers can open the file.
    expect([await found(), await seenByAddress(product, page)]).toEqual([1, { file: false, mock: true, link: true }])
    expect((await alice.api.item.info({ item_id: id })).menu.pages.map((one) => one.page_id)).toEqual([page_id])
    expect((await reader.api.page.info({ page_id })).page_content).toBe(before.page_content)
    await areRefused([outsider.api.page.info({ page_id }), scoped.api.page.info({ page_id })], 10303)
    await alice.api.page.save({ page_id, page_title: 'Full', page_content: 'four', base_version: before.version })
    expect(await bin(id)).toEqual([])
  })

  it('lists the bin in parts, with pages that were deleted together as one entry, and finds titles and names', async () => {
    const id = await anItem(alice)
    const entries = (more: Record<string, string> = {}) => alice.api.recycle.entries({ item_id: id, page: '1', count: '2', ...more })
    expect(await entries()).toEqual({ list: [], total: '0', pages: '0' })
    const old = await inBin(alice, id)
    const together = [await aPage(alice, id, { page_title: 'Labels 100%' }), await aPage(alice, id, { page_title: '标签' })]
    const { batch_id } = await alice.api.tree.delete({
      item_id: id,
      lines: JSON.stringify(together.map((page_id) => ({ page_id }))),
      checked: '',
    })
    await aMember(product, id, bob)
    const last = await inBin(bob, id)
    const newest = expect.stringMatching(`^(${together.join('|')})$`)
    const first = await entries()
    expect(first).toMatchObject({ total: '3', pages: '4' })
    expect(first.list).toMatchObject([
      { page_id: last, pages: '1', batch_id: '0', days_left: '30', del_by_username: bob.username },
      { page_id: newest, pages: '2', batch_id },
    ])
    expect((await entries({ page: '2' })).list.map(({ page_id }) => page_id)).toEqual([old])
    expect(await entries({ page: '9' })).toEqual({ list: [], total: '3', pages: '4' })
    const inside = await entries({ batch_id })
    expect([inside.list.map(({ page_id }) => page_id).sort(), inside.total, inside.pages]).toEqual([together.sort(), '2', '2'])
    const found = async (find: string) => (await entries({ find })).list.map(({ pages }) => pages)
    expect([await found('标'), await found('LABELS 100%'), await found('_'), await found(bob.username)]).toEqual([['2'], ['2'], [], ['1']])
    await areRefused([bob.api.recycle.entries({ item_id: id })], 10303)
    await alice.api.page.delete({ page_id: await aPage(alice, id, { page_title: 'Übersicht' }) })
    expect(await found('Übersicht')).toEqual(['1'])
  })

  it('restores a page whose catalog was deleted, repeatedly', async () => {
    const cat_id = await aCatalog(alice, item_id)
    const page_id = await aPage(alice, item_id, { cat_id, page_title: 'Survivor' })
    await alice.api.catalog.delete({ item_id, cat_id })
    for (let round = 0; round < 2; round++) {
      await recover(page_id)
      expect(await alice.api.page.info({ page_id })).toMatchObject({ cat_id: '0', page_title: 'Survivor' })
      await alice.api.page.delete({ page_id })
      expect((await bin()).filter((one) => one.page_id === page_id)).toHaveLength(1)
    }
  })

  it('shows the content of a deleted page', async () => {
    const page_id = await inBin()
    expect(await alice.api.recycle.info({ item_id, page_id })).toMatchObject({ page_id, page_content: 'still good' })
    await areRefused([bob.api.recycle.info({ item_id, page_id })], 10303)
  })

  it('S35: refuses pages of other items, missing and live pages with the same answer', async () => {
    const other = await anItem(alice)
    const [here, there, alive] = [await inBin(), await inBin(alice, other), await aPage(alice, item_id)]
    const wrong = [recover(there), recover(here, other), recover(alive), recover('2147483646')]
    await areRefused(wrong, 10101, 'not in the recycle bin')
    await areRefused(
      [there, alive].map((page_id) => alice.api.recycle.info({ item_id, page_id })),
      10101,
      'not in the recycle bin',
    )
    expect((await bin(other)).map((one) => one.page_id)).toEqual([there])
  })

  it('S39, S40: restores nothing into an archived item and is closed for a deleted one', async () => {
    const [kept, gone] = [await anItem(alice), await anItem(alice)]
    const [a, b] = [await inBin(alice, kept), await inBin(alice, gone)]
    await archive(product, kept)
    await deleteItem(product, gone)
    await areRefused([recover(a, kept), recover(a, kept, product.admin)], 10103, 'archived')
    expect(await bin(kept)).toHaveLength(1)
    await areRefused([recover(b, gone), recover(b, gone, product.admin), bin(gone)], 10303)
  })

  it('R24: restores a page once for concurrent requests and refuses the others', async () => {
    const page_id = await inBin()
    const version = async () => {
      const { db } = product.server.services.store
      const row = await db.selectFrom('item').select('tree_version').where('item_id', '=', Number(item_id)).executeTakeFirstOrThrow()
      return row.tree_version
    }
    const before = await version()
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => recover(page_id)))
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
    await areRefused([recover(page_id)], 10101, 'not in the recycle bin')
    expect([await version(), (await bin()).some((one) => one.page_id === page_id)]).toEqual([before + 1, false])
    expect((await alice.api.item.search({ item_id, keyword: 'still good' })).pages.filter((one) => one.page_id === page_id)).toHaveLength(1)
  })

  it('R24: of a deletion and a move to another item at the same time one happens', async () => {
    const other = await anItem(alice)
    for (let round = 0; round < 10; round++) {
      const page_id = await aPage(alice, item_id, { page_content: `twofold${round}` })
      const [moved, deleted] = await Promise.allSettled([
        alice.api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: other, to_cat_id: '0' }),
        alice.api.page.delete({ page_id }),
      ])
      const isIn = async (id: string) => (await bin(id)).some((one) => one.page_id === page_id)
      const isDeleted = deleted.status === 'fulfilled'
      expect([moved.status === 'fulfilled', await isIn(item_id), await isIn(other)]).toEqual([!isDeleted, isDeleted, false])
      const found = (await alice.api.item.search({ item_id: other, keyword: `twofold${round}` })).pages
      expect(found.map((one) => one.page_id)).toEqual(isDeleted ? [] : [page_id])
    }
  })

  it('R24: of two deletions of a page at the same time one happens', async () => {
    const page_id = await aPage(bob, item_id)
    const ends = await Promise.allSettled([alice, product.admin].map((who) => who.api.page.delete({ page_id })))
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const about = (await bob.api.notice.getList({ notice_type: 'all' })).filter(({ notice_title }) => notice_title.includes('deleted'))
    expect(about).toHaveLength(1)
  })

  describe('S38: an editor', () => {
    it('deletes only their own pages, and no catalog with pages of others; the bin lists the deleter', async () => {
      const cat_id = await aCatalog(bob, item_id)
      const [hers, his] = [await aPage(alice, item_id, { cat_id }), await aPage(bob, item_id, { cat_id })]
      await areRefused([bob.api.page.delete({ page_id: hers })], 10303)
      await areRefused([bob.api.catalog.delete({ item_id, cat_id })], 10103)
      expect(await alice.api.page.info({ page_id: hers })).toMatchObject({ cat_id })
      await alice.api.page.delete({ page_id: hers })
      expect(await bob.api.catalog.delete({ item_id, cat_id })).toBe(true)
      const names = new Map((await bin()).map((one) => [one.page_id, one.del_by_username]))
      expect([names.get(hers), names.get(his)]).toEqual([alice.username, bob.username])
      await recover(his)
      expect(await bob.api.page.info({ page_id: his })).toMatchObject({ page_content: 'Hello', cat_id: '0' })
    })
  })
})
