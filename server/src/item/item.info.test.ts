import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { aCatalog, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('item/info', (product) => {
  let alice: TestUser
  let item_id: string
  let cats: string[]
  let deep: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { item_name: '手册', item_domain: 'handbook' })
    const top = await aCatalog(alice, item_id, 'Top')
    const middle = await aCatalog(alice, item_id, 'Middle', top)
    cats = [top, middle, await aCatalog(alice, item_id, '底', middle)]
    await aPage(alice, item_id, { page_title: 'Second', s_number: 2 })
    await aPage(alice, item_id, { page_title: 'First "1"', s_number: 1 })
    deep = await aPage(alice, item_id, { page_title: '深', cat_id: cats[2] as string })
  })

  const request = (fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    product.send({
      url: `/api/item/info?${new URLSearchParams({ item_id, ...fields })}`,
      headers: { ...alice.headers, ...headers },
    })

  it('returns the head and the menu in the form that existing clients expect', async () => {
    const { menu, ...head } = await alice.api.item.info({ item_id })
    expect(head).toEqual({
      item_id,
      item_domain: 'handbook',
      is_archived: '0',
      item_name: '手册',
      default_page_id: '',
      default_cat_id2: '0',
      default_cat_id3: '0',
      default_cat_id4: '0',
      unread_count: '0',
      item_type: '1',
      is_login: true,
      item_edit: true,
      item_manage: true,
      ItemPermn: true,
      ItemCreator: true,
      current_page_id: '',
      global_param: [],
      is_private: 0,
      edit_cats: null,
      owner_name: '',
      can_suggest: true,
    })
    const addtime = expect.stringMatching(/^\d{10}$/)
    expect(menu.pages.map((page) => page.page_title)).toEqual(['First "1"', 'Second'])
    expect(menu.catalogs).toEqual([
      {
        cat_id: cats[0],
        cat_name: 'Top',
        item_id,
        s_number: '99',
        addtime,
        parent_cat_id: '0',
        level: '2',
        pages: [],
        catalogs: [
          {
            cat_id: cats[1],
            cat_name: 'Middle',
            item_id,
            s_number: '99',
            addtime,
            parent_cat_id: cats[0],
            level: '3',
            pages: [],
            catalogs: [
              {
                cat_id: cats[2],
                cat_name: '底',
                item_id,
                s_number: '99',
                addtime,
                parent_cat_id: cats[1],
                level: '4',
                catalogs: [],
                pages: [{ page_id: deep, author_uid: alice.uid, cat_id: cats[2], page_title: '深', addtime }],
              },
            ],
          },
        ],
      },
    ])
  })

  it('returns the catalogs above a page', async () => {
    const ancestors = { default_page_id: deep, default_cat_id2: cats[0], default_cat_id3: cats[1], default_cat_id4: cats[2] }
    expect(await alice.api.item.info({ item_id, default_page_id: deep })).toMatchObject(ancestors)
    expect(await alice.api.item.info({ item_id, default_page_id: '7' })).toMatchObject({ default_page_id: '7', default_cat_id2: '0' })
    await expect(alice.api.item.info({ item_id, default_page_id: 'x' })).rejects.toMatchObject({ code: 10101 })
  })

  it('returns 304 while nothing has changed', async () => {
    const first = await request()
    const etag = String(first.headers['etag'])
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const again = await request({}, { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await request({}, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await request({ default_page_id: deep }, { 'if-none-match': etag })).statusCode).toBe(200)
    const anonymous = await product.send({ url: `/api/item/info?item_id=${item_id}`, headers: { 'if-none-match': etag } })
    expect(anonymous.json().data).toMatchObject({ is_login: false, item_edit: false })
  })

  it('returns the same content with and without compression', async () => {
    const plain = await request()
    const packed = await request({}, { 'accept-encoding': 'gzip, br' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.headers['vary']).toMatch(/accept-encoding/)
  })

  it('changes after every kind of write', async () => {
    let etag = String((await request()).headers['etag'])
    async function changed() {
      const reply = await request({}, { 'if-none-match': etag })
      expect(reply.statusCode).toBe(200)
      etag = String(reply.headers['etag'])
      return JSON.stringify(reply.json().data)
    }
    const page_id = await aPage(alice, item_id, { page_title: 'Written' })
    expect(await changed()).toContain('Written')
    await alice.api.page.save({ page_id, page_title: 'Renamed', page_content: 'x' })
    expect(await changed()).toContain('Renamed')
    await alice.api.page.save({ page_id, page_title: 'Renamed', page_content: 'x', cat_id: cats[0] as string })
    expect(JSON.parse(await changed()).menu.catalogs[0].pages).toMatchObject([{ page_title: 'Renamed' }])
    const cat_id = await aCatalog(alice, item_id, 'Appendix')
    expect(await changed()).toContain('Appendix')
    await alice.api.catalog.save({ item_id, cat_id, parent_cat_id: cats[0] as string, cat_name: 'Moved' })
    expect(JSON.parse(await changed()).menu.catalogs[0].catalogs).toMatchObject([{}, { cat_name: 'Moved' }])
    await alice.api.page.delete({ page_id })
    expect(await changed()).not.toContain('Renamed')
    await alice.api.catalog.delete({ item_id, cat_id })
    expect(await changed()).not.toContain('Moved')
    await alice.api.item.update({ item_id, item_name: 'Other name', item_domain: 'handbook' })
    expect(await changed()).toContain('Other name')
    const { db } = product.server.services.store
    const notice = {
      kind: 'note',
      notice_title: 't',
      notice_content: 'c',
      from_uid: null,
      from_name: '',
      item_id: 0,
      page_id: 0,
      notice_time: 1,
    }
    await db
      .insertInto('notice')
      .values({ ...notice, uid: Number(alice.uid) })
      .execute()
    expect(await changed()).toContain('"unread_count":"1"')
  })

  it('lists the pages that a keyword finds, best first, without texts', async () => {
    await aPage(alice, item_id, { page_title: 'A text', page_content: 'tells of zebras and of zebras' })
    await aPage(alice, item_id, { page_title: 'Zebra', page_content: 'none' })
    const { menu } = await alice.api.item.info({ item_id, keyword: ' zebra ' })
    expect(menu.catalogs).toEqual([])
    expect(menu.pages.map((page) => page.page_title)).toEqual(['Zebra', 'A text'])
    expect(JSON.stringify(menu)).not.toContain('tells')
    expect(menu.pages[0]).toMatchObject({ cat_id: '0', author_uid: alice.uid, addtime: expect.stringMatching(/^\d{10}$/) })
    expect((await alice.api.item.info({ item_id, keyword: '  ' })).menu.catalogs).toHaveLength(1)
  })

  it.each(['0', '1', '2147483647', '2147483648', '9999999999', '99999999999999999999', '-1', '1e3', "1'", '', 'nodomain'])(
    'refuses the unknown item %j',
    async (wanted) => {
      expect((await request({ item_id: wanted })).json()).toMatchObject({ error_code: 10101, data: null })
    },
  )
})
