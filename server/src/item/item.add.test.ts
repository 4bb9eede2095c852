import { beforeAll, expect, it } from 'vitest'
import { anItem, areRefused, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('a new item', (product) => {
  let alice: TestUser
  let bob: TestUser
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
  })

  it('is empty, public and owned by its creator', async () => {
    const item_id = await anItem(alice, { item_name: ' Orders API ', item_description: 'd' })
    expect(await alice.api.item.detail({ item_id })).toMatchObject({
      item_id,
      item_name: 'Orders API',
      item_description: 'd',
      uid: alice.uid,
      username: alice.username,
      password: '',
      item_domain: '',
      item_type: '1',
      is_archived: '0',
      is_del: '0',
    })
    expect(await product.visitor().api.item.info({ item_id })).toMatchObject({ is_private: 0, menu: { pages: [], catalogs: [] } })
  })

  it('is private with a password', async () => {
    const item_id = await anItem(alice, { password: 'sesame' })
    const visitor = product.visitor()
    await areRefused([visitor.api.item.info({ item_id })], 10303)
    expect(await alice.api.item.detail({ item_id })).toMatchObject({ password: '********' })
    expect(await visitor.api.item.pwd({ item_id, password: 'sesame' })).toEqual({ refer_url: '' })
  })

  it.each(['0', '1', '3'])('of type %s has no page', async (item_type) => {
    const item_id = await anItem(alice, { item_type })
    expect(await alice.api.item.info({ item_id })).toMatchObject({ item_type, menu: { pages: [], catalogs: [] } })
  })

  it.each(['2', '4'])('of type %s has one page with the name of the item', async (item_type) => {
    const item_id = await anItem(alice, { item_type, item_name: 'Sheet' })
    const { menu } = await alice.api.item.info({ item_id })
    expect(menu).toMatchObject({ pages: [{ page_title: 'Sheet', cat_id: '0', author_uid: alice.uid }], catalogs: [] })
    const page = await alice.api.page.info({ page_id: menu.pages[0]?.page_id ?? '' })
    expect(page).toMatchObject({ version: '1', s_number: '99', author_username: alice.username })
    expect(page.page_content === '').toBe(item_type === '4')
  })

  it.each(['5', '-1', '1.5', 'x', '99999999999'])('refuses the type %s', async (item_type) => {
    await expect(anItem(alice, { item_type })).rejects.toMatchObject({ code: 10101 })
  })

  it.each(['', '   ', 'x'.repeat(256)])('needs a name of 1 to 255 characters, not %j', async (item_name) => {
    await expect(anItem(alice, { item_name })).rejects.toMatchObject({ code: 10101, message: expect.stringMatching(/1 to 255/) })
  })

  it.each(['x'.repeat(255), '页'.repeat(255), `<b>"&'%_\\`, '\u0000', '🙂'])('stores the name %j unchanged', async (item_name) => {
    const item_id = await anItem(alice, { item_name })
    expect(await alice.api.item.detail({ item_id })).toMatchObject({ item_name: item_name.replace('\0', '\uFFFD') })
  })

  it('refuses a description of more than 500 characters', async () => {
    await expect(anItem(alice, { item_description: 'x'.repeat(501) })).rejects.toMatchObject({ code: 10101 })
  })

  it('opens by its domain, in any case', async () => {
    const item_id = await anItem(alice, { item_domain: 'Orders7' })
    const visitor = product.visitor()
    expect(await visitor.api.item.info({ item_id: 'orders7' })).toMatchObject({ item_id, item_domain: 'Orders7' })
    expect(await visitor.api.item.info({ item_domain: 'ORDERS7' })).toMatchObject({ item_id })
  })

  it.each(['123', 'a-b', 'a b', '页', 'a/b', 'a.b', 'ａｂ', 'x'.repeat(101)])('refuses the domain %s', async (item_domain) => {
    const refusal = item_domain.length > 100 ? 10101 : 10305
    await expect(anItem(alice, { item_domain })).rejects.toMatchObject({ code: refusal })
  })

  it.each(['item', 'USER', 'page', 'p', 'api', 'server', 'Admin', 'assets', 'healthz', 'livez'])(
    'refuses the domain %s, which our own addresses use',
    async (item_domain) => {
      for (const [language, words] of [
        ['en', /used by Sheaf itself/],
        ['zh', /简册自身/],
      ] as const) {
        alice.headers['accept-language'] = language
        await expect(anItem(alice, { item_domain })).rejects.toMatchObject({ code: 10305, message: expect.stringMatching(words) })
      }
      alice.headers['accept-language'] = 'en-US'
    },
  )

  it('reserves a domain for one item, also of another user or when the item is deleted', async () => {
    const item_id = await anItem(alice, { item_domain: 'taken' })
    await expect(anItem(bob, { item_domain: 'TAKEN' })).rejects.toMatchObject({ code: 10304 })
    await deleteItem(product, item_id)
    await expect(anItem(bob, { item_domain: 'taken' })).rejects.toMatchObject({ code: 10304 })
    await expect(bob.api.item.info({ item_id: 'taken' })).rejects.toMatchObject({ code: 10101 })
  })

  it('gives a domain to one of two concurrent requests', async () => {
    const results = await Promise.allSettled([anItem(alice, { item_domain: 'rush' }), anItem(bob, { item_domain: 'Rush' })])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((result) => result.status === 'rejected')).toMatchObject({ reason: { code: 10304 } })
  })

  it('is created once for repeated requests', async () => {
    const fields = { item_name: 'Once', request_id: 'req-0001-once' }
    const all = await Promise.all([1, 2, 3].map(() => alice.api.item.add(fields)))
    all.push(await alice.api.item.add(fields))
    expect(new Set(all.map((created) => created.item_id)).size).toBe(1)
    expect((await bob.api.item.add(fields)).item_id).not.toBe(all[0]?.item_id)
    expect((await alice.api.item.add({ ...fields, request_id: 'req-0002-once' })).item_id).not.toBe(all[0]?.item_id)
    for (const request_id of ['short', 'x'.repeat(65), 'with blank']) {
      await expect(alice.api.item.add({ ...fields, request_id })).rejects.toMatchObject({ code: 10101 })
    }
  })
})
