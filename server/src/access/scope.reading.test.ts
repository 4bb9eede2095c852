import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aFile, aMember, anItem, aPage, areRefused, aTeamMember } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

/** An item with a page at its top level and in two catalogs, one of which is the scope of a member. */
async function aBook(owner: TestUser, password: string) {
  const item_id = await anItem(owner, { password })
  const [own, other] = [await aCatalog(owner, item_id, 'Own'), await aCatalog(owner, item_id, 'Other')]
  const page = (page_title: string, cat_id: string) => aPage(owner, item_id, { page_title, cat_id, page_content: 'walrus' })
  return { item_id, own, other, top: await page('Top', '0'), inside: await page('Inside', own), outside: await page('Outside', other) }
}
type Book = Awaited<ReturnType<typeof aBook>>

onEachDatabase('a member limited to a catalog', (product) => {
  let alice: TestUser
  let open: Book
  let closed: Book
  beforeAll(async () => {
    alice = await product.user('alice')
    await alice.api.user.updateInfo({ name: 'Alice Wu' })
    open = await aBook(alice, '')
    closed = await aBook(alice, 'sesame')
  })
  const limited = async (name: string, { item_id, own }: Book, edit = true) => {
    const user = await product.user(name)
    await aMember(product, item_id, user, { edit, cat_id: own })
    return user
  }
  const titlesOf = (pages: { page_title: string }[]) => pages.map((page) => page.page_title).sort()
  const titles = ({ pages, catalogs }: { pages: { page_title: string }[]; catalogs: { pages: { page_title: string }[] }[] }) =>
    [...pages, ...catalogs.flatMap((catalog) => catalog.pages)].map((page) => page.page_title)
  /** The results of every call that returns more than one page. */
  const reads = async ({ api }: TestUser, { item_id }: Book) => ({
    menu: titles((await api.item.info({ item_id })).menu),
    catalogs: (await api.catalog.catListName({ item_id })).map((cat) => cat.cat_name),
    filter: titlesOf((await api.item.info({ item_id, keyword: 'walrus' })).menu.pages),
    search: titlesOf((await api.item.search({ item_id, keyword: 'walrus' })).pages),
    palette: (await api.search.item({ item_id, keyword: 'walrus' })).pages.map((page) => page.page_title.text).sort(),
    mine: titlesOf((await api.item.searchMine({ keyword: 'walrus', item_group_id: '0' })).pages),
    everywhere: (await api.search.all({ keyword: 'walrus' })).pages.map((page) => page.page_title.text).sort(),
  })
  const whole = ['Inside', 'Outside', 'Top']
  const all = {
    menu: ['Top', 'Inside', 'Outside'],
    catalogs: ['Own', 'Other'],
    filter: whole,
    search: whole,
    palette: whole,
    mine: whole,
    everywhere: whole,
  }
  const part = {
    menu: ['Inside'],
    catalogs: ['Own'],
    filter: ['Inside'],
    search: ['Inside'],
    palette: ['Inside'],
    mine: ['Inside'],
    everywhere: ['Inside'],
  }
  const opens = ({ api }: TestUser, page_id: string) => [
    api.page.info({ page_id }),
    api.page.view({ page_id }),
    api.page.uploadList({ page_id }),
    api.mock.infoByPageId({ page_id }),
  ]

  it('reads a whole public item, as visitors do', async () => {
    for (const [name, edit] of [
      ['writer', true],
      ['reader', false],
    ] as const) {
      const tim = await limited(name, open, edit)
      expect(await reads(tim, open)).toEqual(all)
      await Promise.all([open.top, open.outside].flatMap((page_id) => opens(tim, page_id)))
      const sign = await aFile(product, open.item_id, Buffer.from('a file'), { owner: alice, page_id: open.outside })
      const file = () => product.send({ url: `/api/attachment/visitFile?sign=${sign}`, headers: tim.headers })
      expect((await file()).body).toBe('a file')
      const { previous, next } = await tim.api.page.view({ page_id: open.inside })
      expect([previous?.page_title, next?.page_title]).toEqual(['Top', 'Outside'])
    }
  })

  it('writes in a public item only inside the scope, which the response names', async () => {
    const tim = await limited('tim', open)
    const { item_id, own, other, outside, top } = open
    expect(await tim.api.item.info({ item_id })).toMatchObject({ item_edit: true, edit_cats: [own], owner_name: '' })
    expect(await tim.api.catalog.getDefaultCat({ item_id })).toEqual({ default_cat_id: own })
    const text = { page_title: 'x', page_content: 'x' }
    await areRefused(
      [
        tim.api.page.save({ item_id, ...text }),
        tim.api.page.save({ item_id, cat_id: other, ...text }),
        tim.api.page.save({ page_id: outside, ...text }),
        tim.api.page.save({ page_id: top, ...text }),
        tim.api.page.setLock({ page_id: outside }),
        tim.api.page.history({ page_id: outside }),
        tim.api.catalog.save({ item_id, cat_name: 'x' }),
        tim.api.catalog.save({ item_id, cat_id: other, cat_name: 'x' }),
        tim.api.catalog.copy({ cat_id: other, new_p_cat_id: own, to_item_id: item_id }),
        tim.api.mock.add({ page_id: outside, template: '{}', path: '/x' }),
        tim.api.item.add({ copy_item_id: item_id, item_name: 'x' }),
      ],
      10103,
    )
    const { nodes } = await tim.api.export.outline({ item_id })
    expect(nodes.map((node) => node.title)).toEqual(['Own', 'Inside'])
    expect(await aPage(tim, item_id, { cat_id: own, page_title: 'By Tim' })).toMatch(/^\d+$/)
  })

  it('reads and writes only the scope of a private item, and the response names its owner', async () => {
    const tim = await limited('tom', closed)
    expect(await reads(tim, closed)).toEqual(part)
    for (const page_id of [closed.top, closed.outside]) await areRefused(opens(tim, page_id), 10303)
    const { item_id, own } = closed
    expect(await tim.api.item.info({ item_id })).toMatchObject({ item_edit: true, edit_cats: [own], owner_name: 'Alice Wu' })
  })

  it('reads all of a private item after entering its visit password, as a visitor does, until the password is changed', async () => {
    const { item_id, own, outside } = closed
    const tim = await limited('ann', closed)
    const team = await product.user('bea')
    await aTeamMember(product, item_id, team, { cat_id: own })
    for (const user of [tim, team]) {
      await user.api.item.pwd({ item_id, password: 'sesame' })
      expect(await reads(user, closed)).toEqual(all)
      expect(await user.api.page.info({ page_id: outside })).toMatchObject({ page_title: 'Outside' })
      expect(await user.api.item.info({ item_id })).toMatchObject({ edit_cats: [own], owner_name: '' })
      await areRefused([user.api.page.save({ page_id: outside, page_title: 'x', page_content: 'x' })], 10103)
    }
    await alice.api.item.update({ item_id, item_name: 'Manual', password: 'another' })
    for (const user of [tim, team]) expect(await reads(user, closed)).toEqual(part)
  })

  it('reads only the scope as soon as a public item becomes private, and all of it when it is public again', async () => {
    const book = await aBook(alice, '')
    const tim = await limited('sam', book)
    expect(await reads(tim, book)).toEqual(all)
    await alice.api.item.update({ item_id: book.item_id, item_name: 'Manual', password: 'sesame' })
    expect(await reads(tim, book)).toEqual(part)
    await alice.api.item.update({ item_id: book.item_id, item_name: 'Manual', password: '' })
    expect(await reads(tim, book)).toEqual(all)
  })

  it('is the only one whose response names limits', async () => {
    const outsider = await product.user('outsider')
    for (const user of [alice, outsider, product.visitor(), product.admin])
      expect(await user.api.item.info({ item_id: open.item_id })).toMatchObject({ edit_cats: null, owner_name: '' })
  })
})
