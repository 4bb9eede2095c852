import { describe, expect, it } from 'vitest'
import { contentOf, outline, pagesOf, planner } from '../test/plan-sample.ts'

const plan = planner()

describe('zip of Markdown folders', () => {
  it('drops a single root folder, and sorts by number, then by name', async () => {
    const result = await plan({
      'my-docs/README.md': '# Welcome\n\nhello',
      'my-docs/10-last.md': 'ten',
      'my-docs/2. Second.md': 'two',
      'my-docs/01_guide/b.md': '# 乙',
      'my-docs/01_guide/a10.md': 'x',
      'my-docs/01_guide/a9.md': 'x',
      'my-docs/01_guide/index.md': 'no heading',
      'my-docs/中文/安装.md': 'x',
      'my-docs/中文/部署.md': 'x',
      'my-docs/zebra/z.md': 'x',
    })
    expect(result.item_name).toBe('my-docs')
    expect(result.item_type).toBe(1)
    expect(outline(result.root)).toEqual([
      'Welcome',
      'guide/',
      'guide/guide',
      'guide/a9',
      'guide/a10',
      'guide/乙',
      'Second',
      'last',
      '中文/',
      '中文/安装',
      '中文/部署',
      'zebra/',
      'zebra/z',
    ])
    expect(contentOf(result, 'my-docs/README.md')).toBe('hello')
  })

  it('uses the name of the zip if there is no single root folder', async () => {
    const result = await plan({ 'README.md': 'intro', 'a.md': 'a' }, 'C:\\tmp\\用户手册.zip')
    expect(result.item_name).toBe('用户手册')
    expect(outline(result.root)).toEqual(['用户手册', 'a'])
  })

  it('reads title, order and description from front matter', async () => {
    const result = await plan({
      'index.md': '---\ntitle: Start here\ndescription: All about it\n---\n# Start here\nhello',
      'b.md': '---\nnav_order: 1\n---\n\n# B page {#b}\n\ntext',
      'a.md': '---\nsidebar_position: "2"\ntitle: 2024\n---\n# Another\n\ntext',
      '0-x/index.md': '---\nweight: 9\n---\n# X folder',
      '1-y/p.md': '---\norder: .inf\n---\nbody',
      'bad.md': '---\ntitle: [unclosed\n---\ntext',
      'rule.md': '---\nonly words\n---\nmore',
      'tag.md': '---\ntitle: !!js/function "function () {}"\nevil: !x {a: 1}\n---\ntext',
      'empty.md': '---\n---\nrest',
    })
    expect(result.item_description).toBe('All about it')
    expect(outline(result.root)).toEqual([
      'Start here',
      'B page',
      'y/',
      'y/p',
      '2024',
      'x/',
      'x/X folder',
      'bad',
      'empty',
      'rule',
      'function () {}',
    ])
    expect(contentOf(result, 'index.md')).toBe('hello')
    expect(contentOf(result, 'b.md')).toBe('text')
    expect(contentOf(result, 'a.md')).toBe('# Another\n\ntext')
    expect(contentOf(result, 'bad.md')).toBe('---\ntitle: [unclosed\n---\ntext')
    expect(contentOf(result, 'rule.md')).toBe('---\nonly words\n---\nmore')
    expect(contentOf(result, 'empty.md')).toBe('rest')
  })

  it('joins folders below the third level into one catalog', async () => {
    const result = await plan({
      'a/b/3-c/x.md': 'x',
      'a/b/3-c/1-d/e/y.md': 'y',
      'a/b/3-c/1-d/e/z.md': 'z',
      'a/b/3-c/1-d/w.md': 'w',
      'r.md': 'r',
    })
    expect(outline(result.root)).toEqual([
      'a/',
      'a/b/',
      'a/b/c/',
      'a/b/c/x',
      'a/b/c / d/',
      'a/b/c / d/w',
      'a/b/c / d / e/',
      'a/b/c / d / e/y',
      'a/b/c / d / e/z',
      'r',
    ])
  })

  it('keeps pages with equal titles, and uses the title as text of an empty page', async () => {
    const result = await plan({ '1.md': '# Same\n', '2.md': '# Same\n\nsecond', 'void.md': ' \n' })
    expect(outline(result.root)).toEqual(['Same', 'Same', 'void'])
    expect([...pagesOf(result.root).values()].map(({ content }) => content)).toEqual(['# Same', 'second', '# void'])
  })

  it('truncates a long title and keeps the full title as heading', async () => {
    const long = '长'.repeat(300)
    const result = await plan({ 'a.md': `# ${long}\n\ntext` })
    expect(result.root.pages[0]!.title).toHaveLength(255)
    expect(result.root.pages[0]!.content).toContain(long)
  })

  it('ignores system files silently, and reports other unused files', async () => {
    const result = await plan({
      'a.md': 'see [b](b.txt)',
      'b.txt': 'b',
      '.DS_Store': 'x',
      '__MACOSX/._a.md': 'x',
      'node_modules/p/README.md': 'x',
      '.git/config': 'x',
      '.hidden.md': 'x',
      'Thumbs.db': 'x',
      'left.html': '<p>',
      'package.json': '{}',
    })
    expect(outline(result.root)).toEqual(['a'])
    expect([...result.files.keys()]).toEqual(['b.txt'])
    expect(result.skipped).toEqual([
      { name: 'left.html', reason: 'kind' },
      { name: 'package.json', reason: 'unused' },
    ])
  })

  it('reports at most a thousand rows and the number of omitted rows', async () => {
    const files = Array.from({ length: 1200 }, (_, index): [string, string] => [`${index}.html`, 'x'])
    const { skipped } = await plan({ 'a.md': 'x', ...Object.fromEntries(files) })
    expect(skipped).toHaveLength(1001)
    expect(skipped.at(-1)).toEqual({ name: '… (+200)', reason: 'kind' })
  })

  it('can be sent between threads', async () => {
    const result = await plan({ 'a.md': '![x](x.png)', 'x.png': 'png' })
    expect(structuredClone(result)).toEqual(result)
    expect(result.root.pages[0]!.files).toEqual(['x.png'])
    expect(result.files.get('x.png')).toEqual({ entry: 'x.png', name: 'x.png', bytes: 3 })
  })
})
