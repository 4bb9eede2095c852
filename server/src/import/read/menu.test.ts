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

it('names the uppermost folder that only one section lists', async () => {
  const nav = ['nav:', '- index.md', '- API:', '  - Users: api/v1/users.md', '  - Orders: api/v1/orders.md']
  const all = untitled('docs/index.md docs/api/v1/users.md docs/api/v1/orders.md')
  expect(await outlineOf({ ...all, 'mkdocs.yml': nav.join('\n') })).toEqual([
    'docs/',
    'docs/docs',
    'docs/API/',
    'docs/API/v1/',
    'docs/API/v1/Users',
    'docs/API/v1/Orders',
  ])
})

it.each([
  ["'It''s here'", "It's here"],
  ['"Say \\"hi\\""', 'Say "hi"'],
  ['"\\u4e2d\\u6587"', '中文'],
  ['"Issue #5"', 'Issue #5'],
  ['"a: b"', 'a: b'],
  ['Plain # comment', 'x'],
  ['!ENV [NAME, y]', 'x'],
])('reads the name %s of a nav as %s', async (key, name) => {
  const nav = `nav:\n  - ${key}: x.md # last\n  - y.md\n`
  expect(await outlineOf({ ...untitled('docs/x.md docs/y.md'), 'mkdocs.yml': nav })).toContain(`docs/${name}`)
})

it('names a folder by a heading at the start of a sidebar', async () => {
  const bar = '# Guide\n\n- [A](g/a.md)\n- [B](g/b.md)\n\n# Help\n\n- [C](h/c.md)\n'
  expect(await outlineOf({ ...untitled('g/a.md g/b.md h/c.md'), '_sidebar.md': bar })).toEqual([
    'Guide/',
    'Guide/A',
    'Guide/B',
    'Help/',
    'Help/C',
  ])
})

it('names the catalog of a page with pages below it by its name in the menu, and keeps their order', async () => {
  const files = untitled('guide.md guide/use.md guide/set-up.md faq.md')
  const bar = '- [Questions](faq.md)\n- [The guide](guide.md)\n  - [Set up](guide/set-up.md)\n  - [Use](guide/use.md)\n'
  expect(await outlineOf({ ...files, '_sidebar.md': bar })).toEqual([
    'Questions',
    'The guide/',
    'The guide/The guide',
    'The guide/Set up',
    'The guide/Use',
  ])
  const flat = '- [Questions](faq.md)\n- [The guide](guide.md)\n- [Use](guide/use.md)\n- [Set up](guide/set-up.md)\n'
  expect(await outlineOf({ ...files, '_sidebar.md': flat })).toEqual([
    'Questions',
    'The guide/',
    'The guide/The guide',
    'The guide/Use',
    'The guide/Set up',
  ])
  const section = ['nav:', '- Questions: faq.md', '- Guide:', '  - Start: guide.md', '  - guide/set-up.md', '  - guide/use.md']
  const inDocs = Object.fromEntries(Object.entries(files).map(([name, text]) => [`docs/${name}`, text]))
  expect(await outlineOf({ ...inDocs, 'mkdocs.yml': section.join('\n') })).toEqual([
    'docs/',
    'docs/Questions',
    'docs/Guide/',
    'docs/Guide/Start',
    'docs/Guide/set-up',
    'docs/Guide/use',
  ])
})

it('leaves a page next to its folder if the menu lists both apart', async () => {
  const nav = ['nav:', '- Overview: guide.md', '- faq.md', '- Guide:', '  - guide/set-up.md', '  - More:', '    - guide/use.md']
  const files = untitled('docs/guide.md docs/guide/use.md docs/guide/set-up.md docs/faq.md')
  expect(await outlineOf({ ...files, 'mkdocs.yml': nav.join('\n') })).toEqual([
    'docs/',
    'docs/Overview',
    'docs/faq',
    'docs/Guide/',
    'docs/Guide/set-up',
    'docs/Guide/use',
  ])
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
  expect(await outlineOf({ 'sdk/go/_index.md': '# The Go SDK', 'a.md': '# A' })).toContain('sdk/The Go SDK/')
  const two = { 'a.md': '# A', 'guide/_index.md': '# The guide', 'guide/README.md': '# Read me', 'guide/index.md': 'Text' }
  expect(await outlineOf(two)).toContain('The guide/')
  const long = `# ${'Long '.repeat(20)}`
  expect(await outlineOf({ 'guide/_index.md': long, 'a.md': '# A' })).toContain('guide/')
})

it('reads a menu that is made to take long', () => {
  const links = `${'['.repeat(50_000)}${'[a'.repeat(20_000)}](<sheaf-page:a.md>)`
  const deep = Array.from({ length: 3000 }, (_, n) => `${' '.repeat(n)}- [p${n}](sheaf-page:p${n}.md)`).join('\n')
  const { pages, folders } = readMenu(`${links}\n${deep}`, (link) => link.slice('sheaf-page:'.length), new Map())
  expect([pages.size, folders.size]).toEqual([3001, 0])
})
