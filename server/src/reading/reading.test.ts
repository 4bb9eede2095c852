import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Menu, MenuCatalog } from '@sheaf/contract'
import { expect, it } from 'vitest'
import { documentOf, readAssets } from './document.ts'
import { readStyles } from './html.ts'
import { partialMenu } from './reading.ts'

const fonts = [
  { url: '/f.woff2', isCode: false },
  { url: '/mono.woff2', isCode: true },
]
const styles = { html: '<style>a{}</style>', fonts }
const assets = { script: 'assets/main.js', preload: ['assets/words.js'], styles: [] }
const page = {
  language: 'zh' as const,
  theme: 'dark',
  looks: ['wide', 'wrap'],
  title: 'A & <B>',
  isListed: false,
  head: undefined,
  feeds: undefined,
  description: '',
  html: '',
  boot: { text: '</script><b>' },
}

it('escapes every text in the document', () => {
  const text = documentOf(page, assets, '/docs', styles)
  expect(text).toContain('<html lang="zh-CN" data-theme="dark" data-reading="wide wrap">')
  expect(text).toContain('<title>A &amp; &lt;B&gt;</title>')
  expect(text).toContain('noindex')
  expect(text.match(/<\/script>/g)).toHaveLength(2)
  expect(text).not.toMatch(/<script(?![^>]*(?:src=|type="application\/json"))/)
})

it('loads the app immediately, or after the text if the page contains one', () => {
  const app = documentOf(page, assets, '/docs', styles)
  expect(app).toContain('<script type="module" src="/docs/assets/main.js">')
  const reading = documentOf({ ...page, html: '<p>Text</p>', isListed: true }, assets, '/docs', styles)
  expect(reading).toContain('data-main="/docs/assets/main.js"')
  expect(reading).not.toContain('type="module"')
  expect(reading).not.toContain('noindex')
})

it('says that a page without text needs JavaScript', () => {
  expect(documentOf(page, assets, '/docs', styles)).toContain('<noscript>此页面需要 JavaScript，请在浏览器中启用后重新加载。</noscript>')
  const english = documentOf({ ...page, language: 'en' as const }, assets, '/docs', styles)
  expect(english).toContain('<noscript>This page needs JavaScript. Turn it on in your browser and reload.</noscript>')
  expect(documentOf({ ...page, html: '<p>Text</p>' }, assets, '/docs', styles)).not.toContain('<noscript>')
})

it('finds the files of the built app, or none without a build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-dist-'))
  expect(readAssets(folder, 'en')).toBeUndefined()
  mkdirSync(join(folder, '.vite'))
  const manifest = {
    'src/main.tsx': { file: 'assets/main.js', css: ['assets/main.css'], imports: ['_a.js'] },
    '_a.js': { file: 'assets/a.js', css: ['assets/a.css'], imports: ['_a.js'] },
  }
  writeFileSync(join(folder, '.vite', 'manifest.en.json'), JSON.stringify(manifest))
  expect(readAssets(folder, 'zh')).toBeUndefined()
  expect(readAssets(folder, 'en')).toEqual({
    script: 'assets/main.js',
    preload: ['assets/a.js'],
    styles: ['assets/main.css', 'assets/a.css'],
  })
})

it('preloads the text font before the style sheets, and the code font only for pages with code', () => {
  const preloads = (html: string) =>
    [
      ...documentOf({ ...page, html }, assets, '', styles).matchAll(
        /rel="preload" href="([^"]+)" as="font" type="font\/woff2" crossorigin>/g,
      ),
    ].map(([, url]) => url)
  expect(preloads('')).toEqual(['/f.woff2'])
  expect(preloads('<p>Text</p>')).toEqual(['/f.woff2'])
  expect(preloads('<pre class="a"><code>x</code></pre>')).toEqual(['/f.woff2', '/mono.woff2'])
  const text = documentOf(page, assets, '', styles)
  expect(text.indexOf('rel="preload"')).toBeLessThan(text.indexOf('<style>'))
})

it('inlines small style sheets and lists the fonts of all', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-styles-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'assets/a.css'),
    '@font-face{font-family:A;src:url(./a.woff2)}@font-face{font-family:"B Mono";src:url(./b.woff2)}b{background:url(x.png)}',
  )
  writeFileSync(join(folder, 'assets/big.css'), `@font-face{font-family:C;src:url(./c.woff2)}${'a{}'.repeat(40_000)}`)
  expect(readStyles(folder, ['assets/a.css', 'assets/big.css'], '/docs')).toEqual({
    html:
      '<style data-sheet="/docs/assets/a.css">@font-face{font-family:A;src:url(/docs/assets/a.woff2)}' +
      '@font-face{font-family:"B Mono";src:url(/docs/assets/b.woff2)}b{background:url(/docs/assets/x.png)}</style>\n' +
      '<link rel="stylesheet" href="/docs/assets/big.css">\n',
    fonts: [
      { url: '/docs/assets/a.woff2', isCode: false },
      { url: '/docs/assets/b.woff2', isCode: true },
      { url: '/docs/assets/c.woff2', isCode: false },
    ],
  })
})

it('sends only the open part of a large menu', () => {
  const catalog = (cat_id: number, catalogs: MenuCatalog[] = []) =>
    ({ cat_id, pages: [{ page_id: cat_id * 10 }], catalogs }) as unknown as MenuCatalog
  const menu = { pages: [{ page_id: 1 }], catalogs: [catalog(1, [catalog(2), catalog(3)]), catalog(4)] } as unknown as Menu
  expect(partialMenu(menu, [1, 2], 10)).toEqual({ menu })
  const part = partialMenu(menu, [1, 2], 5000)
  expect(part.partial).toBe(true)
  expect(
    part.menu.catalogs.map((one) => [one.cat_id, one.pages.length, one.catalogs.map((sub) => [sub.cat_id, sub.pages.length])]),
  ).toEqual([
    [
      1,
      1,
      [
        [2, 1],
        [3, 0],
      ],
    ],
    [4, 0, []],
  ])
})
