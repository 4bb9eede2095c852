import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { outline, pagesOf, planner } from '../test/plan-sample.ts'

const plan = planner()
const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]!)
const page = (page_title: string, page_content: string, s_number: string | number = '99', more = {}) => ({
  page_title,
  page_content,
  cat_id: '0',
  s_number,
  page_comments: '',
  ...more,
})
const catalog = (cat_name: string, pages: unknown, catalogs: unknown = [], s_number = '99') => ({
  cat_id: '7',
  cat_name,
  parent_cat_id: '0',
  level: '2',
  s_number,
  pages,
  catalogs,
})
const info = (pages: unknown, catalogs: unknown = [], more = {}) => ({
  item_type: '1',
  item_name: 'Orders',
  item_description: 'd',
  password: 'secret',
  uid: 1,
  item_id: 1,
  members: [{ uid: 3 }],
  domain: 'x',
  pages: { pages, catalogs },
  ...more,
})

/** The files of a ShowDoc 2.9 export: the list, and each page unescaped in a file named after a digest. */
function exported(list: unknown, texts: [title: string, text: string][] = [], folder = ''): Record<string, string> {
  const files = texts.map(([title, text], index): [string, string, string] => {
    return [title, `prefix_${createHash('md5').update(`${title}${index}`).digest('hex')}.md`, text]
  })
  return {
    [`${folder}prefix_info.json`]: JSON.stringify(list),
    [`${folder}prefix_readme.md`]: `文件对应关系：\n\n${files.map(([title, name]) => `${title} —— ${name}\n`).join('')}`,
    ...Object.fromEntries(files.map(([, name, text]) => [folder + name, text])),
  }
}

describe('import of an exported item', () => {
  it('restores tree, order, texts and comments, without owners and members', async () => {
    const list = info(
      [page('Later', 'l', '5'), page('Start', '# Start', 1, { page_comments: 'why' })],
      [catalog('B', [page('b', 'text')], [catalog('Sub', [page('deep', 'deep text')])], '2'), catalog('A', {}, '', '1')],
    )
    const result = await plan(exported(list), 'showdoc.zip')
    expect(result).toMatchObject({ item_name: 'Orders', item_description: 'd', item_type: 1, skipped: [] })
    expect(result.root.pages.map(({ title, order }) => [title, order])).toEqual([
      ['Start', 1],
      ['Later', 5],
    ])
    expect(result.root.catalogs.map(({ name }) => name)).toEqual(['A', 'B'])
    expect(outline(result.root.catalogs[1]!)).toEqual(['b', 'Sub/', 'Sub/deep'])
    expect(result.root.pages[0]).toEqual({ title: 'Start', content: '# Start', order: 1, entry: 'pages/2', files: [], comments: 'why' })
    expect(JSON.stringify([...pagesOf(result.root).values()])).not.toContain('secret')
  })

  it('accepts an export inside one folder, and one without the Markdown files', async () => {
    expect((await plan(exported(info([page('P', 'x')]), [], 'backup/'))).item_name).toBe('Orders')
    const result = await plan({ 'prefix_info.json': JSON.stringify(info([page('P', 'x')])), '../../evil.md': 'x', '/etc/evil.md': 'x' })
    expect(outline(result.root)).toEqual(['P'])
    expect(result.skipped.map(({ reason }) => reason)).toEqual(['name', 'name'])
  })

  it.each([
    ['1', 1],
    ['2', 2],
    [4, 4],
    ['3', 1],
    ['0', 1],
    [null, 1],
  ])('imports an item of type %j as type %d', async (item_type, type) => {
    expect((await plan(exported(info([page('P', 'x')], [], { item_type })))).item_type).toBe(type)
  })

  it('joins catalogs below the third level', async () => {
    const list = info(
      [],
      [catalog('a', [], [catalog('b', [], [catalog('c', [], [catalog('d', [page('p', 'x')], [catalog('e', [page('q', 'y')])])])])])],
    )
    expect(outline((await plan(exported(list))).root)).toEqual([
      'a/',
      'a/b/',
      'a/b/c/',
      'a/b/c / d/',
      'a/b/c / d/p',
      'a/b/c / d / e/',
      'a/b/c / d / e/q',
    ])
  })

  it('skips extremely nested catalogs', async () => {
    const depth = 50_000
    const deep = `${'{"cat_name":"x","pages":[],"catalogs":['.repeat(depth)}${']}'.repeat(depth)}`
    const result = await plan({
      'prefix_info.json': JSON.stringify(info([page('P', 'x')])).replace('"catalogs":[]', `"catalogs":[${deep}]`),
    })
    expect(result.skipped).toEqual([expect.objectContaining({ reason: 'depth' })])
  })

  it.each([
    '{',
    '[1]',
    'null',
    '"x"',
    '{}',
    '{"item_name":"x"}',
    '{"item_name":["x"],"pages":{}}',
    '{"item_name":"x","pages":{"pages":"y"}}',
    '{"item_name":"x","pages":{"pages":[1]}}',
    '{"item_name":"x","pages":{"pages":[{"page_title":{}}]}}',
    '{"item_name":"x","pages":{"catalogs":[[]]}}',
  ])('refuses a list of another shape: %s', async (json) =>
    expect(plan({ 'prefix_info.json': json, 'a.md': 'x' })).rejects.toMatchObject({ error: 'importBroken' }),
  )

  it('refuses a small list with millions of values before parsing it', async () => {
    const list = JSON.stringify(info([])).replace('"pages":[]', `"pages":[${'[],'.repeat(1_600_000)}[]]`)
    await expect(plan({ 'prefix_info.json': list })).rejects.toThrow('importTooBig')
  })

  it('refuses an empty export', async () => {
    await expect(plan(exported(info([])))).rejects.toMatchObject({ error: 'importEmpty' })
    await expect(plan(exported({ ...info([]), pages: [] }))).rejects.toMatchObject({ error: 'importEmpty' })
  })

  it('uses texts that are only in the Markdown files, by title and order', async () => {
    const list = info([page('Same', '', 1), page('Same', '', 2), page('Nothing', '', 3)])
    const result = await plan(
      exported(list, [
        ['Same', 'one'],
        ['Same', 'two'],
        ['Nothing', ''],
      ]),
    )
    expect(result.root.pages.map(({ content }) => content)).toEqual(['one', 'two', '# Nothing'])
  })
})

describe('HTML-escaped texts', () => {
  const contents = async (list: unknown, texts: [string, string][] = []) =>
    (await plan(exported(list, texts))).root.pages.map(({ title, content }) => [title, content])

  it('are unescaped once if the Markdown files prove the escaping', async () => {
    const texts: [string, string][] = [
      ['A', 'a < b && "c" &lt; it\'s'],
      ['B', 'plain'],
      ['C', 'only &amp; here'],
    ]
    const list = info(texts.map(([title, text]) => page(title, escaped(text))))
    expect(await contents(list, texts)).toEqual(texts)
  })

  it('are kept if the Markdown files prove that the entities are literal', async () => {
    const texts: [string, string][] = [
      ['&lt;b&gt;', 'write &lt;b&gt; for bold'],
      ['B', 'a < b'],
    ]
    expect(await contents(info(texts.map(([title, text]) => page(title, text))), texts)).toEqual(texts)
  })

  it('are detected heuristically if there is no Markdown file', async () => {
    const list = info([
      page('Tom &amp; Co', '&lt;b&gt; &#039;x&#39; &amp;lt;'),
      page('raw', 'if a < b write &lt;'),
      page('url', 'x?a=1&b=2 &amp;'),
      page('none', 'text'),
    ])
    expect(await contents(list)).toEqual([
      ['Tom & Co', "<b> 'x' &lt;"],
      ['raw', 'if a < b write &lt;'],
      ['url', 'x?a=1&b=2 &amp;'],
      ['none', 'text'],
    ])
  })

  it('are not assumed if the export declares raw texts', async () => {
    expect(await contents(info([page('&lt;', '&lt;b&gt;')], [], { escaped: false }))).toEqual([['&lt;', '&lt;b&gt;']])
  })

  it('include names, comments and spreadsheet data', async () => {
    const result = await plan(
      exported(
        info([page('t', '{&quot;a&quot;:1}', 1, { page_comments: 'a &lt; b' })], [catalog('R&amp;D', [])], {
          item_type: 4,
          item_name: 'Q&amp;A',
          item_description: '&quot;x&quot;',
        }),
      ),
    )
    expect(result).toMatchObject({ item_name: 'Q&A', item_description: '"x"', item_type: 4 })
    expect(result.root.catalogs[0]!.name).toBe('R&D')
    expect(result.root.pages[0]).toMatchObject({ content: '{"a":1}', comments: 'a < b' })
  })
})
