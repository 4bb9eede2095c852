import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { aCatalog, aFile, aMember, anItem, aPage, archive, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('moving pages to another item', (product) => {
  let alice: TestUser
  let editor: TestUser
  let from: string
  let to: string
  beforeAll(async () => {
    ;[alice, editor] = await Promise.all([product.user('alice'), product.user('editor')])
  })
  beforeEach(async () => {
    ;[from, to] = [await anItem(alice, { item_name: 'Source' }), await anItem(alice, { item_name: 'Target' })]
  })

  const db = () => product.server.services.store.db
  type Fields = { item_id?: string; to_item_id?: string; to_cat_id?: string; request_id?: string }
  const move = (page_ids: string[], fields: Fields = {}, who = alice) =>
    who.api.page.move({ item_id: from, page_ids: JSON.stringify(page_ids), to_item_id: to, to_cat_id: '0', ...fields })
  const save = (fields: Record<string, string>, who = alice) =>
    who.api.page.save({ page_title: 'crate', page_content: 'plumbago', item_id: to, ...fields })
  const titles = async (item_id: string) => {
    const { menu } = await alice.api.item.info({ item_id })
    return [
      ...menu.pages,
      ...menu.catalogs.flatMap((catalog) => catalog.pages.map((page) => ({ page_title: `${catalog.cat_name}/${page.page_title}` }))),
    ]
      .map((page) => page.page_title)
      .join(' ')
  }
  const found = async (item_id: string) => (await alice.api.item.search({ item_id, keyword: 'plumbago' })).pages.map((page) => page.page_id)
  const notices = async (who: TestUser) => (await who.api.notice.getList({ notice_type: 'unread' })).map((notice) => notice.notice_content)

  it('keeps ids, versions, files, links, mocks, locks and the search index, and does not change the recycle bin', async () => {
    const page_id = await aPage(alice, from, { page_title: 'crate', page_content: 'first plumbago' })
    await alice.api.page.save({ page_id, page_title: 'crate', page_content: 'second plumbago' })
    const made = await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })
    const mock = await alice.api.mock.add({ page_id, template: '{"a":1}', path: '/crate' })
    const sign = await aFile(product, from, Buffer.from('x'), { owner: alice, page_id })
    const staying = await aPage(alice, from, { page_title: 'stays' })
    const gone = await aPage(alice, from, { page_title: 'gone' })
    await alice.api.page.delete({ page_id: gone })
    await alice.api.page.setLock({ page_id })
    const before = await alice.api.page.info({ page_id })

    expect(await move([page_id])).toEqual([])
    expect([await titles(from), await titles(to)]).toEqual(['stays', 'crate'])
    expect(await alice.api.page.info({ page_id })).toEqual({ ...before, item_id: to, s_number: '1' })
    expect(await alice.api.page.history({ page_id })).toMatchObject([{ page_content: 'first plumbago', item_id: to }])
    expect((await alice.api.page.uploadList({ page_id })).map((file) => file.url.slice(-32))).toEqual([sign])
    const file = await db().selectFrom('attachment').select(['item_id', 'file_size']).where('sign', '=', sign).executeTakeFirst()
    expect(file).toEqual({ item_id: Number(to), file_size: 1 })
    const unique_key = 'unique_key' in made ? made.unique_key : ''
    expect(await product.visitor().api.page.infoByKey({ page_id: '0', unique_key })).toMatchObject({ page_id })
    expect(await alice.api.mock.infoByPageId({ page_id })).toMatchObject({ unique_key: mock.unique_key, item_id: to })
    expect(await alice.api.page.isLock({ page_id })).toMatchObject({ lock: 1, lock_username: alice.username })
    expect([await found(from), await found(to)]).toEqual([[], [page_id]])
    const bin = db()
      .selectFrom('recycle')
      .select(['page_id', 'item_id'])
      .where('item_id', 'in', [Number(from), Number(to)])
    expect(await bin.execute()).toEqual([{ page_id: Number(gone), item_id: Number(from) }])

    await move([page_id], { item_id: to, to_item_id: from })
    expect([await titles(from), await titles(to)]).toEqual(['stays crate', ''])
    expect([await found(from), await found(to)]).toEqual([[page_id], []])
    expect(staying).toBeTruthy()
  })

  it('moves several pages in the given order to the end of a catalog, and updates both items', async () => {
    const cat_id = await aCatalog(alice, to, 'Guides')
    const [a, b, c] = [
      await aPage(alice, from, { page_title: 'a' }),
      await aPage(alice, from, { page_title: 'b', s_number: 1 }),
      await aPage(alice, from, { page_title: 'c' }),
    ]
    await aPage(alice, to, { page_title: 'first', cat_id })
    await aPage(alice, to, { page_title: 'second', cat_id, s_number: 200 })
    await db()
      .updateTable('item')
      .set({ last_update_time: 1 })
      .where('item_id', 'in', [Number(from), Number(to)])
      .execute()
    await move([c, a, c], { to_cat_id: cat_id })
    expect([await titles(from), await titles(to)]).toEqual(['b', 'Guides/first Guides/second Guides/c Guides/a'])
    const times = (await alice.api.item.myList({})).filter((item) => [from, to].includes(item.item_id)).map((item) => item.last_update_time)
    expect(times.every((time) => Number(time) > 1)).toBe(true)
    expect(await alice.api.page.info({ page_id: b })).toMatchObject({ item_id: from, s_number: '1' })
    await move([b, c], { item_id: from, to_cat_id: cat_id }).catch((error) => expect(error).toMatchObject({ code: 10109 }))
    expect(await titles(from)).toBe('b')
  })

  it('moves several pages to another catalog of the same item', async () => {
    const cat_id = await aCatalog(alice, from, 'Guides')
    const pages = [await aPage(alice, from, { page_title: 'a' }), await aPage(alice, from, { page_title: 'b' })]
    await move(pages, { to_item_id: from, to_cat_id: cat_id })
    expect(await titles(from)).toBe('Guides/a Guides/b')
    await move(pages.slice(1), { to_item_id: from })
    expect(await titles(from)).toBe('b Guides/a')
  })

  it('requires the right to edit in both items, and a catalog of the target item', async () => {
    const page_id = await aPage(alice, from)
    const foreign = await aCatalog(alice, from, 'elsewhere')
    await areRefused([move([page_id], { to_cat_id: foreign }), save({ page_id, cat_id: foreign })], 10101)
    await areRefused([move([page_id], {}, editor), save({ page_id }, editor)], 10103)
    await aMember(product, from, editor)
    await areRefused([move([page_id], {}, editor), save({ page_id }, editor)], 10103, 'permission')
    const [mine, other] = [await aCatalog(alice, to, 'mine'), await aCatalog(alice, to, 'other')]
    await aMember(product, to, editor, { cat_id: mine })
    const own = await aPage(editor, from)
    for (const to_cat_id of ['0', other])
      await areRefused([move([own], { to_cat_id }, editor), save({ page_id: own, cat_id: to_cat_id }, editor)], 10103, 'permission')
    await move([own], { to_cat_id: mine }, editor)
    expect(await alice.api.page.info({ page_id: own })).toMatchObject({ item_id: to, cat_id: mine })
  })

  it('lets a member move only their own pages and the owner all pages, and notifies the creators', async () => {
    await aMember(product, from, editor)
    const theirs = await anItem(editor, { item_name: 'Theirs' })
    const foreign = await aPage(alice, from, { page_title: 'by the owner' })
    const own = await aPage(editor, from, { page_title: 'crate' })
    await areRefused(
      [move([own, foreign], { to_item_id: theirs }, editor), save({ page_id: foreign, item_id: theirs }, editor)],
      10103,
      'made by others',
    )
    await alice.api.item.update({ item_id: to, item_name: 'Target', password: 'sesame' })
    await alice.api.item.update({ item_id: from, item_name: 'Source', password: 'sesame' })
    await move([own])
    expect(await notices(editor)).toContain(`${alice.username} moved your page “crate” from “Source” to another item.`)
    await areRefused([editor.api.page.info({ page_id: own })], 10303)
    await move([own], { item_id: to, to_item_id: from })
    const [notice] = await editor.api.notice.getList({ notice_type: 'unread' })
    expect(notice).toMatchObject({ notice_title: 'Your page was moved', item_id: from, page_id: own })
    const many = await Promise.all(['1', '2', '3', '4'].map((page_title) => aPage(editor, from, { page_title })))
    await aMember(product, to, editor)
    await move(many)
    expect(await notices(editor)).toContain(`${alice.username} moved 4 of your pages from “Source” to “Target”.`)
  })

  it('moves no page out of an archived item or into one', async () => {
    const page_id = await aPage(alice, from)
    await archive(product, to)
    await areRefused([move([page_id]), save({ page_id })], 10103, 'archived')
    await archive(product, from)
    const open = await anItem(alice)
    await areRefused([move([page_id], { to_item_id: open }), save({ page_id, item_id: open })], 10103, 'archived')
    expect([await titles(from), await titles(to)]).toEqual(['Start', ''])
  })

  it('refuses to move the page of a single-page item, or a second page into it', async () => {
    const page_id = await aPage(alice, from)
    for (const item_type of ['2', '4']) {
      const single = await anItem(alice, { item_type })
      const only = (await alice.api.item.info({ item_id: single })).menu.pages[0]?.page_id ?? ''
      await areRefused([move([page_id], { to_item_id: single }), save({ page_id, item_id: single })], 10101, 'single page')
      await areRefused([move([only], { item_id: single }), save({ page_id: only })], 10101, 'one page')
    }
  })

  it('accepts in an item for API clients only pages of other such items', async () => {
    const [client, another] = [await anItem(alice, { item_type: '3' }), await anItem(alice, { item_type: '3' })]
    const [page_id, call] = [await aPage(alice, from), await aPage(alice, client)]
    await areRefused([move([page_id], { to_item_id: client }), save({ page_id, item_id: client })], 10101, 'API clients')
    await move([call], { item_id: client, to_item_id: another })
    await move([call], { item_id: another, to_item_id: to })
    expect(await titles(to)).toBe('Start')
  })

  it('also works with page/save of an existing client, together with the new text', async () => {
    const cat_id = await aCatalog(alice, to, 'Guides')
    const here = await aCatalog(alice, from, 'Here')
    const page_id = await aPage(alice, from, { page_title: 'crate', page_content: 'first', cat_id: here })
    const saved = await save({ page_id, cat_id, page_title: 'box', base_version: '1' })
    expect(saved).toMatchObject({ page_id, item_id: to, cat_id, page_title: 'box', page_content: 'plumbago', version: '2', s_number: '1' })
    expect([await titles(from), await titles(to)]).toEqual(['', 'Guides/box'])
    expect([await found(from), await found(to)]).toEqual([[], [page_id]])
    expect(await alice.api.page.history({ page_id })).toMatchObject([{ page_content: 'first', page_title: 'crate', item_id: to }])
    await areRefused([save({ page_id, item_id: from, base_version: '1' })], 10109, alice.username)
    // Without a catalog the page moves to the root.
    expect(await save({ page_id, item_id: from, s_number: '7' })).toMatchObject({ item_id: from, cat_id: '0', s_number: '7' })
  })

  it('makes the page available at the new address, and redirects users with access from the old one', async () => {
    const page_id = await aPage(alice, from, { page_title: 'crate' })
    await alice.api.item.update({ item_id: from, item_name: 'Source', password: 'sesame' })
    await move([page_id])
    const at = async (url: string, who: TestUser = product.visitor()) => {
      const reply = await product.send({ method: 'GET', url, headers: who.headers })
      return [reply.statusCode, reply.headers.location ?? '']
    }
    expect(await at(`/${to}/${page_id}`)).toEqual([200, ''])
    expect(await at(`/${from}/${page_id}`)).toEqual([302, `/${to}/${page_id}`])
    await alice.api.item.update({ item_id: to, item_name: 'Target', password: 'sesame' })
    expect((await at(`/${from}/${page_id}`))[1]).toContain(`/item/password/${from}`)
    expect(await at(`/${from}/${page_id}`, alice)).toEqual([302, `/${to}/${page_id}`])
  })

  it('performs one of two concurrent moves, and the page is in one item', async () => {
    const third = await anItem(alice)
    for (let round = 0; round < 5; round++) {
      const page_id = await aPage(alice, from, { page_title: 'crate', page_content: 'plumbago' })
      const results = await Promise.allSettled([move([page_id]), move([page_id], { to_item_id: third })])
      expect(results.filter((result) => result.status === 'rejected')).toMatchObject([{ reason: { code: 10109 } }])
      const { item_id } = await alice.api.page.info({ page_id })
      expect([to, third]).toContain(item_id)
      for (const id of [from, to, third])
        expect([await found(id), await titles(id)]).toEqual(id === item_id ? [[page_id], 'crate'] : [[], ''])
      await alice.api.page.delete({ page_id })
    }
  })

  it('keeps the text of a concurrent save in the new item, in either order', async () => {
    for (let round = 0; round < 6; round++) {
      const page_id = await aPage(alice, from, { page_title: 'crate' })
      const writes = [
        () => move([page_id]),
        // Our editor sends no item_id, because an item_id would move the page.
        () => alice.api.page.save({ page_id, page_title: 'crate', page_content: `text ${round}`, base_version: '1' }),
      ]
      const results = await Promise.allSettled((round % 2 ? writes.reverse() : writes).map((write) => write()))
      expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled'])
      expect(await alice.api.page.info({ page_id })).toMatchObject({ item_id: to, page_content: `text ${round}`, version: '2' })
    }
  })

  it('moves no page whose save is refused because of a concurrent save', async () => {
    const page_id = await aPage(alice, from, { page_title: 'crate', page_content: 'first' })
    const transaction = db().transaction.bind(db())
    vi.spyOn(db(), 'transaction').mockImplementationOnce(() => {
      const builder = transaction()
      const execute = builder.execute.bind(builder)
      builder.execute = async (work) => {
        await alice.api.page.save({ page_id, page_title: 'crate', page_content: 'second' })
        return execute(work)
      }
      return builder
    })
    await areRefused([save({ page_id, base_version: '1' })], 10109, alice.username)
    expect(await alice.api.page.info({ page_id })).toMatchObject({ item_id: from, page_content: 'second' })
  })

  it('moves once for a repeated request id', async () => {
    const page_id = await aPage(alice, from, { page_title: 'crate' })
    const request_id = 'move-once-1'
    await Promise.all([move([page_id], { request_id }), move([page_id], { request_id })])
    expect(await titles(to)).toBe('crate')
  })
})
