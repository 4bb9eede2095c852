import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { SaxesParser } from 'saxes'
import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aFile, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { excerptOf } from './head.ts'

const ROOT = 'https://docs.example.com'

type Element = Tree.Element
const isElement = (node: Tree.Node): node is Element => 'tagName' in node
const all = (node: Tree.Node): Element[] => [
  ...(isElement(node) ? [node] : []),
  ...('childNodes' in node ? node.childNodes.flatMap(all) : []),
]

/** What a parser of HTML finds in the head. */
function headIn(html: string) {
  const elements = all(parse(html))
  const attribute = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value
  const meta = Object.fromEntries(
    elements
      .filter(({ tagName }) => tagName === 'meta')
      .map((element) => [attribute(element, 'name') ?? attribute(element, 'property'), attribute(element, 'content')]),
  )
  const links = elements.filter(({ tagName }) => tagName === 'link').map((one) => [attribute(one, 'rel'), attribute(one, 'href')])
  const feeds = elements
    .filter((one) => attribute(one, 'rel') === 'alternate' && /atom|feed/.test(attribute(one, 'type') ?? ''))
    .map((one) => [attribute(one, 'type'), attribute(one, 'href')])
  const scripts = elements.filter(({ tagName }) => tagName === 'script')
  const block = scripts.find((element) => attribute(element, 'type') === 'application/ld+json')
  const text = block?.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
  return { meta, links, feeds, scripts, text, data: text === undefined ? undefined : JSON.parse(text) }
}

onEachDatabase(
  'the head of a page',
  (product) => {
    let alice: TestUser
    let item_id: string
    beforeAll(async () => {
      alice = await product.user('alice')
      item_id = await anItem(alice, { item_name: 'Orders', item_domain: 'orders' })
      await product.admin.api.adminSetting.saveConfig({ site_index: '1', site_description: 'Manuals of "us" & <you>' })
    })
    const htmlOf = async (url: string) => (await product.send({ url, headers: { accept: 'text/html' } })).body
    const indexed = (is_indexed: string) => alice.api.publish.save({ item_id, is_indexed })

    it('names the page, its text, its Markdown and its place', async () => {
      const cat_id = await aCatalog(alice, item_id, 'Below', await aCatalog(alice, item_id, 'Guides'))
      const page_id = await aPage(alice, item_id, {
        cat_id,
        page_title: 'Create an order',
        page_content: '# Create an order\n\nPlaces an order & answers its *number*. ![](https://example.org/a.png)',
      })
      const reply = await product.send({ url: `/${item_id}/${page_id}`, headers: { accept: 'text/html' } })
      const { meta, links, text = '', data } = headIn(reply.body)
      const url = `${ROOT}/orders/${page_id}`
      expect(links).toContainEqual(['canonical', url])
      expect(links).toContainEqual(['alternate', `${url}.md`])
      expect(meta).toMatchObject({
        description: 'Places an order & answers its number.',
        'og:type': 'article',
        'og:title': 'Create an order',
        'og:url': url,
        'og:site_name': 'Sheaf',
        'og:locale': 'en_US',
        'og:image': 'https://example.org/a.png',
      })
      expect(meta['robots']).toBeUndefined()
      expect(reply.headers['x-robots-tag']).toBeUndefined()
      expect(reply.headers['link']).toBe(
        `<${url}.md>; rel="alternate"; type="text/markdown", <${ROOT}/orders/llms.txt>; rel="llms-txt"; type="text/markdown"`,
      )
      expect(Buffer.byteLength(text)).toBeLessThan(1536)
      const [article, crumbs] = data['@graph']
      expect(article).toMatchObject({ '@type': 'TechArticle', headline: 'Create an order', inLanguage: 'en', isPartOf: { name: 'Orders' } })
      expect(crumbs.itemListElement.map(({ name, item }: Record<string, string>) => [name, item])).toEqual([
        ['Orders', `${ROOT}/orders`],
        ['Guides', url],
        ['Below', url],
        ['Create an order', url],
      ])
    })

    it('follows the language of the text, and has a card for a page without a picture that everybody may fetch', async () => {
      // A file of her own would be linked to the page, and its readers could see it.
      const bob = await product.user('bob')
      const sign = await aFile(product, await anItem(bob, { password: 'x' }), Buffer.from('x'), { owner: bob, name: 'a.png' })
      const picture = `/server/index.php?s=/api/attachment/visitFile/sign/${sign}`
      const page_id = await aPage(alice, item_id, { page_title: '下单', page_content: `创建订单并返回编号。 ![](${picture})` })
      const { meta, data } = headIn(await htmlOf(`/orders/${page_id}`))
      expect(meta).toMatchObject({ 'og:locale': 'zh_CN', 'og:image': `${ROOT}/card.png`, description: '创建订单并返回编号。' })
      expect(data['@graph'][0].inLanguage).toBe('zh-CN')
    })

    it('takes the language of a page from its words, not from its code', async () => {
      const code = `\`\`\`js\n${'const answer = request.body.value\n'.repeat(100)}\`\`\`\n`
      const page_id = await aPage(alice, item_id, { page_title: 'watch', page_content: `${code}\n创建订单并返回编号。\n\n${code}` })
      expect(headIn(await htmlOf(`/orders/${page_id}`)).meta['og:locale']).toBe('zh_CN')
    })

    it('W24: names the feeds of the item to readers of its pages, and nowhere else', async () => {
      const feedsOf = async (url: string, headers = {}) =>
        headIn((await product.send({ url, headers: { accept: 'text/html', ...headers } })).body).feeds
      const address = `${ROOT}/quiet/changes`
      const feeds = [
        ['application/atom+xml', `${address}.atom`],
        ['application/feed+json', `${address}.json`],
      ]
      const about = { item_name: 'Quiet', item_domain: 'quiet' }
      const quiet = await anItem(alice, about)
      const page_id = await aPage(alice, quiet, { page_title: 'Quiet' })
      for (const url of ['/quiet', `/quiet/${page_id}`, `/${quiet}/${page_id}`]) expect([url, await feedsOf(url)]).toEqual([url, feeds])
      await alice.api.publish.save({ item_id: quiet, is_indexed: '0' })
      expect(await feedsOf(`/quiet/${page_id}`)).toEqual(feeds)
      const made = await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: '1' })
      const key = 'unique_key' in made ? made.unique_key : ''
      for (const url of ['/', '/user/login', '/quiet/99999999', '/nothing', `/p/${key}`])
        expect([url, await feedsOf(url)]).toEqual([url, []])
      await alice.api.item.update({ item_id: quiet, ...about, item_description: '', password: 'sesame' })
      const closed = await product.send({ url: `/quiet/${page_id}`, headers: { accept: 'text/html' } })
      expect([closed.statusCode, await feedsOf(String(closed.headers['location']))]).toEqual([302, []])
      expect(await feedsOf(`/p/${key}`)).toEqual([])
      expect(await feedsOf(`/quiet/${page_id}`, alice.headers)).toEqual(feeds)
    })

    it.each([
      `</script><script>window.__mark=1</script>`,
      `"><img src=x onerror=alert(1)>`,
      `' " & < > ]]> --> <!--`,
      'line \u2028 separator \u2029 end',
      'half \ud800 of a pair',
      `\\u003c/script>`,
    ])('S109: writes any title and text safely: %j', async (text) => {
      const other = await anItem(alice, { item_name: text, item_domain: `safe${Math.random().toString(36).slice(2)}` })
      const cat_id = await aCatalog(alice, other, text)
      const page_id = await aPage(alice, other, { page_title: text, cat_id, page_content: `${text.replaceAll('<', '&lt;')} text` })
      const body = await htmlOf(`/${other}/${page_id}`)
      const { meta, scripts, data } = headIn(body)
      expect(scripts.length).toBe(3)
      const { headline } = data['@graph'][0]
      expect(meta['og:title']).toBe(headline)
      expect(headline.isWellFormed()).toBe(true)
      const list = await product.send({ url: `/${other}/llms.txt` })
      expect(list.body.split('\n').filter((line) => line.startsWith('- ['))).toHaveLength(1)
      const parser = new SaxesParser({})
      parser.on('error', (error) => {
        throw error
      })
      parser.write((await product.send({ url: `/sitemap/${Math.floor((Number(page_id) - 1) / 10_000)}.xml` })).body).close()
    })

    it('has only a title on a page that is not listed', async () => {
      const page_id = await aPage(alice, item_id, { page_title: 'Quiet', page_content: 'Text' })
      await indexed('0')
      for (const url of [`/orders/${page_id}`, `/page/${page_id}`, '/user/login', '/orders/99999999']) {
        const reply = await product.send({ url, headers: { accept: 'text/html' } })
        expect([url, reply.headers['x-robots-tag'], headIn(reply.body).meta['robots']]).toEqual([url, 'noindex', 'noindex'])
        expect(reply.body).not.toMatch(/canonical|og:|ld\+json|description/)
        expect(reply.headers['link']).toBeUndefined()
      }
      await indexed('')
      const home = headIn(await htmlOf('/'))
      expect([home.meta['robots'], home.meta['description']]).toEqual([undefined, 'Manuals of "us" & <you>'])
    })
  },
  { PUBLIC_URL: ROOT },
)

it('a description is the beginning of the text as a reader sees it', () => {
  expect(excerptOf('<h1 id="a">Orders <a>#</a></h1>\n<p>One &amp; two&nbsp;<b>three</b></p>', 'Orders')).toBe('One & two three')
  expect(excerptOf('<h1>Other</h1><p>Text</p>', 'Orders')).toBe('Other Text')
  const samples =
    '<section class="call-side"><div><div class="ch"><label>curl</label></div><pre>curl x</pre><pre>import</pre></div></section>'
  expect(excerptOf(`<p>One</p>\n${samples}\n<h2>Headers</h2>`, '')).toBe('One Headers')
  const opening = '<section class="call-side">'
  expect(excerptOf(`<p>One</p>${opening.repeat(200_000)}`, '')).toBe('One')
  expect([...excerptOf(`<p>${'字'.repeat(400)}</p>`, '')]).toHaveLength(160)
  expect(excerptOf(`<p>${'😀'.repeat(300)}`, '').isWellFormed()).toBe(true)
  expect(excerptOf('<p>a</p><button>Copy</button><svg><text>x</text></svg> b', '')).toBe('a b')
})
