import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Menu, MenuCatalog } from '@sheaf/contract'
import { expect, it } from 'vitest'
import { documentOf, readAssets } from './document.ts'
import { partialMenu } from './partial-menu.ts'
import { readStyles } from './styles.ts'

const styles = { html: '<style>a{}</style>', faces: '@font-face{src:url(/f.woff2)}', fonts: ['/f.woff2'] }
const assets = { script: 'assets/main.js', preload: ['assets/words.js'], styles: [] }
const page = {
  language: 'zh' as const,
  theme: 'dark',
  looks: ['wide', 'wrap'],
  title: 'A & <B>',
  isPublic: false,
  html: '',
  boot: { text: '</script><b>' },
  hasFonts: false,
}

it('writes a page that no text can break out of', () => {
  const text = documentOf(page, assets, '/docs', styles)
  expect(text).toContain('<html lang="zh-CN" data-theme="dark" data-reading="wide wrap">')
  expect(text).toContain('<title>A &amp; &lt;B&gt;</title>')
  expect(text).toContain('noindex')
  expect(text.match(/<\/script>/g)).toHaveLength(2)
  expect(text).not.toMatch(/<script(?![^>]*(?:src=|type="application\/json"))/)
})

it('asks for the app at once, or after the text where there is one', () => {
  const app = documentOf(page, assets, '/docs', styles)
  expect(app).toContain('<script type="module" src="/docs/assets/main.js">')
  expect(app).toContain('@font-face')
  const reading = documentOf({ ...page, html: '<p>Text</p>', isPublic: true }, assets, '/docs', styles)
  expect(reading).toContain('data-main="/docs/assets/main.js"')
  expect(reading).not.toContain('type="module"')
  expect(reading).not.toContain('@font-face')
  expect(reading).not.toContain('noindex')
})

it('finds the files of the built app, and none where it is not built', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-dist-'))
  expect(readAssets(folder)).toBeUndefined()
  mkdirSync(join(folder, '.vite'))
  const manifest = {
    'src/main.tsx': { file: 'assets/main.js', css: ['assets/main.css'], imports: ['_a.js'] },
    '_a.js': { file: 'assets/a.js', css: ['assets/a.css'], imports: ['_a.js'] },
  }
  writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest))
  expect(readAssets(folder)).toEqual({ script: 'assets/main.js', preload: ['assets/a.js'], styles: ['assets/main.css', 'assets/a.css'] })
})

it('puts small sheets into the page and keeps the fonts apart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-styles-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/a.css'), '@font-face{font-family:A;src:url(./a.woff2)}b{background:url(x.png)}')
  writeFileSync(join(folder, 'assets/big.css'), 'a{}'.repeat(30_000))
  expect(readStyles(folder, ['assets/a.css', 'assets/big.css'], '/docs')).toEqual({
    html:
      '<style data-sheet="/docs/assets/a.css">b{background:url(/docs/assets/x.png)}</style>\n' +
      '<link rel="stylesheet" href="/docs/assets/big.css">\n',
    faces: '@font-face{font-family:A;src:url(/docs/assets/a.woff2)}',
    fonts: ['/docs/assets/a.woff2'],
  })
})

it('sends of a large menu what is open on the way to the page', () => {
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
