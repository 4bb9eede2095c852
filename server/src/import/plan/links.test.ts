import { describe, expect, it } from 'vitest'
import { fillLinks } from '../../import-plan/fill-links.ts'
import { contentOf, pagesOf, planner } from '../test/plan-sample.ts'

const plan = planner()
const site = {
  'docs/index.md': '# Home',
  'docs/guide/README.md': '# Guide',
  'docs/guide/start here.md': '# Start',
  'docs/guide/Setup.md': '# Setup',
  'docs/guide/C# (notes).md': '# C#',
  'docs/安装/说明.md': '# 说明',
  'docs/guide/images/a b.png': 'png',
  'docs/public/logo.png': 'png',
}

const rewritten = async (text: string, from = 'docs/guide/page.md') => {
  const result = await plan({ ...site, [from]: text })
  return {
    text: contentOf(result, from),
    skipped: result.skipped.filter(({ reason }) => reason === 'link'),
    files: pagesOf(result.root).get(from)?.files,
  }
}

describe('links in a zip', () => {
  const page = (entry: string) => `sheaf-page:${entry}`
  it.each([
    ['./Setup.md', page('docs/guide/Setup.md')],
    ['Setup', page('docs/guide/Setup.md')],
    ['setup.MD', page('docs/guide/Setup.md')],
    ['Setup.html?v=2#deep', `${page('docs/guide/Setup.md')}#deep`],
    ['../index.md', page('docs/index.md')],
    ['..', page('docs/index.md')],
    ['./', page('docs/guide/README.md')],
    ['../guide/', page('docs/guide/README.md')],
    ['../guide/index.html', page('docs/guide/README.md')],
    ['/', page('docs/index.md')],
    ['/guide/Setup#x', `${page('docs/guide/Setup.md')}#x`],
    ['/docs/guide/Setup.html', page('docs/guide/Setup.md')],
    ['start%20here.md', page('docs/guide/start%20here.md')],
    ['<start here.md>', `<${page('docs/guide/start%20here.md')}>`],
    ['C%23%20(notes).md', page('docs/guide/C%23%20%28notes%29.md')],
    ['../%E5%AE%89%E8%A3%85/说明', page('docs/%E5%AE%89%E8%A3%85/%E8%AF%B4%E6%98%8E.md')],
    ['page.md#self', `${page('docs/guide/page.md')}#self`],
  ])('%s', async (target, expected) => {
    const { text, skipped } = await rewritten(`[x](${target}) end`)
    expect(text).toBe(`[x](${expected}) end`)
    expect(skipped).toEqual([])
  })

  it.each(['https://a.test/Setup.md', '//a.test/Setup.md', 'mailto:a@b.test', '#Setup', 'data:text/plain,x', 'C:\\docs\\Setup.md', ''])(
    'does not change %s',
    async (target) => {
      const { text, skipped } = await rewritten(`[x](${target})`)
      expect(text).toBe(`[x](${target})`)
      expect(skipped).toEqual([])
    },
  )

  it('does not change broken links, and reports each target once', async () => {
    const text = '[a](gone.md#1) [b](gone.md#2) [c](/gone/) [d](../../../../etc/passwd) `[e](Setup.md)`'
    const result = await rewritten(text)
    expect(result.text).toBe(text)
    expect(result.skipped.map(({ name }) => name)).toEqual([
      'docs/guide/page.md → gone.md',
      'docs/guide/page.md → /gone/',
      'docs/guide/page.md → ../../../../etc/passwd',
    ])
  })

  it('reports at most 200 broken links', async () => {
    const { skipped } = await rewritten(Array.from({ length: 300 }, (_, index) => `[x](gone-${index}.md)`).join('\n'))
    expect(skipped).toHaveLength(200)
  })

  it('rewrites images, reference definitions and HTML', async () => {
    const result = await rewritten('![i](images/a%20b.png "t")\n\n<img src="/logo.png">\n\n[r]: ./Setup.md\n')
    expect(result.text).toBe(
      '![i](sheaf-file:docs/guide/images/a%20b.png "t")\n\n<img src="sheaf-file:docs/public/logo.png">\n\n[r]: sheaf-page:docs/guide/Setup.md\n',
    )
    expect(result.files).toEqual(['docs/guide/images/a b.png', 'docs/public/logo.png'])
  })

  it('reports why a file cannot be imported', async () => {
    const text = '![a](a.svg) ![b](b.png) [c](c.exe) [d](d.PDF)'
    const result = await plan({ 'p.md': text, 'a.svg': '<svg/>', 'b.png': 'x'.repeat(100), 'c.exe': 'MZ', 'd.PDF': '%PDF' }, 'x.zip', 100)
    expect(contentOf(result, 'p.md')).toBe('![a](a.svg) ![b](b.png) [c](c.exe) [d](sheaf-file:d.PDF)')
    expect(result.skipped).toEqual([
      { name: 'a.svg', reason: 'kind' },
      { name: 'b.png', reason: 'size' },
      { name: 'c.exe', reason: 'kind' },
    ])
  })

  it('finds files in hidden folders, which GitBook uses', async () => {
    const result = await plan({ 'p.md': '![a](.gitbook/assets/a.png)', '.gitbook/assets/a.png': 'x', '.gitbook/assets/b.png': 'x' })
    expect(result.root.pages[0]!.files).toEqual(['.gitbook/assets/a.png'])
    expect(result.skipped).toEqual([])
  })

  it('finds names in another Unicode form', async () => {
    const result = await plan({ 'p.md': '[a](Über.md)'.normalize('NFC'), ['Über.md'.normalize('NFD')]: '# U' })
    expect(result.skipped).toEqual([])
  })
})

describe('fillLinks', () => {
  it('replaces placeholders by URLs, and nothing else', async () => {
    const { text } = await rewritten('[a](C%23%20(notes).md#x) ![b](images/a%20b.png) [c](https://a.test) `sheaf-page:x`')
    const filled = fillLinks(
      text!,
      (entry) => `/1/${entry.length}`,
      (entry) => (entry.endsWith('a b.png') ? '/f?s=1&n=2' : undefined),
    )
    expect(filled).toBe('[a](/1/24#x) ![b](/f?s=1&n=2) [c](https://a.test) `sheaf-page:x`')
  })

  it('does not change unknown placeholders', () => {
    expect(
      fillLinks(
        '[a](sheaf-page:x#y) [b](sheaf-file:%)',
        () => undefined,
        () => undefined,
      ),
    ).toBe('[a](sheaf-page:x#y) [b](sheaf-file:%)')
  })
})
