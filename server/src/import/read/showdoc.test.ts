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

/** The zip that ShowDoc 2.9 writes: the list, and each page again as it is read, in a file named after a digest. */
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

describe('an exported item', () => {
  it('has its tree, order, texts and comments, and nobody’s rights', async () => {
    const list = info(
      [page('Later', 'l', '5'), page('Start', '# Start', 1, { page_comments: 'why' })],
      [catalog('B', [page('b', 'text')], [catalog('Sub', [page('deep', 'deep text')])], '2'), catalog('A', {}, '', '1')],
    )
    const made = await plan(exported(list), 'showdoc.zip')
    expect(made).toMatchObject({ item_name: 'Orders', item_description: 'd', item_type: 1, skipped: [] })
    expect(made.root.pages.map(({ title, order }) => [title, order])).toEqual([
      ['Start', 1],
      ['Later', 5],
    ])
    expect(made.root.catalogs.map(({ name }) => name)).toEqual(['A', 'B'])
    expect(outline(made.root.catalogs[1]!)).toEqual(['b', 'Sub/', 'Sub/deep'])
    expect(made.root.pages[0]).toEqual({ title: 'Start', content: '# Start', order: 1, entry: 'pages/2', files: [], comments: 'why' })
    expect(JSON.stringify([...pagesOf(made.root).values()])).not.toContain('secret')
  })

  it('may lie in one folder, and is recognised by its list alone', async () => {
    expect((await plan(exported(info([page('P', 'x')]), [], 'backup/'))).item_name).toBe('Orders')
    const made = await plan({ 'prefix_info.json': JSON.stringify(info([page('P', 'x')])), '../../evil.md': 'x', '/etc/evil.md': 'x' })
    expect(outline(made.root)).toEqual(['P'])
    expect(made.skipped.map(({ reason }) => reason)).toEqual(['name', 'name'])
  })

  it.each([
    ['1', 1],
    ['2', 2],
    [4, 4],
    ['3', 1],
    ['0', 1],
    [null, 1],
  ])('of type %j becomes type %d', async (item_type, type) => {
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

  it('survives catalogs inside catalogs without end', async () => {
    const depth = 50_000
    const deep = `${'{"cat_name":"x","pages":[],"catalogs":['.repeat(depth)}${']}'.repeat(depth)}`
    const made = await plan({ 'prefix_info.json': JSON.stringify(info([page('P', 'x')])).replace('"catalogs":[]', `"catalogs":[${deep}]`) })
    expect(made.skipped).toEqual([expect.objectContaining({ reason: 'depth' })])
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
  ])('of another shape is refused: %s', async (json) =>
    expect(plan({ 'prefix_info.json': json, 'a.md': 'x' })).rejects.toMatchObject({ error: 'importBroken' }),
  )

  it('with millions of things in a small list is refused before the list is read', async () => {
    const list = JSON.stringify(info([])).replace('"pages":[]', `"pages":[${'[],'.repeat(1_600_000)}[]]`)
    await expect(plan({ 'prefix_info.json': list })).rejects.toThrow('importTooBig')
  })

  it('without anything in it is refused', async () => {
    await expect(plan(exported(info([])))).rejects.toMatchObject({ error: 'importEmpty' })
    await expect(plan(exported({ ...info([]), pages: [] }))).rejects.toMatchObject({ error: 'importEmpty' })
  })

  it('takes texts that are only in the files, by title and turn', async () => {
    const list = info([page('Same', '', 1), page('Same', '', 2), page('Nothing', '', 3)])
    const made = await plan(
      exported(list, [
        ['Same', 'one'],
        ['Same', 'two'],
        ['Nothing', ''],
      ]),
    )
    expect(made.root.pages.map(({ content }) => content)).toEqual(['one', 'two', '# Nothing'])
  })
})

describe('escaped texts', () => {
  const contents = async (list: unknown, texts: [string, string][] = []) =>
    (await plan(exported(list, texts))).root.pages.map(({ title, content }) => [title, content])

  it('are unescaped once where the files prove it', async () => {
    const texts: [string, string][] = [
      ['A', 'a < b && "c" &lt; it\'s'],
      ['B', 'plain'],
      ['C', 'only &amp; here'],
    ]
    const list = info(texts.map(([title, text]) => page(title, escaped(text))))
    expect(await contents(list, texts)).toEqual(texts)
  })

  it('stay where the files prove that they are meant', async () => {
    const texts: [string, string][] = [
      ['&lt;b&gt;', 'write &lt;b&gt; for bold'],
      ['B', 'a < b'],
    ]
    expect(await contents(info(texts.map(([title, text]) => page(title, text))), texts)).toEqual(texts)
  })

  it('follow their look where no file tells', async () => {
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

  it('are none when the export says so', async () => {
    expect(await contents(info([page('&lt;', '&lt;b&gt;')], [], { escaped: false }))).toEqual([['&lt;', '&lt;b&gt;']])
  })

  it('may be names, comments and the table of a spreadsheet', async () => {
    const made = await plan(
      exported(
        info([page('t', '{&quot;a&quot;:1}', 1, { page_comments: 'a &lt; b' })], [catalog('R&amp;D', [])], {
          item_type: 4,
          item_name: 'Q&amp;A',
          item_description: '&quot;x&quot;',
        }),
      ),
    )
    expect(made).toMatchObject({ item_name: 'Q&A', item_description: '"x"', item_type: 4 })
    expect(made.root.catalogs[0]!.name).toBe('R&D')
    expect(made.root.pages[0]).toMatchObject({ content: '{"a":1}', comments: 'a < b' })
  })
})
