import { appRoutes, screenSegments } from '@sheaf/contract/routes'
import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('HTML pages', (product) => {
  let alice: TestUser
  let open: string
  let page: string
  let secret: string
  let hidden: string
  beforeAll(async () => {
    alice = await product.user('alice')
    open = await anItem(alice, { item_name: 'Handbook', item_domain: 'handbook' })
    page = await aPage(alice, open, { page_title: 'Start & <go>', page_content: '# Welcome\n\n</script><script>window.__mark=1</script>' })
    secret = await anItem(alice, { item_name: 'CNRY-item', item_description: 'CNRY-text', password: 'sesame', item_domain: 'cnrydomain' })
    hidden = await aPage(alice, secret, { page_title: 'CNRY-title', page_content: 'CNRY-content' })
  })
  const get = (url: string, headers: Record<string, string> = {}) => product.send({ url, headers: { accept: 'text/html', ...headers } })

  it('send no referrer from URLs that contain a secret', async () => {
    const referrerPolicy = async (url: string) => (await get(url)).headers['referrer-policy']
    for (const url of [
      '/user/ResetPasswordByUrl?token=a',
      '/user/resetPasswordByUrl?token=a',
      '/user/verifyEmail?token=a',
      '/user/setup?token=a',
    ])
      expect([url, await referrerPolicy(url)]).toEqual([url, 'no-referrer'])
    expect(await referrerPolicy('/user/login')).toBe('strict-origin-when-cross-origin')
  })

  it('contain the text for readers and no script of the text', async () => {
    for (const url of [`/${open}`, `/${open}/${page}`, '/handbook', `/HANDBOOK/${page}`, `/page/${page}`]) {
      const reply = await get(url)
      expect([url, reply.statusCode, reply.headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8'])
      expect(reply.body).toContain('Welcome</h1>')
      expect(reply.body).toContain('Start &amp; &lt;go&gt;')
      expect(reply.body).not.toContain('<script>window')
      expect(reply.body.match(/<script(?![^>]*(?: src=| type="application\/(?:ld\+)?json"))/g)).toBeNull()
    }
  })

  it('contain the draft interval and the attachment page size: 30 s and 6 by default, or the site settings', async () => {
    const sizes = async () => {
      const [, boot = '{}'] = /<script[^>]*id="boot"[^>]*>(.*?)<\/script>/s.exec((await get('/user/login')).body) ?? []
      const { draftSeconds, attachmentPageSize } = JSON.parse(boot)
      return [draftSeconds, attachmentPageSize]
    }
    expect(await sizes()).toEqual([30, 6])
    await product.admin.api.adminSetting.saveConfig({ draft_seconds: '60', attachment_page_size: '5' })
    expect(await sizes()).toEqual([60, 5])
    await product.server.services.store.db.deleteFrom('site_config').execute()
  })

  it('exist for every route of the web app', async () => {
    expect(appRoutes.length).toBeGreaterThan(20)
    for (const path of appRoutes) expect([path, (await get(path.replaceAll(/:\w+/g, '1'))).statusCode]).toEqual([path, 200])
    for (const path of ['/user/resetpassword', '/web/']) expect([path, (await get(path)).statusCode]).toEqual([path, 200])
  })

  it('cannot be shadowed by the domain of an item', async () => {
    for (const item_domain of screenSegments)
      await expect(anItem(alice, { item_domain }), item_domain).rejects.toMatchObject({ code: 10305 })
  })

  it('apply the reader’s text settings in the first response', async () => {
    const html = async (cookie: string) => (await get(`/${open}/${page}`, { cookie })).body.slice(0, 120)
    expect(await html('reading=large.wrap')).toContain('data-reading="large wrap"')
    expect(await html('reading="><script>.wide')).toContain('<html lang="en" data-reading="wide">')
    expect(await html('reading=constructor')).not.toContain('data-reading')
  })

  it('S71: carry the security headers on every route', async () => {
    for (const url of ['/', '/user/login', '/item/index', '/admin/index', `/${open}`, `/${secret}`, '/no/such/page', '/999']) {
      const { headers, statusCode } = await get(url)
      if (statusCode === 302) continue
      const policy = Object.fromEntries(
        String(headers['content-security-policy'])
          .split('; ')
          .map((one) => [one.split(' ')[0], one]),
      )
      expect(policy['script-src']).toBe("script-src 'self'")
      expect(policy).toMatchObject({
        'object-src': "object-src 'none'",
        'base-uri': "base-uri 'none'",
        'form-action': "form-action 'self'",
      })
      expect(policy).toMatchObject({ 'frame-ancestors': "frame-ancestors 'self'", 'default-src': "default-src 'self'" })
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
      })
    }
  })

  it('S43: redirect from private items to the password screen without revealing anything', async () => {
    const visitor = await product.user('outsider')
    for (const [url, redirect] of [
      [`/${secret}`, `/item/password/${secret}?redirect=%2F${secret}`],
      [`/${secret}/${hidden}`, `/item/password/${secret}?page_id=${hidden}&redirect=%2F${secret}%2F${hidden}`],
      ['/cnrydomain', `/item/password/${secret}?redirect=%2Fcnrydomain`],
      [`/page/${hidden}`, `/item/password/0?page_id=${hidden}&redirect=%2Fpage%2F${hidden}`],
    ] as const)
      for (const headers of [{}, visitor.headers]) {
        const reply = await get(url, headers)
        expect([reply.statusCode, reply.headers['location']]).toEqual([302, redirect])
        expect(reply.body).not.toContain('CNRY')
        const screen = await get(redirect, headers)
        expect(screen.statusCode).toBe(200)
        expect(screen.body).not.toContain('CNRY')
      }
    await visitor.api.item.pwd({ item_id: secret, password: 'sesame' })
    const read = await get(`/${secret}/${hidden}`, visitor.headers)
    expect(read.body).toContain('CNRY-content')
    expect(read.body).toContain('noindex')
  })

  it('redirect a member of other catalogs from /page/{id} to the item, which shows what they can read', async () => {
    const member = await product.user('member-elsewhere')
    await aMember(product, secret, member, { edit: false, cat_id: await aCatalog(alice, secret, 'Handbook') })
    const reply = await get(`/page/${hidden}`, member.headers)
    expect([reply.statusCode, reply.headers['location']]).toEqual([302, `/${secret}/${hidden}`])
    const shown = await get(`/${secret}/${hidden}`, member.headers)
    expect(shown.statusCode).toBe(200)
    expect(shown.body).toContain('Handbook')
    expect(shown.body).not.toContain('CNRY-content')
  })

  it('show a page by its link without the item', async () => {
    const made = await alice.api.page.createSinglePage({ page_id: hidden, isCreateSiglePage: '1' })
    const key = 'unique_key' in made ? made.unique_key : ''
    const reply = await get(`/p/${key}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('CNRY-content')
    expect(reply.body).not.toMatch(/CNRY-item|CNRY-text|cnrydomain/)
    expect(reply.body).not.toContain(`"item_id":"${secret}"`)
    await alice.api.page.createSinglePage({ page_id: hidden, isCreateSiglePage: '0' })
    expect((await get(`/p/${key}`)).statusCode).toBe(404)
  })

  it.each([
    '/999',
    '/999/1',
    '/nosuchdomain',
    '/2147483648',
    '/9999999999',
    '/99999999999',
    '/1/9999999999',
    '/page/9999999999',
    '/page/x',
    '/p/x',
    '/p/%00',
    '/a-b',
    '/a/b/c/d',
    '/%zz',
  ])('answer 404 for unknown paths: %s', async (url) => {
    const reply = await get(url)
    expect([404, 400]).toContain(reply.statusCode)
    expect(reply.body).not.toMatch(/\n\s+at |node_modules/)
  })

  it('answer 404 for a page that is not in the item, with the item’s screen', async () => {
    const reply = await get(`/${open}/99999999`)
    expect(reply.statusCode).toBe(404)
    expect(reply.body).toContain('item/info')
  })

  it('show no page under another item and nothing of a deleted item', async () => {
    const other = await get(`/${open}/${hidden}`)
    expect(other.body).not.toContain('CNRY')
    const gone = await anItem(alice, { item_domain: 'bygone' })
    const left = await aPage(alice, gone, { page_content: 'CNRY-gone' })
    await deleteItem(product, gone)
    for (const url of [`/${gone}`, '/bygone', `/${gone}/${left}`, `/page/${left}`]) {
      const reply = await get(url, alice.headers)
      expect([url, reply.statusCode]).toEqual([url, 404])
      expect(reply.body).not.toContain('CNRY')
    }
  })
})
