import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aCatalog, aFile, aMember, anItem, aPage, archive, areRefused, aTeamMember } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('copying and moving a catalog', (product) => {
  let alice: TestUser
  let editor: TestUser
  let scoped: TestUser
  let from: string
  let to: string
  let cat_id: string
  let below: string
  beforeAll(async () => {
    ;[alice, editor, scoped] = await Promise.all([product.user('alice'), product.user('editor'), product.user('scoped')])
  })
  beforeEach(async () => {
    ;[from, to] = [await anItem(alice, { item_name: 'Source' }), await anItem(alice, { item_name: 'Target' })]
    cat_id = await aCatalog(alice, from, 'cargo')
    below = await aCatalog(alice, from, 'below', cat_id)
  })

  const copy = (
    fields: { is_del?: string; new_p_cat_id?: string; to_item_id?: string; cat_id?: string; request_id?: string },
    who = alice,
  ) => who.api.catalog.copy({ cat_id, new_p_cat_id: '0', to_item_id: to, is_del: '1', ...fields })
  const outline = async (item_id: string) => {
    const { menu } = await alice.api.item.info({ item_id })
    const lines: string[] = menu.pages.map((page) => page.page_title)
    const walk = (all: typeof menu.catalogs, above: string) => {
      for (const row of all) {
        lines.push(`${row.level} ${above}${row.cat_name}`, ...row.pages.map((page) => `${above}${row.cat_name}: ${page.page_title}`))
        walk(row.catalogs, `${above}${row.cat_name}/`)
      }
    }
    walk(menu.catalogs, '')
    return lines
  }
  const { db } = { db: () => product.server.services.store.db }

  it('S32: a move to another item keeps ids, versions, files, links, mocks, notices, locks and the search index', async () => {
    const page_id = await aPage(alice, from, { cat_id: below, page_title: 'crate', page_content: 'first plumbago' })
    await alice.api.page.save({ page_id, page_title: 'crate', page_content: 'second plumbago' })
    const made = await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })
    const mock = await alice.api.mock.add({ page_id, template: '{"a":1}', path: '/crate' })
    const sign = await aFile(product, from, Buffer.from('x'), { owner: alice, page_id })
    const shared = await aFile(product, from, Buffer.from('y'), { owner: alice, page_id })
    const staying = await aPage(alice, from, { page_title: 'stays' })
    const file = await db().selectFrom('attachment').select('file_id').where('sign', '=', shared).executeTakeFirstOrThrow()
    await db()
      .insertInto('attachment_page')
      .values({ file_id: file.file_id, page_id: Number(staying), addtime: 1 })
      .execute()
    await alice.api.page.setLock({ page_id })
    await aMember(product, from, editor)
    await editor.api.page.save({ page_id, page_title: 'crate', page_content: 'third plumbago' })
    const gone = await aPage(alice, from, { cat_id: below, page_title: 'gone' })
    await alice.api.page.delete({ page_id: gone })
    const before = await alice.api.page.info({ page_id })

    expect(await copy({})).toBe(cat_id)
    expect([await outline(from), await outline(to)]).toEqual([['stays'], ['2 cargo', '3 cargo/below', 'cargo/below: crate']])
    expect(await alice.api.page.info({ page_id })).toEqual({ ...before, item_id: to })
    expect(await alice.api.page.history({ page_id })).toMatchObject([
      { page_content: 'second plumbago', item_id: to },
      { page_content: 'first plumbago', item_id: to },
    ])
    expect((await alice.api.page.uploadList({ page_id })).map((upload) => upload.url.slice(-32)).sort()).toEqual([sign, shared].sort())
    const files = await db().selectFrom('attachment').select(['sign', 'item_id']).where('sign', 'in', [sign, shared]).execute()
    expect(Object.fromEntries(files.map((row) => [row.sign, String(row.item_id)]))).toEqual({ [sign]: to, [shared]: from })
    const unique_key = 'unique_key' in made ? made.unique_key : ''
    expect(await product.visitor().api.page.infoByKey({ page_id: '0', unique_key })).toMatchObject({ page_id })
    expect(await alice.api.mock.infoByPageId({ page_id })).toMatchObject({ unique_key: mock.unique_key, item_id: to })
    expect(await alice.api.page.isLock({ page_id })).toMatchObject({ lock: 1, lock_username: alice.username })
    const found = async (item_id: string) =>
      (await alice.api.item.search({ item_id, keyword: 'plumbago' })).pages.map((page) => page.page_id)
    expect([await found(from), await found(to)]).toEqual([[], [page_id]])
    const notices = await alice.api.notice.getList({ notice_type: 'all' })
    expect(notices.filter((notice) => notice.page_id === page_id).map((notice) => notice.item_id)).toEqual([to])
    const bin = await db()
      .selectFrom('recycle')
      .select(['page_id', 'item_id'])
      .where('item_id', 'in', [Number(from), Number(to)])
      .execute()
    expect(bin).toEqual([{ page_id: Number(gone), item_id: Number(from) }])
    // Members of the source can no longer change it.
    await areRefused([editor.api.page.save({ page_id, page_title: 'crate', page_content: 'late' })], 10103)

    await copy({ to_item_id: from })
    expect([await outline(from), await outline(to)]).toEqual([['stays', '2 cargo', '3 cargo/below', 'cargo/below: crate'], []])
    expect(await alice.api.page.info({ page_id })).toEqual({ ...before, version: '3' })
    expect([await found(from), await found(to)]).toEqual([[page_id], []])
  })

  it('a copy has the texts, order and files of the original, belongs to the copying user, and leaves the original unchanged', async () => {
    const page_id = await aPage(alice, from, { cat_id: below, page_title: 'crate', page_content: 'plumbago', s_number: 7 })
    await aFile(product, from, Buffer.from('x'), { owner: alice, page_id })
    for (const item_id of [from, to]) await aMember(product, item_id, editor)
    const made = await copy({ is_del: '0' }, editor)
    expect(Number(made)).toBeGreaterThan(Number(cat_id))
    expect(await outline(from)).toEqual(await outline(to))
    const found = (await alice.api.item.search({ item_id: to, keyword: 'plumbago' })).pages
    expect(found).toMatchObject([{ page_title: 'crate', s_number: '7', author_uid: editor.uid }])
    expect(await alice.api.page.info({ page_id: found[0]?.page_id ?? '' })).toMatchObject({
      attachment_count: '1',
      page_content: 'plumbago',
    })
    expect(await alice.api.page.info({ page_id })).toMatchObject({ author_uid: alice.uid, item_id: from })
  })

  it('W15, R24: a repeated request with the same request id makes one copy', async () => {
    const both = await Promise.all([1, 2].map(() => copy({ is_del: '0', request_id: 'copy-once-1' })))
    expect(both[0]).toBe(both[1])
    expect(await outline(to)).toEqual(['2 cargo', '3 cargo/below'])
  })

  it('moves and copies to the end of another catalog of the same item', async () => {
    const other = await aCatalog(alice, from, 'other')
    await alice.api.catalog.save({ item_id: from, cat_id: '', parent_cat_id: other, cat_name: 'first', s_number: '2147483646' })
    await aPage(alice, from, { cat_id: below, page_title: 'crate' })
    expect(await copy({ to_item_id: from, new_p_cat_id: other, cat_id: below })).toBe(below)
    expect(await outline(from)).toEqual(['2 cargo', '2 other', '3 other/first', '3 other/below', 'other/below: crate'])
    const twin = await copy({ to_item_id: from, new_p_cat_id: cat_id, cat_id: below, is_del: '0' })
    expect(await outline(from)).toContain('cargo/below: crate')
    await copy({ to_item_id: from, cat_id: twin })
    expect(await outline(from)).toContain('2 below')
  })

  it('refuses a target below itself, a fourth level including descendants, and unknown targets', async () => {
    const second = await aCatalog(alice, to, 'second', await aCatalog(alice, to, 'first'))
    const before = [await outline(from), await outline(to)]
    for (const is_del of ['0', '1']) {
      await areRefused(
        [copy({ is_del, to_item_id: from, new_p_cat_id: cat_id }), copy({ is_del, to_item_id: from, new_p_cat_id: below })],
        10101,
        'itself',
      )
      await areRefused([copy({ is_del, new_p_cat_id: second })], 10101, 'three levels')
      await areRefused([copy({ is_del, new_p_cat_id: below })], 10101)
      await areRefused([copy({ is_del, cat_id: '5' }), copy({ is_del, to_item_id: '' }), copy({ is_del, to_item_id: '5' })], 10103)
    }
    for (const item_type of [2, 4]) await areRefused([copy({ to_item_id: await anItem(alice, { item_type }) })], 10101, 'single page')
    expect([await outline(from), await outline(to)]).toEqual(before)
  })

  it('is not moved out of an item with a single page, which an item can have from ShowDoc', async () => {
    for (const item_type of [2, 4]) {
      const single = await anItem(alice, { item_type })
      const row = { item_id: Number(single), cat_name: 'Old', parent_cat_id: 0, level: 2, s_number: 99, addtime: 1 }
      const { db } = product.server.services.store
      const { cat_id: old } = await db.insertInto('catalog').values(row).returning('cat_id').executeTakeFirstOrThrow()
      await areRefused([copy({ is_del: '1', cat_id: String(old) })], 10101, 'one page')
    }
  })

  it('S31: requires rights on both items, and S36: on both catalogs', async () => {
    const theirs = await anItem(editor)
    const [own, place] = [await aCatalog(alice, from, 'own', cat_id), await aCatalog(alice, to, 'place')]
    for (const is_del of ['0', '1']) {
      await areRefused(
        [copy({ is_del }, editor), copy({ is_del, to_item_id: theirs }, editor), copy({ is_del, to_item_id: theirs })],
        10103,
      )
    }
    await aMember(product, from, scoped, { cat_id })
    await aMember(product, to, scoped, { cat_id: place })
    await areRefused([copy({}, scoped), copy({ is_del: '0' }, scoped), copy({ new_p_cat_id: place }, scoped)], 10103)
    await areRefused([copy({ to_item_id: from, cat_id: own }, scoped), copy({ to_item_id: from, cat_id: own, is_del: '0' }, scoped)], 10103)
    expect(await copy({ cat_id: own, new_p_cat_id: place }, scoped)).toBe(own)
    expect(await outline(to)).toEqual(['2 place', '3 place/own'])
  })

  it('S38: a member cannot move pages of other authors to another item; a manager can, and the authors are notified', async () => {
    const theirs = await anItem(editor, { item_name: 'Private shelf' })
    await aMember(product, from, editor)
    const mine = await aPage(editor, from, { cat_id: below, page_title: 'by the editor' })
    const foreign = await aPage(alice, from, { cat_id, page_title: 'by the owner' })
    await areRefused([copy({ to_item_id: theirs }, editor)], 10103, 'pages of others')
    await areRefused([editor.api.catalog.delete({ item_id: from, cat_id })], 10103, 'pages of others')
    await copy({ to_item_id: theirs, cat_id: below }, editor)
    expect(await editor.api.page.info({ page_id: mine })).toMatchObject({ item_id: theirs })
    expect(await alice.api.page.info({ page_id: foreign })).toMatchObject({ item_id: from })
    const carols = await aPage(editor, from, { cat_id, page_title: 'another one' })
    await copy({})
    expect(await alice.api.page.info({ page_id: carols })).toMatchObject({ item_id: to })
    const [notice] = await editor.api.notice.getList({ notice_type: 'unread' })
    expect(notice).toMatchObject({ notice_title: 'A catalog was moved away', item_id: from })
    expect(notice?.notice_content).toBe(`${alice.username} moved the catalog “cargo” with its pages from “Source” to another item.`)
  })

  it('members limited to the catalog lose access and are notified when it moves to another item, and regain access when it returns', async () => {
    const inside = await aPage(alice, from, { cat_id: below })
    await alice.api.item.update({ item_id: to, item_name: 'Target', password: 'sesame' })
    await alice.api.item.update({ item_id: from, item_name: 'Source', password: 'sesame' })
    await aMember(product, from, scoped, { cat_id })
    await aTeamMember(product, from, editor, { cat_id: below })
    const see = async (who: TestUser) => JSON.stringify((await who.api.item.info({ item_id: from })).menu).includes(inside)
    expect([await see(scoped), await see(editor)]).toEqual([true, true])
    await copy({})
    expect([await see(scoped), await see(editor)]).toEqual([false, false])
    for (const who of [scoped, editor]) {
      await areRefused([who.api.page.info({ page_id: inside }), who.api.item.info({ item_id: to })], 10303)
      await areRefused([who.api.page.save({ page_id: inside, page_title: 'x', page_content: 'x' })], 10103)
      await areRefused([who.api.catalog.save({ item_id: from, cat_id, cat_name: 'x', parent_cat_id: '0' })], 10103)
      expect((await who.api.notice.getList({ notice_type: 'unread' })).map((notice) => notice.notice_title)).toContain(
        'A catalog was moved away',
      )
    }
    await copy({ to_item_id: from })
    expect([await see(scoped), await see(editor)]).toEqual([true, true])
  })

  it('S39: moves and copies nothing out of an archived item or into one', async () => {
    await archive(product, to)
    await areRefused([copy({}), copy({ is_del: '0' })], 10103, 'archived')
    await archive(product, from)
    const open = await anItem(alice)
    await areRefused([copy({ to_item_id: open }), copy({ to_item_id: open, is_del: '0' }), copy({ to_item_id: from })], 10103, 'archived')
    expect([await outline(from), await outline(to)]).toEqual([['2 cargo', '3 cargo/below'], []])
  })

  it('R24: concurrent moves in both directions leave the catalog in one item', async () => {
    const back = await aCatalog(alice, to, 'back')
    await aPage(alice, from, { cat_id: below, page_title: 'crate' })
    for (let round = 0; round < 5; round++) {
      await Promise.allSettled([
        copy({ to_item_id: round % 2 ? from : to }),
        copy({ cat_id: back, to_item_id: from }),
        copy({ cat_id: back, to_item_id: to }),
      ])
      const all = [...(await outline(from)), ...(await outline(to))]
      expect(all.sort()).toEqual(['2 back', '2 cargo', '3 cargo/below', 'cargo/below: crate'])
    }
  })
})
