import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { storeMissingMethods } from './page.store.ts'

const login = {
  info: {
    from: 'runapi',
    type: 'api',
    title: 'Login',
    description: '登录 <b>',
    method: 'post',
    url: 'https://example.com/api/user/login',
    apiStatus: '3',
  },
  request: {
    params: { mode: 'urlencoded', urlencoded: [{ name: 'user_name', type: 'string', value: 'bob', require: '1', remark: '账号' }] },
    headers: [{ name: 'X-Sign', type: 'string', value: '1', require: '1', remark: '</td><script>window.__mark=1</script>' }],
  },
  response: { responseExample: '{"ok":true}', responseParamsDesc: [{ name: 'ok', type: 'bool', remark: 'done' }] },
}
const content = JSON.stringify(login).replaceAll('/', '\\/')
const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

onEachDatabase('pages of API clients', (product) => {
  let alice: TestUser
  let item_id: string
  let page_id: string
  const db = () => product.server.services.store.db
  const made = async (owner: TestUser, global_param = '') => {
    const id = await anItem(owner)
    await db().updateTable('item').set({ item_type: 3, global_param }).where('item_id', '=', Number(id)).execute()
    return id
  }
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await made(alice)
    page_id = await aPage(alice, item_id, { page_title: 'Login', page_content: content })
  })

  describe('in an item for API clients', () => {
    it('SPEC 1: item/info reports no rights to any user, and clients can still write', async () => {
      const bob = await product.user('bob')
      await aMember(product, item_id, bob)
      for (const who of [alice, bob, product.admin, product.visitor()])
        expect(await who.api.item.info({ item_id })).toMatchObject({
          item_type: '3',
          item_edit: false,
          item_manage: false,
          ItemPermn: false,
          ItemCreator: false,
        })
      expect(await bob.api.page.save({ page_id, page_title: 'Login', page_content: content })).toMatchObject({ version: '2' })
      expect(await alice.api.item.myList({})).toContainEqual(expect.objectContaining({ item_id, manage: 1 }))
    })

    it('item/info returns the global parameters in the form that clients expect', async () => {
      const empty = { query: [], body: [], header: [], cookies: [], preScript: '', postScript: '' }
      expect((await alice.api.item.info({ item_id })).global_param).toEqual(empty)
      const header = [{ name: 'token', type: 'string', value: 't', require: '1', remark: 'global' }]
      const other = await made(alice, JSON.stringify({ header, preScript: 'x', query: 7, secret: 'y' }))
      expect((await alice.api.item.info({ item_id: other })).global_param).toEqual({ ...empty, header, preScript: 'x' })
      for (const broken of ['{', 'null', '[]', '7'])
        expect((await alice.api.item.info({ item_id: await made(alice, broken) })).global_param).toEqual(empty)
      expect((await alice.api.item.info({ item_id: await anItem(alice) })).global_param).toEqual([])
    })

    it('a page is returned as stored, and rendered as documentation with the global parameters', async () => {
      expect((await alice.api.page.info({ page_id })).page_content).toBe(content)
      const zh = await alice.api.page.view({ page_id, language: 'zh' })
      expect(zh.headings.map(({ text }) => text)).toEqual(['请求头', '请求体', '返回'])
      expect(zh.html).toContain(
        '<span class="verb post">POST</span><span class="url" tabindex="0"><i>https://example.com</i>/api/user/login</span>',
      )
      expect(zh.html).toContain('登录 &lt;b&gt;')
      expect(zh.html).not.toContain('<script')
      expect(zh.html).not.toContain('token')
      const set = (name: string) =>
        db()
          .updateTable('item')
          .set({ global_param: JSON.stringify({ header: [{ name }] }) })
          .where('item_id', '=', Number(item_id))
          .execute()
      for (const name of ['x_token', 'y_token']) {
        await set(name)
        expect((await alice.api.page.view({ page_id, language: 'zh' })).html).toContain(name)
      }
    })
  })

  describe('in any other item', () => {
    it.each([
      ['as the client wrote it', content],
      ['HTML-escaped, as older installations stored it', escaped],
    ])('renders a page as documentation too: %s', async (_how, page_content) => {
      const other = await anItem(alice)
      const view = await alice.api.page.view({ page_id: await aPage(alice, other, { page_content }), language: 'en' })
      expect(view.headings.map(({ text }) => text)).toEqual(['Headers', 'Request body', 'Responses'])
      expect(view.html.match(/class="params"/g)).toHaveLength(3)
      expect((await alice.api.item.info({ item_id: other })).item_edit).toBe(true)
    })

    it('renders a malformed page as text', async () => {
      const page_content = `${content.slice(0, -20)}<script>x</script>`
      const { html } = await alice.api.page.view({ page_id: await aPage(alice, await anItem(alice), { page_content }) })
      expect(html).toContain('class="code"')
      expect(html).not.toContain('<script')
    })
  })

  describe('are found', () => {
    it.each(['/api/user/login', 'user_name', 'X-Sign', '账号', 'POST', 'example.com'])('by %s', async (keyword) => {
      for (const page_content of [content, escaped]) {
        const other = await anItem(alice)
        await aPage(alice, other, { page_title: 'Elsewhere', page_content: '# Elsewhere' })
        const own = await aPage(alice, other, { page_title: 'Sign in', page_content })
        const { pages } = await alice.api.item.search({ item_id: other, keyword })
        expect(pages.map((page) => page.page_id)).toEqual([own])
        expect(pages[0]?.search_content).toContain(keyword)
        expect(pages[0]?.search_content).not.toMatch(/quot|\\\/|"info"/)
      }
    })

    it.each(['runapi', 'urlencoded":', 'responseExample', 'quot'])('but not by %s, which readers do not see', async (keyword) => {
      const other = await anItem(alice)
      await aPage(alice, other, { page_title: 'Sign in', page_content: escaped })
      expect((await alice.api.item.search({ item_id: other, keyword })).pages).toEqual([])
    })
  })

  describe('show their method in the menu', () => {
    const methods = async (id: string) => {
      const { menu } = await alice.api.item.info({ item_id: id })
      return [...menu.pages, ...menu.catalogs.flatMap(({ pages }) => pages)].map((page) => page.method ?? null)
    }

    it('after creating, changing and copying them; other pages have none', async () => {
      const other = await anItem(alice)
      const cat_id = await aCatalog(alice, other)
      await aPage(alice, other, { page_content: '# Text' })
      const page = await aPage(alice, other, { page_content: content, cat_id })
      expect(await methods(other)).toEqual([null, 'POST'])
      await alice.api.page.save({ page_id: page, page_title: 'x', page_content: '```endpoint\nDELETE /x\n```' })
      expect(await methods(other)).toEqual([null, 'DELETE'])
      const { item_id: copy } = await alice.api.item.add({ item_name: 'Copy', copy_item_id: other })
      expect(await methods(copy)).toEqual([null, 'DELETE'])
      const { menu } = await alice.api.item.info({ item_id: other })
      expect(Object.keys(menu.pages[0] ?? {})).toEqual(['page_id', 'author_uid', 'cat_id', 'page_title', 'addtime'])
    })

    it('after learnMethods has processed a database of an older version', async () => {
      const { store } = product.server.services
      const other = await anItem(alice)
      const ids = [await aPage(alice, other, { page_content: '# Text' }), await aPage(alice, other, { page_content: content })]
      const before = await alice.api.item.detail({ item_id: other })
      await db().updateTable('page').set({ method: null }).where('page_id', 'in', ids.map(Number)).execute()
      await sql`update item set tree_version = tree_version + 1 where item_id = ${Number(other)}`.execute(db())
      expect(await methods(other)).toEqual([null, null])
      await storeMissingMethods({ store })
      expect(await methods(other)).toEqual([null, 'POST'])
      expect(await alice.api.item.detail({ item_id: other })).toEqual(before)
      expect(await db().selectFrom('page').select('page_id').where('method', 'is', null).execute()).toEqual([])
    })
  })
})
