import { beforeAll, beforeEach, expect, it } from 'vitest'
import { later } from '../../test/clock.ts'
import { aCatalog, aMember, anItem, aPage, archive, deleteItem } from '../../test/given.ts'
import { addGrant } from '../../test/grants.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { elementsNamed, parseXml } from '../test/xml.ts'

const ROOT = 'https://docs.example.com'

/** The texts of the elements with this name; throws if the file is not well-formed. */
const elementsOf = (xml: string, wanted: string) => elementsNamed(parseXml(xml), wanted).map(({ text }) => text)

onEachDatabase(
  'files for programs',
  (product) => {
    let alice: TestUser
    let bob: TestUser
    let open: string
    let page: string
    let closed: string
    let secret: string
    beforeAll(async () => {
      ;[alice, bob] = [await product.user('alice'), await product.user('bob')]
      open = await anItem(alice, { item_name: 'Orders', item_domain: 'orders', item_description: 'All about orders.' })
      page = await aPage(alice, open, {
        page_title: 'Create',
        page_content: '## Use\n\nPlaces an order. Answers its number.\n\n[next](/orders/7)',
      })
      closed = await anItem(alice, { item_name: 'CNRY-name', item_description: 'CNRY-text', item_domain: 'cnrydomain', password: 'sesame' })
      secret = await aPage(alice, closed, { page_title: 'CNRY-title', page_content: 'CNRY-content' })
    })
    beforeEach(() => product.admin.api.adminSetting.saveConfig({ site_index: '1', index_default: 'kind', robots_more: '' }))

    const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      product.send({ method, url, headers })
    const basic = (name: string, password: string) => ({ authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` })
    const bearer = async (uid: string, more: object = {}) => {
      const { store, now } = product.server.services
      const { token } = await addGrant(store.db, { uid: Number(uid), level: 1, at: now(), ...more } as never)
      return { authorization: `Bearer ${token}` }
    }
    const listedAddresses = async () => {
      const parts = elementsOf((await get('/sitemap.xml')).body, 'loc')
      const bodies = await Promise.all(parts.map((address) => get(address.slice(ROOT.length))))
      return bodies.flatMap(({ body }) => elementsOf(body, 'loc'))
    }

    it('W22: a page is Markdown at its address with .md, and at its own for who accepts it', async () => {
      const file = await get(`/orders/${page}.md`)
      expect(file.statusCode).toBe(200)
      expect(file.headers).toMatchObject({
        'content-type': 'text/markdown; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
        'cache-control': 'no-cache',
        link: `<${ROOT}/orders/${page}>; rel="canonical"`,
        'x-markdown-tokens': expect.stringMatching(/^\d+$/),
      })
      expect(file.body).toContain(`title: Create\nurl: ${ROOT}/orders/${page}\nitem: Orders\n`)
      expect(file.body).toContain(`# Create\n\n## Use\n\nPlaces an order. Answers its number.\n\n[next](${ROOT}/orders/7.md)`)
      for (const url of [`/orders/${page}`, `/${open}/${page}`, `/page/${page}`]) {
        const asked = await get(url, { accept: 'text/markdown, text/html;q=0.9' })
        expect([url, asked.headers['content-type'], asked.body]).toEqual([url, 'text/markdown; charset=utf-8', file.body])
        for (const accept of ['text/html,*/*', 'text/html, text/markdown;q=0.5', 'text/markdown;q=0, text/html'])
          expect((await get(url, { accept })).headers['content-type']).toBe('text/html; charset=utf-8')
      }
      expect((await get(`/page/${page}.md`)).body).toBe(file.body)
      expect((await get('/orders.md')).body).toBe((await get('/orders/llms.txt')).body)
    })

    it('W22: a page by its own link is Markdown too, without its item', async () => {
      const made = await alice.api.page.createSinglePage({ page_id: secret, isCreateSiglePage: '1' })
      const key = 'unique_key' in made ? made.unique_key : ''
      const { body, headers } = await get(`/p/${key}.md`)
      expect(body).toContain('CNRY-content')
      expect(body).toContain(`url: ${ROOT}/p/${key}\n`)
      expect(body).not.toMatch(/CNRY-name|cnrydomain|item:|path:/)
      expect(headers['cache-control']).toBe('private, no-store')
      await alice.api.page.createSinglePage({ page_id: secret, isCreateSiglePage: '0' })
      expect((await get(`/p/${key}.md`)).statusCode).toBe(404)
    })

    it('W24: files answer HEAD, 304 and gzip, and a cache asks each time', async () => {
      await aPage(alice, open, { page_title: 'Long', page_content: 'word '.repeat(1000) })
      for (const url of [
        '/robots.txt',
        '/sitemap.xml',
        '/llms.txt',
        '/llms-full.txt',
        '/orders/llms.txt',
        '/orders/llms-full.txt',
        `/orders/${page}.md`,
      ]) {
        const file = await get(url)
        const tag = String(file.headers['etag'])
        expect([url, file.statusCode, file.headers['cache-control'], tag]).toEqual([url, 200, 'no-cache', expect.stringMatching(/^W\/"/)])
        const again = await get(url, { 'if-none-match': `"x", ${tag}` })
        expect([url, again.statusCode, again.body]).toEqual([url, 304, ''])
        expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
        const head = await get(url, {}, 'HEAD')
        expect([url, head.statusCode, head.body, head.headers['etag']]).toEqual([url, 200, '', tag])
      }
      const packed = await get('/orders/llms-full.txt', { 'accept-encoding': 'gzip' })
      expect(packed.headers['content-encoding']).toBe('gzip')
      expect(packed.rawPayload.length).toBeLessThan(2000)
    })

    it('S106: a closed page is 401 with one line, as any other closed page, and a missing one is 404', async () => {
      const other = await anItem(alice, { password: 'other' })
      const answers = await Promise.all(
        [
          `/cnrydomain/${secret}.md`,
          `/${closed}/${secret}.md`,
          `/${closed}/999999.md`,
          `/page/${secret}.md`,
          `/${other}/1.md`,
          `/${closed}/llms.txt`,
          `/${closed}/llms-full.txt`,
          '/cnrydomain.md',
        ].map((url) => get(url)),
      )
      for (const { statusCode, body, headers } of answers) {
        expect([statusCode, body]).toEqual([401, answers[0]?.body])
        expect(body).not.toContain('CNRY')
        expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
        expect(headers['etag']).toBeUndefined()
        expect(String(headers['www-authenticate'])).toContain('Basic')
      }
      for (const url of [
        '/page/999999.md',
        `/orders/999999.md`,
        `/orders/${secret}.md`,
        '/nosuch/1.md',
        '/p/nosuchkey.md',
        '/sitemap/9.xml',
        '/sitemap/x.xml',
        '/orders/llms.txt?cat_id=999999',
      ])
        expect([url, (await get(url)).statusCode]).toEqual([url, 404])
      const html = await get(`/${closed}/${secret}`, { accept: 'text/html' })
      expect([html.statusCode, html.headers['x-robots-tag']]).toEqual([302, 'noindex'])
    })

    it('W23: the visit password opens one item by Basic, for one request, and sets no cookie', async () => {
      const file = await get(`/${closed}/${secret}.md`, basic('visit', 'sesame'))
      expect([file.statusCode, file.headers['cache-control'], file.headers['set-cookie'], file.headers['etag']]).toEqual([
        200,
        'private, no-store',
        undefined,
        undefined,
      ])
      expect(file.body).toContain('CNRY-content')
      expect((await get(`/${closed}/llms.txt`, basic('visit', 'sesame'))).body).toContain('CNRY-title')
      expect((await get(`/${closed}/llms-full.txt`, basic('visit', 'sesame'))).body).toContain('CNRY-content')
      expect((await get('/llms.txt', basic('visit', 'sesame'))).body).not.toContain('CNRY')
      const other = await anItem(alice, { password: 'other' })
      expect((await get(`/${other}/llms.txt`, basic('visit', 'sesame'))).statusCode).toBe(401)
      expect((await get(`/${closed}/${secret}.md`)).statusCode).toBe(401)
      const call = await product.send({
        method: 'POST',
        url: '/api/page/info',
        payload: `page_id=${secret}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...basic('visit', 'sesame') },
      })
      expect(call.json()).toMatchObject({ error_code: 10303 })
      // The Basic authentication of a proxy in front is not ours.
      expect((await get(`/orders/${page}.md`, basic('proxy', 'x'))).statusCode).toBe(200)
    })

    it('S110: wrong visit passwords count with those of the password screen, and pause a network for an hour', async () => {
      const item = await anItem(alice, { password: 'right' })
      const tries = (password: string) => get(`/${item}/llms.txt`, basic('visit', password))
      for (let n = 0; n < 10; n++) expect((await tries(`wrong ${n}`)).statusCode).toBe(401)
      const paused = await tries('wrong 10')
      expect(paused.statusCode).toBe(429)
      const nearlyOver = later(product, 3300)
      expect((await tries('right')).headers['retry-after']).toMatch(/^(2[4-9]\d|300)$/)
      nearlyOver()
      await expect(product.visitor().api.item.pwd({ item_id: item, password: 'right' })).rejects.toMatchObject({ code: 10206 })
      const undo = later(product, 3601)
      expect((await tries('right')).statusCode).toBe(200)
      undo()
    })

    it('W18: a token opens what its person can read, and a wrong one nothing, not even with a cookie', async () => {
      const whole = await bearer(alice.uid)
      expect((await get(`/${closed}/${secret}.md`, whole)).body).toContain('CNRY-content')
      const token = whole.authorization.slice('Bearer '.length)
      expect((await get(`/${closed}/${secret}.md`, basic('token', token))).statusCode).toBe(200)
      expect((await get(`/${closed}/${secret}.md`, { 'x-api-token': token })).statusCode).toBe(200)
      expect((await get(`/${closed}/${secret}.md?token=${token}`)).statusCode).toBe(401)
      // Basic with the name of a token is a token, also when its beginning is lost.
      for (const part of [token.slice(1), 'x', ''])
        for (const headers of [basic('token', part), { ...alice.headers, ...basic('token', part) }])
          expect([part.slice(0, 4), (await get('/llms.txt', headers)).statusCode]).toEqual([part.slice(0, 4), 401])
      const limited = await bearer(alice.uid, { items: [Number(open)] })
      expect((await get(`/${closed}/${secret}.md`, limited)).statusCode).toBe(401)
      const list = await get('/llms.txt', limited)
      expect(list.body).toContain('Orders')
      expect(list.body).not.toContain('CNRY')
      expect(list.headers['cache-control']).toBe('private, no-store')
      expect((await get('/llms.txt', whole)).body).toContain('CNRY-name')
      const wrong = await get(`/${closed}/${secret}.md`, { ...alice.headers, authorization: `${whole.authorization}x` })
      expect([wrong.statusCode, wrong.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"'])
      expect((await get(`/${closed}/${secret}.md`, alice.headers)).statusCode).toBe(200)
    })

    it('members read their catalogs only', async () => {
      const [own, rest] = [await aCatalog(alice, closed, 'Own'), await aCatalog(alice, closed, 'CNRY-catalog')]
      const mine = await aPage(alice, closed, { cat_id: own, page_title: 'Mine' })
      const theirs = await aPage(alice, closed, { cat_id: rest, page_title: 'CNRY-theirs', page_content: 'CNRY-theirs' })
      await aMember(product, closed, bob, { edit: false, cat_id: own })
      expect((await get(`/${closed}/${mine}.md`, bob.headers)).body).toContain('path: Own\n')
      expect((await get(`/${closed}/${theirs}.md`, bob.headers)).statusCode).toBe(401)
      for (const file of ['llms.txt', 'llms-full.txt']) {
        const { body } = await get(`/${closed}/${file}`, bob.headers)
        expect(body).toContain('Mine')
        expect(body).not.toMatch(/CNRY-(?:theirs|catalog|title)/)
      }
      expect((await get(`/${closed}/llms.txt?cat_id=${rest}`, bob.headers)).statusCode).toBe(404)
    })

    it('S105: nothing of items that are closed, deleted or not listed is in a list, from the next request on', async () => {
      const item = await anItem(alice, { item_name: 'Shown', item_domain: 'shown' })
      const shown = await aPage(alice, item)
      const isNamed = async () => [
        (await listedAddresses()).includes(`${ROOT}/shown/${shown}`),
        (await get('/llms.txt')).body.includes('/shown/llms.txt'),
        (await get('/llms-full.txt')).body.includes(`/shown/${shown}`),
        /canonical/.test((await get(`/shown/${shown}`, { accept: 'text/html' })).body),
      ]
      const [yes, no] = [
        [true, true, true, true],
        [false, false, false, false],
      ]
      expect(await isNamed()).toEqual(yes)
      await alice.api.publish.save({ item_id: item, is_indexed: '0' })
      expect(await isNamed()).toEqual(no)
      expect((await get(`/shown/${shown}.md`)).statusCode).toBe(200)
      await alice.api.publish.save({ item_id: item, is_indexed: '' })
      expect(await isNamed()).toEqual(yes)
      const rename = { item_id: item, item_name: 'Shown', item_description: '', item_domain: 'shown' }
      await alice.api.item.update({ ...rename, password: 'closed' })
      expect(await isNamed()).toEqual(no)
      await alice.api.item.update({ ...rename, password: '' })
      expect(await isNamed()).toEqual(yes)
      await deleteItem(product, item)
      expect(await isNamed()).toEqual(no)
      const old = await anItem(alice, { item_name: 'CNRY-archived', password: 'x' })
      await aPage(alice, old, { page_title: 'CNRY-old' })
      await archive(product, old)
      const all = await Promise.all(['/sitemap.xml', '/sitemap/0.xml', '/llms.txt', '/llms-full.txt', '/robots.txt'].map((url) => get(url)))
      expect([...all.map(({ body }) => body), ...(await listedAddresses())].join('\n')).not.toMatch(/CNRY|cnrydomain/)
      await product.admin.api.adminSetting.saveConfig({ site_index: '0' })
      expect((await get('/sitemap.xml')).statusCode).toBe(404)
      const files = await Promise.all(['/robots.txt', '/llms.txt', '/llms-full.txt', '/sitemap/0.xml'].map((url) => get(url)))
      expect(files.map(({ body }) => body).join('\n')).not.toMatch(/orders/i)
      expect((await get(`/orders/${page}`, { accept: 'text/html' })).headers['x-robots-tag']).toBe('noindex')
    })

    it('S107: a forged host changes no address', async () => {
      const forged = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.example',
      }
      for (const url of ['/robots.txt', '/sitemap.xml', '/llms.txt', '/orders/llms.txt', '/orders/llms-full.txt', `/orders/${page}.md`])
        expect([url, (await get(url, forged)).body.includes('evil')]).toEqual([url, false])
      const html = await get(`/orders/${page}`, { accept: 'text/html', ...forged })
      expect(html.body).not.toContain('evil')
      expect(String(html.headers['link'])).not.toContain('evil')
    })

    it('W24: the list of a site names the addresses of agents while they are on', async () => {
      const agents = async () => (await get('/llms.txt')).body.split('\n').filter((line) => line.includes('/mcp'))
      const closed = `- [MCP](${ROOT}/mcp): Model Context Protocol, with a token`
      expect(await agents()).toEqual([closed])
      await product.admin.api.adminSetting.saveConfig({ mcp_open: '1' })
      expect(await agents()).toEqual([closed, `- [MCP without a token](${ROOT}/mcp/open): reads the items of this list`])
      await product.admin.api.adminSetting.saveConfig({ mcp_on: '0' })
      expect(await agents()).toEqual([])
      await product.admin.api.adminSetting.saveConfig({ mcp_on: '1', mcp_open: '0' })
    })

    it('robots.txt keeps our screens and calls out, and has the lines of the administrator', async () => {
      await product.admin.api.adminSetting.saveConfig({ robots_more: 'User-agent: GPTBot\nDisallow: /' })
      const { body } = await get('/robots.txt')
      for (const line of [
        'Disallow: /user/',
        'Disallow: /admin/',
        'Disallow: /api/',
        'Disallow: /page/',
        'Allow: /server/index.php?s=/api/attachment/visitFile/',
      ])
        expect(body.split('\n')).toContain(line)
      expect(body).toMatch(/\nSitemap: https:\/\/docs\.example\.com\/sitemap\.xml\n\nUser-agent: GPTBot\nDisallow: \/\n$/)
    })
  },
  { PUBLIC_URL: ROOT },
)
