import { beforeAll, expect, it } from 'vitest'
import { anItem, aPage } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'

type Headers = Record<string, string>
interface Stored {
  request: Headers
  headers: Headers
  status: number
  body: string
}

/**
 * A shared cache as RFC 9111 describes it: it keeps responses that are not private or no-store, selects among them by Vary, asks
 * the server again before it uses one with no-cache, and uses its body after a 304.
 */
function sharedCache(ask: (url: string, headers: Headers) => Promise<Stored>) {
  const kept = new Map<string, Stored[]>()
  const matches = (stored: Stored, asked: Headers) =>
    (stored.headers['vary'] ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean)
      .every((name) => stored.request[name] === asked[name])
  return async (url: string, request: Headers = {}): Promise<Stored & { fromCache: boolean }> => {
    const known = kept.get(url)?.find((one) => matches(one, request))
    const reply = await ask(url, known?.headers['etag'] ? { ...request, 'if-none-match': known.headers['etag'] } : request)
    if (known && reply.status === 304) return { ...known, fromCache: true }
    const control = reply.headers['cache-control'] ?? ''
    if (reply.status === 200 && !/no-store|private/.test(control)) {
      // Without this directive a cache could answer without asking.
      expect([url, control]).toEqual([url, 'no-cache'])
      kept.set(url, [...(kept.get(url) ?? []).filter((one) => !matches(one, request)), { ...reply, request }])
    }
    return { ...reply, fromCache: false }
  }
}

onEachDatabase(
  'S108: a shared cache in front',
  (product) => {
    let alice: TestUser
    let item_id: string
    let page_id: string
    const cached = sharedCache(async (url, headers) => {
      const { statusCode, body, headers: sent } = await product.send({ url, headers })
      return { request: headers, headers: sent as Headers, status: statusCode, body }
    })
    beforeAll(async () => {
      alice = await product.user('alice')
      await product.admin.api.adminSetting.saveConfig({ site_index: '1' })
      item_id = await anItem(alice, { item_name: 'Orders', item_domain: 'orders' })
      page_id = await aPage(alice, item_id, { page_title: 'Create', page_content: 'Secret later' })
    })

    it('gives no HTML for Markdown, and no Markdown for HTML', async () => {
      const url = `/orders/${page_id}`
      const [markdown, html] = [{ accept: 'text/markdown' }, { accept: 'text/html' }]
      for (const accept of [markdown, html, markdown, html])
        expect((await cached(url, accept)).headers['content-type']).toBe(`${accept.accept}; charset=utf-8`)
      expect((await cached(url, markdown)).fromCache).toBe(true)
      const packed = await cached(url, { ...markdown, 'accept-encoding': 'gzip' })
      expect(packed.fromCache).toBe(false)
    })

    it('gives no list of one person to another', async () => {
      const hidden = await anItem(alice, { item_name: 'CNRY-hidden', password: 'x' })
      await aPage(alice, hidden, { page_title: 'CNRY-page' })
      for (const url of ['/llms.txt', '/llms-full.txt', `/${hidden}/llms.txt`]) {
        expect((await cached(url, alice.headers)).body).toContain('CNRY')
        expect((await cached(url)).body).not.toContain('CNRY')
        expect((await cached(url, (await product.user('bob')).headers)).body).not.toContain('CNRY')
      }
    })

    it('gives nothing of an item that was closed', async () => {
      const urls = [`/orders/${page_id}.md`, '/orders/llms.txt', '/orders/llms-full.txt', '/orders.md', `/page/${page_id}.md`]
      for (const url of urls) expect([url, (await cached(url)).status, (await cached(url)).fromCache]).toEqual([url, 200, true])
      expect((await cached('/sitemap.xml')).status).toBe(200)
      await alice.api.item.update({ item_id, item_name: 'Orders', item_description: '', item_domain: 'orders', password: 'closed' })
      for (const url of urls) {
        const { status, body } = await cached(url)
        expect([url, status]).toEqual([url, 401])
        expect(body).not.toMatch(/Create|Secret|Orders/)
      }
      expect((await cached('/llms.txt')).body).not.toContain('Orders')
      expect((await cached(`/orders/${page_id}`, { accept: 'text/markdown' })).status).toBe(401)
    })
  },
  { PUBLIC_URL: 'https://docs.example.com' },
)
