import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { findMeanings } from '../../change/finding/finding.service.ts'
import { aMember, anItem, aPage, deleteItem } from '../../test/given.ts'
import { addGrant } from '../../test/grants.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { problemsOfAtom, problemsOfJsonFeed } from '../test/feed-check.ts'
import { allIn, parseXml } from '../test/xml.ts'

const ROOT = 'https://docs.example.com'

const elementsOf = (xml: string) => allIn(parseXml(xml))
const textsOf = (xml: string, name: string) => elementsOf(xml).flatMap((one) => (one.name === name ? one.text : []))
const linkOf = (xml: string, rel: string) =>
  elementsOf(xml).find((one) => one.name === 'link' && one.attributes['rel'] === rel)?.attributes['href']

onEachDatabase(
  'feeds of changes',
  (product) => {
    let alice: TestUser
    let bob: TestUser
    let item_id: string
    let page_id: string
    beforeAll(async () => {
      ;[alice, bob] = [await product.user('alice'), await product.user('bob')]
      item_id = await anItem(alice, { item_name: 'Orders & more', item_domain: 'orders' })
      page_id = await aPage(alice, item_id, { page_title: 'Create <an> "order" ]]>', page_content: 'One' })
      await aMember(product, item_id, bob)
      await bob.api.page.save({ page_id, page_title: 'Create <an> "order" ]]>', page_content: 'One two' })
      await findMeanings(product.server.services)
    })
    beforeEach(() => product.admin.api.adminSetting.saveConfig({ site_index: '1', index_default: 'kind' } as never))

    const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      product.send({ method, url, headers })
    const basic = (name: string, password: string) => ({ authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` })

    it('W24: an item has an Atom feed with its changes in words', async () => {
      const reply = await get('/orders/changes.atom')
      expect(reply.statusCode).toBe(200)
      expect(reply.headers).toMatchObject({
        'content-type': 'application/atom+xml; charset=utf-8',
        'cache-control': 'no-cache',
        'x-robots-tag': 'noindex',
        etag: expect.stringMatching(/^W\//),
      })
      expect(textsOf(reply.body, 'title')).toEqual([
        'What changed · Orders & more',
        'Create <an> "order" ]]>: 1 word added',
        'Create <an> "order" ]]>: new page',
      ])
      expect(textsOf(reply.body, 'name')).toEqual([bob.username, alice.username])
      expect(textsOf(reply.body, 'content')[0]).toBe('<ul><li>1 word added</li></ul>')
      for (const id of textsOf(reply.body, 'id').slice(1)) expect(id).toMatch(/^tag:docs\.example\.com,2026:change\/\d+$/)
      for (const time of [...textsOf(reply.body, 'updated'), ...textsOf(reply.body, 'published')])
        expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(linkOf(reply.body, 'self')).toBe(`${ROOT}/orders/changes.atom?lang=en`)
      expect(elementsOf(reply.body).some((one) => one.attributes['href'] === `${ROOT}/orders/${page_id}`)).toBe(true)
      // A feed reader finds the same.
      expect(parseAtomFeed(reply.body).entries?.map(({ title, authors }) => [title?.value, authors?.[0]?.name])).toEqual([
        ['Create <an> "order" ]]>: 1 word added', bob.username],
        ['Create <an> "order" ]]>: new page', alice.username],
      ])
      expect(problemsOfAtom(reply.body)).toEqual([])
    })

    it('W24: the same as JSON Feed 1.1, in the language of ?lang=', async () => {
      const reply = await get('/orders/changes.json?lang=zh')
      expect(reply.headers['content-type']).toBe('application/feed+json; charset=utf-8')
      const feed = reply.json()
      expect(feed).toMatchObject({
        version: 'https://jsonfeed.org/version/1.1',
        title: '变更动态 · Orders & more',
        home_page_url: `${ROOT}/orders`,
        feed_url: `${ROOT}/orders/changes.json?lang=zh`,
        language: 'zh',
      })
      expect(feed.items[0]).toMatchObject({
        title: 'Create <an> "order" ]]>：新增 1 个字词',
        url: `${ROOT}/orders/${page_id}`,
        authors: [{ name: bob.username }],
        tags: ['page.changed'],
        content_text: '新增 1 个字词',
      })
      expect(feed.items).toHaveLength(2)
      expect(problemsOfJsonFeed(reply.body)).toEqual([])
      expect(parseJsonFeed(reply.body).items?.map(({ url }) => url)).toEqual([`${ROOT}/orders/${page_id}`, `${ROOT}/orders/${page_id}`])
    })

    it('has fifty changes in a part, and the next part by its link', async () => {
      const long = await anItem(alice, { item_name: 'Long' })
      for (let n = 0; n < 53; n++) await aPage(alice, long, { page_title: `P${n}` })
      const first = (await get(`/${long}/changes.atom`)).body
      expect(textsOf(first, 'title').slice(1)).toHaveLength(50)
      const next = linkOf(first, 'next') ?? ''
      const second = (await get(next.slice(ROOT.length))).body
      expect(textsOf(second, 'title').slice(1)).toEqual(['P2: new page', 'P1: new page', 'P0: new page'])
      expect(linkOf(second, 'next')).toBeUndefined()
      expect(linkOf(second, 'first')).toBe(linkOf(first, 'self'))
      const json = (await get(`/${long}/changes.json`)).json()
      expect((await get(json.next_url.slice(ROOT.length))).json().items).toHaveLength(3)
    })

    it('W24: answers 304 to its tag, HEAD without a body, and compressed', async () => {
      const { headers, body } = await get('/orders/changes.atom')
      const again = await get('/orders/changes.atom', { 'if-none-match': String(headers['etag']) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect([(await get('/orders/changes.atom', {}, 'HEAD')).statusCode, (await get('/orders/changes.atom', {}, 'HEAD')).body]).toEqual([
        200,
        '',
      ])
      expect((await get('/orders/changes.atom', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
      expect((await get('/orders/changes.atom', { host: 'evil.example', 'x-forwarded-host': 'evil.example' })).body).toBe(body)
    })

    it('S105: a closed item has a feed for its visit password or a token, and reveals nothing without', async () => {
      const closed = await anItem(alice, { item_name: 'CNRY-name', item_domain: 'closed', password: 'sesame' })
      await aPage(alice, closed, { page_title: 'CNRY-title' })
      const refused = await get('/closed/changes.atom')
      expect(refused.statusCode).toBe(401)
      expect(`${refused.body}${JSON.stringify(refused.headers)}`).not.toContain('CNRY')
      expect((await get('/closed/changes.json', basic('visit', 'wrong'))).statusCode).toBe(401)
      const opened = await get('/closed/changes.atom', basic('visit', 'sesame'))
      expect([opened.statusCode, opened.headers['cache-control'], opened.headers['etag']]).toEqual([200, 'private, no-store', undefined])
      expect(textsOf(opened.body, 'title')).toContain('CNRY-title: new page')
      const { store, now } = product.server.services
      const { token } = await addGrant(store.db, { uid: Number(alice.uid), level: 1, at: now() } as never)
      expect((await get('/closed/changes.atom', basic('token', token))).body).toContain('CNRY-title')
      expect((await get('/changes.atom', basic('token', token))).body).toContain('CNRY-title')
      const site = await get('/changes.atom')
      expect(site.body).not.toContain('CNRY')
      // Nothing of it is there from the request after the change on.
      await alice.api.item.update({ item_id: closed, item_name: 'CNRY-name', item_description: '', item_domain: 'closed', password: '' })
      expect((await get('/closed/changes.atom')).body).toContain('CNRY-title')
      await alice.api.item.update({
        item_id: closed,
        item_name: 'CNRY-name',
        item_description: '',
        item_domain: 'closed',
        password: 'sesame',
      })
      expect((await get('/closed/changes.atom')).statusCode).toBe(401)
    })

    it('S105: the feed of the site has the listed items alone, and a deleted page has no title', async () => {
      expect((await get('/changes.json')).json().items.map(({ title }: { title: string }) => title)).toContain('P52: new page')
      await product.admin.api.adminSetting.saveConfig({ site_index: '0' } as never)
      expect((await get('/changes.json')).json().items).toEqual([])
      const gone = await aPage(alice, item_id, { page_title: 'CNRY-deleted' })
      await alice.api.page.delete({ page_id: gone })
      await findMeanings(product.server.services)
      const feed = await get('/orders/changes.json')
      expect(feed.body).not.toContain('CNRY')
      expect(feed.json().items[0]).toMatchObject({ title: 'A page that is no longer here: deleted', url: `${ROOT}/orders` })
      await deleteItem(product, item_id)
      expect((await get('/orders/changes.atom')).statusCode).toBe(404)
    })
  },
  { PUBLIC_URL: ROOT },
)
