import { posix } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { anItem, aPage } from '../../test/given.ts'
import { onOneDatabase, type TestUser } from '../../test/product.ts'
import { aBook, exported } from '../../test/samples/exported.ts'

const markers = [
  '<script>window.hit = 1</script>',
  '<img src=x onerror="hit()">',
  '[a](javascript:hit())',
  '[b](vbscript:hit())',
  '![c](data:text/html,<script>hit()</script>)',
  '<iframe srcdoc="<script>hit()</script>"></iframe>',
  '<object data="https://sink.test/o"></object><embed src="https://sink.test/e">',
  '<svg onload="hit()"><script>hit()</script></svg>',
  '<p style="background:url(https://sink.test/s)">x</p>',
  '<meta http-equiv="refresh" content="0;url=https://sink.test/m"><base href="https://sink.test/">',
  '<form action="https://sink.test/f"><button formaction="https://sink.test/g">x</button></form>',
  '<link rel="stylesheet" href="https://sink.test/l">',
  '<math><a xlink:href="javascript:hit()">x</a></math>',
  '![far](https://sink.test/p.png) <video src="https://sink.test/v.mp4" poster="https://sink.test/w.png"></video>',
  '![up](../../../../etc/passwd) ![file](file:///etc/passwd) ![net](//sink.test/n.png)',
  '```mermaid\ngraph TD\nA["<img src=x onerror=hit()>"] --> B[<script>hit()</script>]\n```',
]

onOneDatabase('HTML export', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  describe('the exported folder', () => {
    let files: Map<string, Buffer>
    let pages: string[]
    beforeAll(async () => {
      files = await exported(product, alice, 'html', { item_id: (await aBook(product, alice)).item_id })
      pages = [...files.keys()].filter((name) => name.endsWith('.html'))
    })
    const folder = 'API- 订单-手册'
    const script = (name: string) => files.get(`${folder}/sheaf/${name}`)?.toString() ?? ''

    it('contains every page, the contents, the tree and the search text', () => {
      expect([...files.keys()].filter((name) => !name.startsWith(`${folder}/`))).toEqual([])
      expect(pages.filter((name) => name.includes('/pages/'))).toHaveLength(7)
      const index = files.get(`${folder}/index.html`)?.toString() ?? ''
      expect(index).toContain('关于 &lt;订单&gt; &amp; &quot;more&quot;')
      expect(index.match(/<ul>/g)?.length).toBe(index.match(/<\/ul>/g)?.length)
      const tree = JSON.parse(/^var sheaf=([\s\S]*);\n$/.exec(script('tree.js'))?.[1] ?? '') as { nodes: unknown[]; shards: number }
      expect([tree.nodes.length, tree.shards]).toEqual([11, 1])
      const words: [number, string][] = []
      new Function('sheafPages', script('words-0.js'))(words)
      expect(words.map(([, text]) => text)).toContain('没有标题 a b')
    })

    it('links only to files that are in the folder', () => {
      let count = 0
      for (const name of pages)
        for (const [, target = ''] of files
          .get(name)
          ?.toString()
          .matchAll(/(?:href|src)="(?!#|https?:|data:)([^"#]+)[^"]*"/g) ?? []) {
          expect([...files.keys()], `${name} ${target}`).toContain(posix.join(posix.dirname(name), decodeURIComponent(target)))
          count++
        }
      expect(count).toBeGreaterThan(40)
    })
  })

  it('includes a page that is too complex to render as plain source', async () => {
    const item_id = await anItem(alice)
    await aPage(alice, item_id, { page_content: `${'> '.repeat(300)}**quoted**` })
    const files = await exported(product, alice, 'html', { item_id })
    const page = [...files].find(([name]) => /\/pages\/.*\.html$/.test(name))?.[1].toString()
    expect(page).toContain('&gt; &gt; **quoted**</pre>')
  })

  it('S93, S68: contains no foreign script and loads nothing from other sites', async () => {
    const item_id = await anItem(alice, { item_name: '<script>hit()</script>"' })
    for (const [n, text] of markers.entries())
      await aPage(alice, item_id, { page_title: `</title><script>hit(${n})</script>`, page_content: text })
    await aPage(alice, item_id, { page_title: 'All', page_content: markers.join('\n\n') })
    const files = await exported(product, alice, 'html', { item_id })
    for (const [name, bytes] of files) {
      if (!name.endsWith('.html')) continue
      const text = bytes.toString()
      expect(text.match(/<script\b[^>]*>/g)).toEqual([
        expect.stringMatching(/src="(\.\.\/)?sheaf\/reader\.js"/),
        expect.stringMatching(/src="(\.\.\/)?sheaf\/tree\.js" defer/),
      ])
      // Only tags are checked, because the text of a page can contain these strings.
      for (const [tag] of text.matchAll(/<[a-z][^>]*>/gi)) {
        expect(tag).not.toMatch(/\son\w+=|javascript:|vbscript:|srcdoc|formaction|data:text/i)
        if (!tag.startsWith('<a ')) expect(tag).not.toMatch(/sink\.test|file:\/\/\/|passwd|style="[^"]*url/)
        expect(tag).not.toMatch(/^<(?:iframe|object|embed|form|base|svg|link(?! rel="stylesheet" href="(?:\.\.\/)?sheaf\/style\.css"))/i)
      }
      for (const [, svg = ''] of text.matchAll(/data:image\/svg\+xml;base64,([\w+/=]+)/g))
        expect(Buffer.from(svg, 'base64').toString()).not.toMatch(/https?:\/\/(?!www\.w3\.org)|@import/)
    }
    const style = [...files].find(([name]) => name.endsWith('style.css'))?.[1].toString() ?? ''
    expect(style).not.toMatch(/url\(|@import|https?:/)
    expect([...files].find(([name]) => name.endsWith('tree.js'))?.[1].toString()).not.toContain('\n</script')
  })
})
