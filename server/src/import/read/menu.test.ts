import { expect, it } from 'vitest'
import { outline, planner } from '../test/plan-sample.ts'
import { readMenu } from './menu.ts'

const plan = planner()
const outlineOf = async (files: Record<string, string>) => outline((await plan(files)).root)
const untitled = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'Text']))

it('names pages without a title as the SUMMARY.md does, and folders by their sections', async () => {
  const files = {
    ...untitled('README.md 1-set-up/README.md 1-set-up/a.md 2-errors/b.md 2-errors/deep/c.md 3-more/x.md 3-more/y.md'),
    '1-set-up/titled.md': '# Its own title',
    'SUMMARY.md': [
      '# Summary\n',
      '* [Welcome](README.md)',
      '* [Set up **Sheaf**](1-set-up/README.md)',
      '  * [Install `sheaf`](1-set-up/a.md)',
      '  * [Another title](1-set-up/titled.md)\n',
      '## Errors & codes\n',
      '* [Codes](2-errors/b.md)',
      '  * [One](2-errors/deep/c.md#one)',
      '  * [Code C](2-errors/deep/c.md)',
      '* [X](3-more/x.md)',
      '* Others',
      '  * [Y](3-more/y.md)',
    ].join('\n'),
  }
  expect(await outlineOf(files)).toMatchInlineSnapshot(`
    [
      "Welcome",
      "Set up Sheaf/",
      "Set up Sheaf/Set up Sheaf",
      "Set up Sheaf/Install sheaf",
      "Set up Sheaf/Its own title",
      "Codes/",
      "Codes/Codes",
      "Codes/deep/",
      "Codes/deep/Code C",
      "more/",
      "more/X",
      "more/Y",
    ]
  `)
})

it('names pages and folders as the nav of a mkdocs.yml does, but not a folder by its first page', async () => {
  const nav = [
    'nav:',
    '- Home: index.md',
    '- "API: reference":',
    '    - Overview: api/index.md',
    "    - 'Call [x]': api/call.md",
    '- b/one.md',
    '- b/two.md',
  ]
  const all = untitled('docs/index.md docs/api/index.md docs/api/call.md docs/b/one.md docs/b/two.md')
  expect(await outlineOf({ ...all, 'mkdocs.yml': nav.join('\n') })).toMatchInlineSnapshot(`
    [
      "docs/",
      "docs/Home",
      "docs/API: reference/",
      "docs/API: reference/Overview",
      "docs/API: reference/Call [x]",
      "docs/b/",
      "docs/b/one",
      "docs/b/two",
    ]
  `)
})

it('names catalogs by the index pages of Docusaurus and Hugo, and not by an introduction', async () => {
  const intro = { 'guide/index.md': '# Introduction', 'guide/b.md': '# B', 'a.md': '# A' }
  expect(await outlineOf(intro)).toContain('guide/')
  expect(await outlineOf({ ...intro, 'guide/_category_.json': '{"label":"Start"}', 'x/README.md': '# Extra' })).toEqual(
    expect.arrayContaining(['Start/', 'Extra/']),
  )
  const label = { 'guide/index.md': '---\ntitle: A long title of the guide\nsidebar_label: Short\n---\nText' }
  expect(await outlineOf({ ...label, 'a.md': '# A' })).toEqual(['A', 'Short/', 'Short/A long title of the guide'])
  const home = { 'content/en/_index.md': '# The best product', 'content/_index.md': '# Best', 'a.md': '# A' }
  expect(await outlineOf(home)).toEqual(expect.arrayContaining(['content/', 'content/en/']))
  const long = `# ${'Long '.repeat(20)}`
  expect(await outlineOf({ 'guide/_index.md': long, 'a.md': '# A' })).toContain('guide/')
})

it('reads a menu that is made to take long', () => {
  const links = `${'['.repeat(50_000)}${'[a'.repeat(20_000)}](<sheaf-page:a.md>)`
  const deep = Array.from({ length: 3000 }, (_, n) => `${' '.repeat(n)}- [p${n}](sheaf-page:p${n}.md)`).join('\n')
  const { pages, folders } = readMenu(`${links}\n${deep}`, (link) => link.slice('sheaf-page:'.length))
  expect([pages.size, folders.size]).toEqual([3001, 0])
})
