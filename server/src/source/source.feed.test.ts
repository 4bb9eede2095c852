import { beforeAll, expect, it } from 'vitest'
import { problemsOfAtom } from '../publish/test/feed-check.ts'
import { allIn, parseXml } from '../publish/test/xml.ts'
import { aMember, anItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { description, orders } from './test/orders.ts'

onEachDatabase(
  'the feed of what APIs changed',
  (product) => {
    let alice: TestUser
    let item_id: string
    let pages: Map<string, { page_id: string; cat_id: string }>
    beforeAll(async () => {
      alice = await product.user('alice')
      item_id = await anItem(alice, { item_name: 'Shop ]]> & more', password: 'sesame' })
      const file = { name: 'o.json', bytes: description() }
      const { data } = (await product.upload(alice, 'source/add', { item_id, name: 'orders', title: 'Orders' }, file)).json()
      const { menu } = await alice.api.item.info({ item_id })
      pages = new Map(menu.catalogs.flatMap((one) => one.pages).map((page) => [page.page_title, page]))
      const next = orders.map((one) => {
        if (one.id === 'refund') return { ...one, quantity: 'A canary' }
        return one.id === 'getOrder' ? { ...one, path: '/orders/{id}/]]>\u0001"<b>' } : one
      })
      await product.upload(
        alice,
        'source/push',
        { source_id: data.source_id, label: '2.0 ]]>' },
        { name: 'o.json', bytes: description(next) },
      )
    })

    const feed = (who: TestUser, query = '', form = 'atom') =>
      product.send({ url: `/${item_id}/sources.${form}${query}`, headers: who.headers })
    const titles = (xml: string) => allIn(parseXml(xml)).flatMap((one) => (one.name === 'title' ? one.text : []))

    it('S225: has an entry for each version, in the language of the reader, and is well formed with any name', async () => {
      const reply = await feed(alice)
      expect(reply.headers).toMatchObject({ 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'private, no-store' })
      expect(titles(reply.body)).toEqual(['Changes of the API · Shop ]]> & more', 'Orders 2.0 ]]>: breaking changes'])
      expect(problemsOfAtom(reply.body)).toEqual([])
      expect(reply.body).toContain('POST /refunds')
      expect((await feed(alice, '?lang=zh', 'json')).json()).toMatchObject({
        title: '接口变更 · Shop ]]> & more',
        items: [{ title: 'Orders 2.0 ]]>：有不兼容变更', tags: ['breaking'] }],
      })
    })

    it('is also about one page, and says nothing about pages that have not changed', async () => {
      const of = (title: string) => `?page=${pages.get(title)?.page_id}`
      const { items } = (await feed(alice, of('Refund an order'), 'json')).json()
      expect(items).toMatchObject([{ title: 'Orders 2.0 ]]>: changes in words', tags: ['words'] }])
      expect(items[0].content_text).toMatch(/^POST \/refunds/)
      expect((await feed(alice, of('List orders'), 'json')).json().items).toEqual([])
      expect((await feed(alice, '?page=0')).statusCode).toBe((await feed(alice, '?page=999999')).statusCode)
    })

    it('S217: a reader of one catalog learns nothing of the parts of others, and others learn nothing', async () => {
      const [scoped, outsider] = [await product.user('scoped'), await product.user('outsider')]
      await aMember(product, item_id, scoped, { edit: false, cat_id: pages.get('Refund an order')?.cat_id ?? '' })
      const { items } = (await feed(scoped, '', 'json')).json()
      expect(items).toMatchObject([{ title: 'Orders 2.0 ]]>: changes in words' }])
      expect(JSON.stringify(items)).not.toContain('/orders')
      for (const [who, query] of [
        [scoped, `?page=${pages.get('Get an order')?.page_id}`],
        [outsider, ''],
        [outsider, `?page=${pages.get('Refund an order')?.page_id}`],
      ] as const) {
        const reply = await feed(who, query)
        expect(reply.statusCode).toBeGreaterThanOrEqual(400)
        expect(reply.body).not.toMatch(/refund|Orders 2\.0/i)
      }
    })
  },
  { PUBLIC_URL: 'https://docs.example.com' },
)
