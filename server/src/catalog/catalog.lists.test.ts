import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('the lists of older clients', (product) => {
  let alice: TestUser
  let scoped: TestUser
  let otherUser: TestUser
  let item_id: string
  let ids: { top: string; below: string; deep: string; other: string }
  beforeAll(async () => {
    ;[alice, scoped, otherUser] = await Promise.all(
      ['alice', 'scoped', 'outsider'].map((name) => product.user(name)) as [Promise<TestUser>, Promise<TestUser>, Promise<TestUser>],
    )
    item_id = await anItem(alice, { password: 'sesame' })
    const top = await aCatalog(alice, item_id, 'top')
    const below = await aCatalog(alice, item_id, 'below', top)
    ids = { top, below, deep: await aCatalog(alice, item_id, 'deep', below), other: await aCatalog(alice, item_id, 'other') }
    await aMember(product, item_id, scoped, { cat_id: top })
  })
  const names = (rows: { cat_name: string }[]) => rows.map((row) => row.cat_name)

  it('catList returns all catalogs as a list, secondCatList the top level', async () => {
    expect(names(await alice.api.catalog.catList({ item_id }))).toEqual(['top', 'below', 'deep', 'other'])
    const rows = await alice.api.catalog.secondCatList({ item_id })
    expect(names(rows)).toEqual(['top', 'other'])
    expect(rows[0]).toEqual({
      cat_id: ids.top,
      cat_name: 'top',
      item_id,
      s_number: '99',
      parent_cat_id: '0',
      level: '2',
      addtime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    expect(names(await scoped.api.catalog.catList({ item_id }))).toEqual(['top', 'below', 'deep'])
  })

  it('childCatList returns the descendants of a catalog as a tree', async () => {
    expect(await alice.api.catalog.childCatList({ cat_id: ids.top })).toMatchObject([
      { cat_id: ids.below, sub: [{ cat_id: ids.deep, sub: [] }] },
    ])
    expect(await alice.api.catalog.childCatList({ cat_id: ids.deep })).toEqual([])
    await areRefused(
      [scoped.api.catalog.childCatList({ cat_id: ids.other }), otherUser.api.catalog.childCatList({ cat_id: ids.top })],
      10303,
    )
    await areRefused([alice.api.catalog.childCatList({ cat_id: '5' })], 10303)
  })

  it('getDefaultCat returns the catalog of a page, or of the caller’s last new page', async () => {
    expect(await alice.api.catalog.getDefaultCat({ item_id })).toEqual({ default_cat_id: '0' })
    const page_id = await aPage(alice, item_id, { cat_id: ids.below })
    const pageOfTop = await aPage(scoped, item_id, { cat_id: ids.top })
    const of = (fields: { page_id?: string; copy_page_id?: string }, who = alice) => who.api.catalog.getDefaultCat({ item_id, ...fields })
    expect([await of({}), await of({ page_id: pageOfTop }), await of({ copy_page_id: page_id, page_id: '0' })]).toEqual([
      { default_cat_id: ids.below },
      { default_cat_id: ids.top },
      { default_cat_id: ids.below },
    ])
    expect(await of({}, scoped)).toEqual({ default_cat_id: ids.top })
    await areRefused([of({ page_id }, otherUser), of({}, otherUser)], 10303)
  })
})
