import { beforeAll, expect, it } from 'vitest'
import { headOf, pageOf } from '../../access/access.store.ts'
import { readPage } from '../../import/read/page.ts'
import { aCatalog, anItem, aPage, theOnlyPage } from '../../test/given.ts'
import { onOneDatabase, type TestUser } from '../../test/product.ts'
import { markdownTarget } from './links.ts'
import { fileOf, pageDocument } from './page-document.ts'

onOneDatabase(
  'a page as Markdown',
  (product) => {
    let alice: TestUser
    let item_id: string
    let cat_id: string
    beforeAll(async () => {
      alice = await product.user('alice')
      item_id = await anItem(alice, { item_name: 'Order: Service', item_domain: 'orders' })
      cat_id = await aCatalog(alice, item_id, 'Below', await aCatalog(alice, item_id, 'Guides'))
    })
    const documentOf = async (page_id: string) => {
      const { services } = product.server
      const page = (await pageOf(services, Number(page_id)))!
      return pageDocument(services, { page, item: (await headOf(services, page.item_id))!, visits: 'all' })
    }
    const textOf = async (page_content: string, more = {}) => documentOf(await aPage(alice, item_id, { page_content, ...more }))

    it('has front matter with the facts that a program needs', async () => {
      const page_id = await aPage(alice, item_id, { cat_id, page_title: 'Create an order', page_content: 'Text' })
      const file = fileOf(await documentOf(page_id))
      expect(file).toMatch(
        new RegExp(
          `^---\ntitle: Create an order\nurl: https://docs.example.com/orders/${page_id}\nitem: "Order: Service"\npath: Guides / Below\n` +
            'updated: \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ\nversion: 1\ntokens: \\d+\n---\n# Create an order\n\nText\n$',
        ),
      )
    })

    it('links to the Markdown of pages, and makes addresses of this site absolute', async () => {
      const { text } = await textOf(
        [
          '[a](/orders/7) [b](/12/7#part) [c](https://docs.example.com/page/7?x=1) [d](/web/#/12/7)',
          '[e](/user/login) [f](https://example.org/12/7) [g](//example.org/12/7) [h](other) [i](#part) [j](/catalog/12)',
          '![p](/server/index.php?s=/api/attachment/visitFile/sign/abc) <img src="/pictures/1"> `[k](/orders/7)`',
        ].join('\n\n'),
      )
      const root = 'https://docs.example.com'
      expect(text).toContain(`[a](${root}/orders/7.md) [b](${root}/12/7.md#part) [c](${root}/page/7.md) [d](${root}/12/7.md)`)
      expect(text).toContain(`[e](${root}/user/login) [f](https://example.org/12/7) [g](//example.org/12/7) [h](other) [i](#part)`)
      expect(text).toContain(`[j](${root}/catalog/12)`)
      expect(text).toContain(`![p](${root}/server/index.php?s=/api/attachment/visitFile/sign/abc) <img src="${root}/pictures/1"> \`[k]`)
    })

    it.each([
      'Plain',
      '- no',
      'true',
      '12',
      'a: b # c',
      '"quoted" \\ * _x_ [a](b)',
      '# {#id} {.c} ##',
      '中文：标题',
      '<b>&amp;</b>',
      "it's",
    ])('is imported again as the same title and text: %s', async (page_title) => {
      const page_content = '## Part\n\n- one\n- two\n\n```js\n# no heading\n```\n'
      const read = readPage(fileOf(await textOf(page_content, { page_title })))
      expect(read).toMatchObject({ title: page_title, content: page_content })
    })

    it('converts pages of API clients and the first 500 rows of spreadsheets', async () => {
      const api = { info: { type: 'api', method: 'post', url: 'https://x/orders', title: 't' }, request: {}, response: {} }
      expect((await textOf(JSON.stringify(api))).text).toMatch(/^# Start\n\n[\s\S]*POST[\s\S]*https:\/\/x\/orders/)
      const sheets = await anItem(alice, { item_type: '4' })
      const rows = Object.fromEntries(Array.from({ length: 700 }, (_, row) => [row, { cells: { 0: { text: `row ${row}` } } }]))
      const page_id = await theOnlyPage(alice, sheets, JSON.stringify([{ name: 'S', rows }]))
      const { text } = await documentOf(page_id)
      expect(text.match(/\| row \d+ \|/g)).toHaveLength(500)
      expect(text).toContain('*200 more rows*')
    })

    it('is the stored text if the page is too large to convert in time or memory', async () => {
      const hostile = `${'['.repeat(200_000)}](x)`
      expect((await textOf(hostile)).text).toBe(`# Start\n\n${hostile}`)
    })
  },
  { PUBLIC_URL: 'https://docs.example.com' },
)

it('reads addresses below a base path, and leaves other sites alone', () => {
  const site = { root: 'https://docs.example.com/wiki', base: '/wiki', origin: 'https://docs.example.com' }
  const of = (target: string, kind: 'link' | 'image' = 'link') => markdownTarget(target, kind, site)
  expect(of('/wiki/12/7')).toBe('https://docs.example.com/wiki/12/7.md')
  expect(of('/12/7')).toBe('https://docs.example.com/wiki/12/7.md')
  expect(of('https://docs.example.com/wiki/orders/7#a')).toBe('https://docs.example.com/wiki/orders/7.md#a')
  expect(of('/wiki/12/7', 'image')).toBe('https://docs.example.com/wiki/12/7')
  expect([of('https://docs.example.com.evil.org/12/7'), of('//x/12/7'), of('7'), of('#7'), of('mailto:a@b.c')]).toEqual(
    Array(5).fill(undefined),
  )
  expect(markdownTarget('/12/7', 'link', { root: '', base: '', origin: undefined })).toBe('/12/7.md')
})
