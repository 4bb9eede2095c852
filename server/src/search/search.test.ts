import { beforeAll, expect, it } from 'vitest'
import { grant } from '../access/permission.ts'
import { aCatalog, aMember, anItem, aPage, archive, aTeamMember, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

interface Marked {
  text: string
  marks: number[][]
}
const shown = ({ text, marks }: Marked) =>
  marks.reduceRight((line, [from, to]) => `${line.slice(0, from)}[${line.slice(from, to)}]${line.slice(to)}`, text)

onEachDatabase('search from anywhere', (product) => {
  let alice: TestUser
  let orders: string
  let place: string
  const pages: Record<string, string> = {}
  beforeAll(async () => {
    alice = await product.user('alice')
    orders = await anItem(alice, { item_name: 'Order Service', item_domain: 'orders' })
    place = await aCatalog(alice, orders, 'Lines', await aCatalog(alice, orders, 'Orders'))
    const texts: [string, string, string?][] = [
      ['Cancel an order', 'Frees every reservation of the order.\n\n## Reservation lapses\n\nAfter 30 minutes.', place],
      ['stock_reservation', 'One row for each line held: sku, reserved_until'],
      ['Reservation', 'The whole of it.'],
      ['Reservation rules', 'Who may hold stock, and for how long.'],
      ['Errors', '409 out_of_stock: a reservation could not be made'],
      ['用户登录接口', '输入用户名和密码后登录。\n\n### 请求参数\n\n| user_id | int | 用户编号 |\n\nPOST /api/user/login then getUserById'],
    ]
    for (const [page_title, page_content, cat_id = '0'] of texts)
      pages[page_title] = await aPage(alice, orders, { page_title, page_content, cat_id })
  })

  const all = (keyword: string, user = alice) => user.api.search.all({ keyword })
  const titles = async (keyword: string, user = alice) => (await all(keyword, user)).pages.map((page) => page.page_title.text)

  it('ranks exact titles, title prefixes, titles with the word, headings and texts in this order', async () => {
    const found = await all('reservation')
    expect(found.pages.map((page) => page.page_title.text)).toEqual(['Reservation', 'Reservation rules', 'stock_reservation', 'Errors'])
    expect(found.headings).toEqual([
      {
        page_id: pages['Cancel an order'],
        item_id: orders,
        item_name: 'Order Service',
        item_domain: 'orders',
        path: ['Orders', 'Lines'],
        method: '',
        page_title: 'Cancel an order',
        heading: { text: 'Reservation lapses', marks: [[0, 11]] },
        anchor: 'reservation-lapses',
      },
    ])
  })

  it('finds other forms of English words if nothing has the given ones', async () => {
    const [exact, plural] = [await all('reservation'), await all('Reservations')]
    expect(exact.instead).toBe('')
    expect(plural).toEqual({ ...exact, instead: 'reservation' })
    const verb = await alice.api.search.item({ item_id: orders, keyword: 'cancelling' })
    expect([verb.instead, verb.pages.map((page) => shown(page.page_title))]).toEqual(['cancel', ['[Cancel] an order']])
    expect(await all('xyzzings')).toEqual({ items: [], pages: [], headings: [], instead: '' })
    const reader = await product.user('outsider')
    expect(await all('reservations', reader)).toEqual({ items: [], pages: [], headings: [], instead: '' })
  })

  it('highlights the keyword in titles and in a short excerpt', async () => {
    const [page] = (await all('用户 密码')).pages
    expect(shown(page?.page_title as Marked)).toBe('[用户]登录接口')
    expect(shown(page?.snippet as Marked)).toContain('输入[用户]名和[密码]后登录')
    const long = await aPage(alice, orders, {
      page_title: 'Long',
      page_content: `${'before '.repeat(500)}the <b>needle</b>${' after'.repeat(500)}`,
    })
    const [hit] = (await all('needle')).pages
    expect(hit).toMatchObject({ page_id: long })
    expect(shown(hit?.snippet as Marked)).toContain('the <b>[needle]</b> after')
    expect(hit?.snippet.text.length).toBeLessThanOrEqual(200)
  })

  it.each([
    ['/api/user/login', ['用户登录接口']],
    ['user_id', ['用户登录接口']],
    ['reserved_un', ['stock_reservation']],
    ['getUserById', ['用户登录接口']],
    ['byid', []],
    ['ById', []],
    ['getuser', ['用户登录接口']],
    ['登', ['用户登录接口']],
    ['录接', ['用户登录接口']],
    ['login 编号', ['用户登录接口']],
    ['登录 sku', []],
    ['%', []],
    ['*', []],
    ['_', ['stock_reservation', 'Errors', '用户登录接口']],
    ['409 out_of', ['Errors']],
    ['', []],
    ['   ', []],
  ])('for %j finds %j', async (keyword, wanted) => {
    expect((await titles(keyword)).sort()).toEqual(wanted.toSorted())
  })

  it('finds punctuation in full and half width', async () => {
    await aPage(alice, orders, { page_title: '发货（POST）', page_content: '## 参数：仓库\n\n端口：８０８０' })
    for (const keyword of ['发货(post)', '发货（ＰＯＳＴ）', '端口:8080', '端口：8080'])
      expect(await titles(keyword)).toEqual(['发货（POST）'])
    expect((await all('参数:仓库')).headings.map(({ heading }) => heading.text)).toEqual(['参数：仓库'])
  })

  it('finds the parts of getUserById', async () => {
    await aPage(alice, orders, { page_title: 'Parts', page_content: 'call findShipmentByCode and nothing else' })
    expect(await titles('shipment')).toEqual(['Parts'])
    expect(await titles('code')).toEqual(['Parts'])
  })

  it('finds items by their names', async () => {
    const [item] = (await all('service')).items
    expect(item).toEqual({
      item_id: orders,
      item_name: { text: 'Order Service', marks: [[6, 13]] },
      item_domain: 'orders',
      item_type: '1',
      is_private: 0,
    })
  })

  it('ranks recently changed pages before older ones', async () => {
    const book = await anItem(alice, { item_name: 'Dates' })
    const old = await aPage(alice, book, { page_title: 'A', page_content: 'zebra' })
    await aPage(alice, book, { page_title: 'B', page_content: 'zebra' })
    expect(await titles('zebra')).toEqual(['B', 'A'])
    const { store, now } = product.server.services
    await store.db
      .updateTable('page')
      .set({ addtime: now() - 300 * 86_400 })
      .where('item_id', '=', Number(book))
      .where('page_id', '!=', Number(old))
      .execute()
    expect(await titles('zebra')).toEqual(['A', 'B'])
  })

  it('S29, S31: users find only what they may read, without hints of the rest', async () => {
    const secret = await anItem(alice, { item_name: 'CNRY vault', password: 'sesame' })
    const [inside, outside] = [await aCatalog(alice, secret, 'CNRY upper'), await aCatalog(alice, secret, 'CNRY other')]
    const below = await aCatalog(alice, secret, 'Inner', inside)
    const text = '# CNRY heading\n\npangolin'
    for (let n = 0; n < 40; n++) await aPage(alice, secret, { page_title: `CNRY ${n}`, page_content: text, cat_id: n % 2 ? outside : '0' })
    const own = await aPage(alice, secret, { page_title: 'Mine pangolin', page_content: 'pangolin', cat_id: below })
    const [member, scoped, team, outsider] = [
      await product.user('member'),
      await product.user('scoped'),
      await product.user('team'),
      await product.user('outsider'),
    ]
    await aMember(product, secret, member, { edit: false })
    await aMember(product, secret, scoped, { cat_id: below })
    await aTeamMember(product, secret, team, { cat_id: below })
    const far = await anItem(outsider, { item_name: 'Own' })
    await aPage(outsider, far, { page_title: 'Own', page_content: 'pangolin' })

    expect((await all('pangolin', member)).pages.length).toBeGreaterThan(10)
    expect((await all('pangolin', product.admin)).pages.length).toBeGreaterThan(10)
    for (const user of [scoped, team]) {
      const found = await all('pangolin', user)
      expect(found.pages).toMatchObject([{ page_id: own, path: ['Inner'] }])
      expect(
        JSON.stringify([found, await all('heading', user), await user.api.search.item({ item_id: secret, keyword: 'pangolin' })]),
      ).not.toMatch(/CNRY (?:\d|heading|upper|other)/)
    }
    expect(await titles('pangolin', outsider)).toEqual(['Own'])
    expect(await all('CNRY', outsider)).toEqual({ items: [], pages: [], headings: [], instead: '' })
    await expect(outsider.api.search.item({ item_id: secret, keyword: 'pangolin' })).rejects.toMatchObject({ code: 10303 })
    await expect(product.visitor().api.search.item({ item_id: secret, keyword: 'pangolin' })).rejects.toMatchObject({ code: 10303 })
    await expect(product.visitor().api.search.all({ keyword: 'pangolin' })).rejects.toMatchObject({ code: 10102 })

    const visitor = product.visitor()
    await visitor.api.item.pwd({ item_id: secret, password: 'sesame' })
    expect((await visitor.api.search.item({ item_id: secret, keyword: 'pangolin' })).pages.length).toBeGreaterThan(10)
    expect(await product.visitor().api.search.pages({ page_ids: JSON.stringify([own, pages['Errors']]) })).toMatchObject([
      { page_title: 'Errors' },
    ])
    expect(await scoped.api.search.pages({ page_ids: JSON.stringify([pages['Errors'], own]) })).toMatchObject([
      {},
      { page_title: 'Mine pangolin', path: ['Inner'] },
    ])

    await archive(product, secret)
    expect((await all('pangolin', member)).pages.length).toBeGreaterThan(10)
    await deleteItem(product, secret)
    for (const user of [member, scoped, team, alice, product.admin])
      expect(JSON.stringify(await all('pangolin', user))).not.toContain('CNRY')
  })

  it('reflects a page that is saved, deleted or moved out of a scope', async () => {
    const book = await anItem(alice, { password: 'sesame' })
    const cat_id = await aCatalog(alice, book)
    const reader = await product.user('reader')
    await aMember(product, book, reader, { edit: false, cat_id })
    const page_id = await aPage(alice, book, { page_title: 'Moving', page_content: 'okapi', cat_id })
    expect(await titles('okapi', reader)).toEqual(['Moving'])
    await alice.api.page.save({ page_id, page_title: 'Moving', page_content: 'okapi', cat_id: '0' })
    expect([await titles('okapi', reader), await titles('okapi')]).toEqual([[], ['Moving']])
    await alice.api.page.save({ page_id, page_title: 'Moving', page_content: 'tapir' })
    expect([await titles('okapi'), await titles('tapir')]).toEqual([[], ['Moving']])
    await alice.api.page.delete({ page_id })
    expect(await titles('tapir')).toEqual([])
    expect(await alice.api.search.pages({ page_ids: JSON.stringify([page_id]) })).toEqual([])
  })

  it('a small scope is searched completely, even with many newer matches outside', async () => {
    const book = await anItem(alice, { password: 'sesame' })
    const cat_id = await aCatalog(alice, book)
    const page_id = await aPage(alice, book, { page_title: 'Needle', page_content: 'common', cat_id })
    const { store, now } = product.server.services
    const { insertPage } = await import('../content/page.store.ts')
    const row = { cat_id: 0, page_comments: '', s_number: 1, author_uid: null, author_username: '' }
    await store.db.transaction().execute(async (trx) => {
      const target = { permission: grant<'edit'>(Number(book)), store, trx, at: now() }
      for (let n = 0; n < 1200; n++) await insertPage(target, { ...row, page_title: `common ${n}`, page_content: 'common' })
    })
    const reader = await product.user('narrow')
    await aMember(product, book, reader, { edit: false, cat_id })
    expect((await all('common', reader)).pages).toMatchObject([{ page_id }])
    expect((await reader.api.search.item({ item_id: book, keyword: 'common' })).pages).toMatchObject([{ page_id }])
    expect((await all('common')).pages.length).toBe(17)
    expect((await all('common')).pages[0]?.page_title.text).toBe('common 1199')
  })

  it.each([
    '('.repeat(10_000),
    'a*'.repeat(5000),
    '"'.repeat(255),
    `${'%_'.repeat(127)}`,
    '登录'.repeat(127),
    'a_'.repeat(127),
    "\\'".repeat(127),
    'x '.repeat(127),
    ':'.repeat(255),
  ])('S59: answers or refuses an adversarial keyword (%#)', async (keyword) => {
    const codeOf = (request: Promise<unknown>) =>
      request.then(
        () => 0,
        (error: { code: number }) => error.code,
      )
    for (const code of await Promise.all([all(keyword), alice.api.search.item({ item_id: orders, keyword })].map(codeOf)))
      expect(code).toBeOneOf([0, 10101])
  })
})
