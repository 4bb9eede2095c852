import { expect, it } from 'vitest'
import { contentOf, outline, planner } from '../test/plan-sample.ts'
import { readPage } from './page.ts'

const plan = planner()
const pages = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, `# ${name}`]))
const outlineOf = async (files: Record<string, string>) => outline((await plan(files)).root)

it('follows the nav of a mkdocs.yml, also with tags of programs in it', async () => {
  const config = [
    'site_name: Manual',
    'nav:',
    '  - index.md',
    '  - Guide: # in order',
    "    - 'guide/setup.md'",
    '    - "First steps": guide/first.md',
    '  - "A: b": about.md # last',
    '  - Elsewhere: https://example.com/guide/other.md',
    'markdown_extensions:',
    '  - pymdownx.emoji:',
    '      emoji_index: !!python/name:material.extensions.emoji.twemoji',
    '      options: [guide/first.md, about.md]',
  ]
  const all = pages('docs/about.md docs/guide/first.md docs/guide/setup.md docs/guide/unlisted.md docs/index.md')
  expect(await outlineOf({ ...all, 'mkdocs.yml': config.join('\n') })).toMatchInlineSnapshot(`
    [
      "docs/",
      "docs/docs/index.md",
      "docs/Guide/",
      "docs/Guide/docs/guide/setup.md",
      "docs/Guide/docs/guide/first.md",
      "docs/Guide/docs/guide/unlisted.md",
      "docs/docs/about.md",
    ]
  `)
  const own = Object.fromEntries(Object.entries(all).map(([name, text]) => [name.replace('docs/', 'handbook/pages/'), text]))
  expect(
    await outlineOf({ ...own, 'handbook/mkdocs.yaml': ['docs_dir: "pages"', ...config].join('\r\n'), 'a.txt': '' }),
  ).toMatchInlineSnapshot(`
    [
      "handbook/",
      "handbook/pages/",
      "handbook/pages/docs/index.md",
      "handbook/pages/Guide/",
      "handbook/pages/Guide/docs/guide/setup.md",
      "handbook/pages/Guide/docs/guide/first.md",
      "handbook/pages/Guide/docs/guide/unlisted.md",
      "handbook/pages/docs/about.md",
    ]
  `)
})

it.each(['SUMMARY.md', '_sidebar.md'])('follows %s, which is no page itself', async (name) => {
  const text =
    '# Contents\n\n* [Intro](README.md)\n* [Later](later.md)\n* [Errors](errors/)\n  * [B](errors/b.md)\n  * [A](errors/a.md#x)\n* [Early](early.md)'
  const bar = { '_navbar.md': '* [Intro](README.md)' }
  expect(
    await outlineOf({
      ...(name === '_sidebar.md' && bar),
      ...pages('README.md early.md errors/README.md errors/a.md errors/b.md later.md'),
      [name]: text,
    }),
  ).toMatchInlineSnapshot(`
    [
      "README.md",
      "later.md",
      "Errors/",
      "Errors/errors/README.md",
      "Errors/errors/b.md",
      "Errors/errors/a.md",
      "early.md",
    ]
  `)
})

it('keeps a summary without a list of pages as a page', async () => {
  expect(await outlineOf({ ...pages('a.md b.md'), 'SUMMARY.md': '# Summary\n\nSee [a](a.md).' })).toMatchInlineSnapshot(`
    [
      "a.md",
      "b.md",
      "Summary",
    ]
  `)
})

it('follows the _category_.json of Docusaurus', async () => {
  const files = {
    ...pages('docs/a.md docs/basics/x.md docs/advanced/y.md docs/advanced/deep/more/z.md docs/broken/w.md'),
    'docs/basics/_category_.json': '{"label":"The basics","position":1,"link":{"type":"generated-index"}}',
    'docs/advanced/_category_.json': '{"label":"For experts","position":2}',
    'docs/advanced/deep/_category_.json': '{"label":"Deep"}',
    'docs/broken/_category_.json': '{"label":',
  }
  expect(await outlineOf(files)).toMatchInlineSnapshot(`
    [
      "The basics/",
      "The basics/docs/basics/x.md",
      "For experts/",
      "For experts/Deep/",
      "For experts/Deep/more/",
      "For experts/Deep/more/docs/advanced/deep/more/z.md",
      "For experts/docs/advanced/y.md",
      "docs/a.md",
      "broken/",
      "broken/docs/broken/w.md",
    ]
  `)
})

it('orders catalogs that are joined below the third level', async () => {
  const files = {
    ...pages('a/b/c/d/one.md a/b/c/two.md a/b/x/three.md'),
    'SUMMARY.md': '[3](a/b/x/three.md) [1](a/b/c/d/one.md) [2](a/b/c/two.md)',
  }
  expect(await outlineOf(files)).toMatchInlineSnapshot(`
    [
      "a/",
      "a/b/",
      "a/b/x/",
      "a/b/x/a/b/x/three.md",
      "a/b/c/",
      "a/b/c/a/b/c/two.md",
      "a/b/c / d/",
      "a/b/c / d/a/b/c/d/one.md",
    ]
  `)
})

it('begins a catalog with the _index.md of Hugo, to which links to the folder lead', async () => {
  const files = { ...pages('a.md guide/0-first.md'), 'guide/_index.md': '# The guide', 'b.md': '# B\n\n[Guide](/guide/)' }
  expect(await outlineOf(files)).toEqual(['a.md', 'B', 'The guide/', 'The guide/The guide', 'The guide/guide/0-first.md'])
  expect(contentOf(await plan(files), 'b.md')).toBe('[Guide](sheaf-page:guide/_index.md)')
})

it('reads a table of contents that is damaged or made to take long', async () => {
  const nav = `docs_dir: .\nnav:\n${`  - ${': '.repeat(40_000)}\n`.repeat(3)}  - ${' -'.repeat(40_000)}\n  - a.md\n  - [b.md]\n`
  const files = {
    ...pages('a.md b.md'),
    'mkdocs.yml': nav,
    'SUMMARY.md': '[b](b.md) [x](sheaf-page:%E0%A4%A) sheaf-page:b.md sheaf-page:c.md [a](a.md)',
  }
  expect(await outlineOf(files)).toEqual(['b.md', 'a.md'])
})

it('imports pages of MDX, and follows links to them', async () => {
  const files = {
    'guide/index.mdx': '# Guide',
    'guide/setup.mdx': '# Set up',
    'a.md': '# A\n\n[1](guide/) [2](guide/setup) [3](/guide/setup.mdx)',
  }
  expect(await outlineOf(files)).toEqual(['A', 'guide/', 'guide/Guide', 'guide/Set up'])
  expect(contentOf(await plan(files), 'a.md')).toBe(
    '[1](sheaf-page:guide/index.mdx) [2](sheaf-page:guide/setup.mdx) [3](sheaf-page:guide/setup.mdx)',
  )
})

it('keeps a page of two tables of contents that list each other alone', async () => {
  const files = { 'SUMMARY.md': '# S\n\n[a](SUMMARY.md) [b](SUMMARY.md)', 'x/SUMMARY.md': '# X\n\n[1](../SUMMARY.md) [2](../_sidebar.md)' }
  expect(await outlineOf({ ...files, '_sidebar.md': '[1](SUMMARY.md) [2](x/SUMMARY.md)' })).toEqual(['S'])
})

it('keeps a page of prose that has the name of a table of contents', async () => {
  const text = '# Summary\n\nLong prose about [a](a.md) and [b](b.md).'
  expect(await outlineOf({ ...pages('a.md b.md'), 'SUMMARY.md': text })).toEqual(['a.md', 'b.md', 'Summary'])
  expect(await outlineOf({ ...pages('a.md b.md'), 'summary.md': '- [b](b.md)\n- [a](a.md)' })).toHaveLength(3)
})

it('lists pages that the table of contents lacks after the others', async () => {
  const files = { ...pages('1-unlisted.md 02-also/x.md y.md z.md g/q.md'), 'first.md': '---\norder: 1\n---\n# First' }
  expect(await outlineOf({ ...files, 'SUMMARY.md': '- [z](z.md)\n- [y](y.md)\n- [q](g/q.md)' })).toEqual([
    'z.md',
    'y.md',
    'g/',
    'g/g/q.md',
    'First',
    '1-unlisted.md',
    'also/',
    'also/02-also/x.md',
  ])
})

it('names the file with the missing page in the report, also if the pages are in a folder above it', async () => {
  const nav = 'docs_dir: ../docs\nnav:\n  - b.md\n  - gone.md\n  - a.md\n'
  const { root, skipped } = await plan({ ...pages('docs/a.md docs/b.md'), 'site/mkdocs.yml': nav, 'x.txt': '' })
  expect(outline(root)).toEqual(['docs/', 'docs/docs/b.md', 'docs/docs/a.md'])
  expect(skipped.filter(({ reason }) => reason === 'link')).toEqual([{ name: 'site/mkdocs.yml → ../docs/gone.md', reason: 'link' }])
})

it('reads the _category_.yml of Docusaurus', async () => {
  const files = { ...pages('a/x.md b/y.md'), 'b/_category_.yml': 'label: "The basics"\nposition: 1.5\r\n', 'c.txt': '' }
  expect(await outlineOf(files)).toEqual(['The basics/', 'The basics/b/y.md', 'a/', 'a/a/x.md'])
})

it('reads the front matter of Hugo in TOML', () => {
  const text = '+++\ntitle = "Say \\"hi\\""\nweight = 30 # late\ndraft = false\n[params]\ntitle = "no"\n+++\n\nText'
  expect(readPage(text)).toMatchObject({ title: 'Say "hi"', description: '', order: 30, content: 'Text' })
  for (const kept of ['+++\nno end', 'Text\n+++\ntitle = "a"\n+++\n']) expect(readPage(kept)).toMatchObject({ title: '', content: kept })
  expect(readPage(`+++\na = "${'\\\\'.repeat(8000)}\n+++\nText`).content).toBe('Text')
})
