import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage, archive } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('catalogs', (product) => {
  let alice: TestUser
  let editor: TestUser
  let item_id: string
  beforeAll(async () => {
    ;[alice, editor] = await Promise.all([product.user('alice'), product.user('editor')])
    item_id = await anItem(alice)
    await aMember(product, item_id, editor)
  })

  const save = (fields: { cat_name?: string; cat_id?: string; parent_cat_id?: string; s_number?: string }, who = alice, id = item_id) =>
    who.api.catalog.save({ item_id: id, cat_name: 'Name', ...fields })
  const paths = async (id = item_id) => (await alice.api.catalog.catListName({ item_id: id })).map((cat) => `${cat.level} ${cat.cat_name}`)

  it('are created, renamed and ordered', async () => {
    const id = await anItem(alice)
    const made = await save({ cat_name: ' <b>指南 ' }, alice, id)
    expect(made).toEqual({
      cat_id: expect.stringMatching(/^\d+$/),
      cat_name: '<b>指南',
      item_id: id,
      s_number: '99',
      parent_cat_id: '0',
      level: '2',
      addtime: expect.stringMatching(/^\d{10}$/),
    })
    await save({ cat_name: 'Later', s_number: '100' }, alice, id)
    await save({ cat_name: 'First', s_number: '1' }, alice, id)
    const renamed = await save({ cat_id: made.cat_id, cat_name: 'Renamed' }, alice, id)
    expect(renamed).toEqual({ ...made, cat_name: 'Renamed' })
    expect(await paths(id)).toEqual(['2 First', '2 Renamed', '2 Later'])
  })

  it('have up to three levels, and are returned as paths and as a tree', async () => {
    const id = await anItem(alice)
    const one = await aCatalog(alice, id, 'one')
    const two = await aCatalog(alice, id, 'two', one)
    const three = await aCatalog(alice, id, 'three', two)
    await expect(save({ parent_cat_id: three }, alice, id)).rejects.toMatchObject({
      code: 10101,
      message: expect.stringMatching(/three levels/),
    })
    expect(await paths(id)).toEqual(['2 one', '3 one/two', '4 one/two/three'])
    const [top] = await alice.api.catalog.catListGroup({ item_id: id })
    expect(top).toMatchObject({ cat_id: one, addtime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) })
    expect(top?.sub).toMatchObject([{ cat_name: 'two', sub: [{ cat_name: 'three', sub: [] }] }])
  })

  it('move with their descendants and updated levels, but not below themselves or too deep', async () => {
    const id = await anItem(alice)
    const a = await aCatalog(alice, id, 'a')
    const b = await aCatalog(alice, id, 'b', a)
    const c = await aCatalog(alice, id, 'c', b)
    const x = await aCatalog(alice, id, 'x')
    await expect(save({ cat_id: a, parent_cat_id: a }, alice, id)).rejects.toMatchObject({ code: 10101 })
    await expect(save({ cat_id: a, parent_cat_id: c }, alice, id)).rejects.toMatchObject({
      code: 10101,
      message: expect.stringMatching(/below itself/),
    })
    await expect(save({ cat_id: a, parent_cat_id: x }, alice, id)).rejects.toMatchObject({
      code: 10101,
      message: expect.stringMatching(/three levels/),
    })
    await save({ cat_id: b, parent_cat_id: '0', cat_name: 'b' }, alice, id)
    expect(await paths(id)).toEqual(['2 a', '2 b', '3 b/c', '2 x'])
    await save({ cat_id: b, parent_cat_id: x, cat_name: 'b' }, alice, id)
    expect(await paths(id)).toEqual(['2 a', '2 x', '3 x/b', '4 x/b/c'])
  })

  it('cannot be in another item than their parent', async () => {
    const [own, foreign] = [await aCatalog(alice, item_id, 'here'), await aCatalog(alice, await anItem(alice), 'there')]
    for (const fields of [{ parent_cat_id: foreign }, { cat_id: foreign }, { cat_id: own, parent_cat_id: foreign }, { parent_cat_id: '5' }])
      await expect(save(fields)).rejects.toMatchObject({ code: 10101 })
    await expect(alice.api.catalog.delete({ item_id, cat_id: foreign })).rejects.toMatchObject({ code: 10103 })
    expect(await alice.api.catalog.getPagesBycat({ item_id, cat_id: foreign })).toEqual([])
  })

  it.each(['', '  ', 'x'.repeat(256)])('have a name of 1 to 255 characters, not %j', async (cat_name) => {
    await expect(save({ cat_name })).rejects.toMatchObject({ code: 10101, message: expect.stringMatching(/1 to 255/) })
  })

  it('list their pages in order', async () => {
    const cat_id = await aCatalog(alice, item_id)
    await aPage(alice, item_id, { cat_id, page_title: 'A', s_number: 2 })
    await aPage(alice, item_id, { cat_id, page_title: 'B', s_number: 1 })
    await aPage(alice, item_id, { cat_id, page_title: 'C', s_number: 3 })
    await alice.api.page.delete({ page_id: await aPage(alice, item_id, { cat_id, page_title: 'gone' }) })
    const root = await aPage(alice, item_id, { page_title: 'root' })
    const pages = await alice.api.catalog.getPagesBycat({ item_id, cat_id })
    expect(pages).toEqual([
      { page_id: expect.any(String), page_title: 'B', s_number: '1' },
      { page_id: expect.any(String), page_title: 'A', s_number: '2' },
      { page_id: expect.any(String), page_title: 'C', s_number: '3' },
    ])
    expect(await alice.api.catalog.getPagesBycat({ item_id })).toContainEqual({ page_id: root, page_title: 'root', s_number: '99' })
  })

  it('are deleted with their descendants, and their pages go to the recycle bin with the user who deleted them', async () => {
    const id = await anItem(alice)
    const top = await aCatalog(alice, id, 'top')
    const below = await aCatalog(alice, id, 'below', top)
    const page_id = await aPage(alice, id, { cat_id: below, page_title: 'kept' })
    const other = await aPage(alice, id, { page_title: 'stays' })
    expect(await alice.api.catalog.delete({ item_id: id, cat_id: top })).toBe(true)
    expect(await paths(id)).toEqual([])
    await expect(alice.api.page.info({ page_id })).rejects.toMatchObject({ code: 10101 })
    expect(await alice.api.page.info({ page_id: other })).toMatchObject({ page_title: 'stays' })
    expect((await alice.api.item.search({ item_id: id, keyword: 'kept' })).pages).toEqual([])
    const bin = await product.server.services.store.db.selectFrom('recycle').selectAll().where('item_id', '=', Number(id)).execute()
    expect(bin).toMatchObject([{ page_id: Number(page_id), page_title: 'kept', del_by_username: alice.username }])
    await expect(alice.api.catalog.delete({ item_id: id, cat_id: top })).rejects.toMatchObject({ code: 10103 })
  })

  it('can be deleted by a member only if the member created all of their pages', async () => {
    const top = await aCatalog(editor, item_id, 'mixed')
    const below = await aCatalog(editor, item_id, 'below', top)
    await aPage(editor, item_id, { cat_id: top })
    const foreign = await aPage(alice, item_id, { cat_id: below })
    await editor.api.page.save({ page_id: foreign, page_title: 'touched', page_content: 'saved by the member, made by the owner' })
    await expect(editor.api.catalog.delete({ item_id, cat_id: top })).rejects.toMatchObject({ code: 10103 })
    expect(await alice.api.page.info({ page_id: foreign })).toMatchObject({ page_title: 'touched' })
    await alice.api.page.delete({ page_id: foreign })
    expect(await editor.api.catalog.delete({ item_id, cat_id: top })).toBe(true)
  })

  it('of archived items cannot be changed by any user', async () => {
    const id = await anItem(alice)
    const cat_id = await aCatalog(alice, id)
    await archive(product, id)
    for (const who of [alice, product.admin]) {
      await expect(save({ cat_id, cat_name: 'late' }, who, id)).rejects.toMatchObject({
        code: 10103,
        message: expect.stringMatching(/archived/),
      })
      await expect(who.api.catalog.delete({ item_id: id, cat_id })).rejects.toMatchObject({ code: 10103 })
      expect(await who.api.catalog.getPagesBycat({ item_id: id, cat_id })).toEqual([])
    }
    expect(await paths(id)).toEqual(['2 Guides'])
  })
})
