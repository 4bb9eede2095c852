import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { unzipped } from '../../zip/test/unzip-sample.ts'
import { drawingFont } from './diagram/fonts.ts'
import { pictureBytes, sampleSource } from './test/sample.ts'
import { problemsOf, valuesOf, wordsOf } from './test/sample-check.ts'
import { documentOf } from './test/sample-document.ts'

describe('a document with every Markdown feature', () => {
  let files: Map<string, Buffer>
  let document = ''
  const part = (name: string) => files.get(name)?.toString() ?? ''
  beforeAll(async () => {
    files = await unzipped(await documentOf(sampleSource()))
    document = part('word/document.xml')
  })

  it('has the parts that Word requires, each well-formed and in schema order', () => {
    const names = [...files.keys()]
    for (const name of ['[Content_Types].xml', '_rels/.rels', 'docProps/core.xml', 'word/document.xml', 'word/_rels/document.xml.rels'])
      expect(names).toContain(name)
    expect(names[0]).toBe('[Content_Types].xml')
    for (const name of names.filter((one) => /\.(?:xml|rels)$/.test(one))) expect([name, problemsOf(part(name))]).toEqual([name, []])
    for (const [, name = ''] of part('[Content_Types].xml').matchAll(/PartName="\/([^"]+)"/g)) expect(names).toContain(name)
  })

  it('defines every referenced relation, bookmark, list, style and footnote exactly once', () => {
    const rels = part('word/_rels/document.xml.rels')
    const ids = valuesOf(rels, /Id="([^"]+)"/g)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of valuesOf(document, /r:(?:id|embed)="([^"]+)"/g)) expect(ids).toContain(id)
    for (const target of valuesOf(rels, /Target="(media\/[^"]+)"/g)) expect([...files.keys()]).toContain(`word/${target}`)
    const bookmarks = valuesOf(document, /<w:bookmarkStart [^>]*w:name="([^"]+)"/g)
    expect(new Set(bookmarks).size).toBe(bookmarks.length)
    for (const anchor of valuesOf(document, /w:anchor="([^"]+)"/g)) expect(bookmarks).toContain(anchor)
    const lists = valuesOf(part('word/numbering.xml'), /<w:num w:numId="(\d+)"/g)
    for (const list of valuesOf(document, /<w:numId w:val="([1-9]\d*)"/g)) expect(lists).toContain(list)
    const styles = valuesOf(part('word/styles.xml'), /w:styleId="([^"]+)"/g)
    for (const style of valuesOf(document + part('word/footnotes.xml'), /<w:[pr]Style w:val="([^"]+)"/g)) expect(styles).toContain(style)
    expect(valuesOf(document, /<w:footnoteReference w:id="(\d+)"/g)).toEqual(['1', '2'])
    expect(valuesOf(part('word/footnotes.xml'), /<w:footnote w:id="(\d+)"/g)).toEqual(['1', '2'])
    const drawings = valuesOf(document, /<wp:docPr id="(\d+)"/g)
    expect(new Set(drawings).size).toBe(drawings.length)
  })

  it('begins with its title and the table of contents, followed by the same headings in order', () => {
    const lines = wordsOf(document)
      .split('\n')
      .map((line) => line.trim())
    expect(lines[0]).toBe('Book & <Sample>')
    expect(document).toContain(' TOC \\o "1-3" \\h \\z ')
    expect(lines).toEqual(expect.arrayContaining(['1 Everything 全部', '2 Chapter 章', '2.1 Second', '2.2 Deeper', '2.2.1 Third & <last>']))
    const headings = [...document.matchAll(/<w:pStyle w:val="(\w*Heading\d)"\/>.*?<\/w:p>/g)].map(
      ([xml, style]) => `${style} ${wordsOf(xml).trim()}`,
    )
    expect(headings.filter((line) => line.startsWith('Heading'))).toEqual([
      'Heading1 Everything 全部',
      'Heading1 Chapter 章',
      'Heading2 Second',
      'Heading2 Deeper',
      'Heading3 Third & <last>',
    ])
    // A heading that repeats the page title is left out, and the headings below follow the level of the page.
    expect(headings.slice(-5)).toEqual([
      'TextHeading3 Part',
      'Heading2 Deeper',
      'Heading3 Third & <last>',
      'TextHeading7 Low',
      'TextHeading4 High',
    ])
  })

  it('writes tables, code, lists, task boxes and equations as Word elements', () => {
    expect(document).toContain('<w:tblHeader/>')
    expect(document).toContain('<w:gridSpan w:val="2"/>')
    expect(document).toContain('<w:vMerge w:val="restart"/>')
    expect(wordsOf(document)).toContain('code | in')
    expect(document).toMatch(/<w:pStyle w:val="Code"\/>.*?const<\/w:t>.*?<w:br\/>.*?<w:tab\/>/)
    expect(part('word/numbering.xml')).toContain('<w:startOverride w:val="7"/>')
    expect(document).toContain('<w14:checked w14:val="1"/>')
    for (const math of [
      '<m:nary>',
      '<m:f>',
      '<m:rad>',
      '<m:m>',
      '<m:acc>',
      '<m:bar>',
      '<m:groupChr>',
      '<m:limLow>',
      '<m:d>',
      '<m:oMathPara>',
    ])
      expect(document).toContain(math)
    expect(wordsOf(document)).toContain('\\badcommand{x}')
    expect(wordsOf(document)).toContain('提示标题')
    expect(wordsOf(document)).not.toMatch(/\*\*|alert\(1\)|javascript:/)
  })

  it('links to included pages by bookmarks, and to other targets by URL', () => {
    const inside = [...document.matchAll(/<w:hyperlink w:anchor="([^"]+)"[^>]*>(.*?)<\/w:hyperlink>/g)].map(([, to, xml = '']) => [
      wordsOf(xml),
      to,
    ])
    expect(inside).toEqual(
      expect.arrayContaining([
        ['other page', '_page2'],
        ['by id', '_page2'],
        ['old', '_page2'],
      ]),
    )
    expect(inside.find(([words]) => words === 'its part')?.[1]).toMatch(/^_h2_/)
    expect(inside.find(([words]) => words === 'here')?.[1]).toMatch(/^_h1_/)
    const outside = valuesOf(part('word/_rels/document.xml.rels'), /Target="([^"]+)" TargetMode="External"/g)
    expect(outside).toEqual([
      'https://example.com/a?b=1&amp;c=%222%22',
      'mailto:a@example.com',
      'https://docs.example.com/5/99',
      'https://bare.example.com/',
      'http://e.com/%7Ba%7D/b%20c?d=%5Be%5D%7Cf',
      'https://sink.example.com/x.png',
    ])
  })

  it('embeds pictures of the site and of the text, and writes alternative text for others', () => {
    expect(files.get('word/media/1.png')).toEqual(pictureBytes)
    // The same picture by two URLs is two files. A diagram adds one if a suitable font is installed.
    expect([...files.keys()].filter((name) => name.startsWith('word/media/'))).toHaveLength(drawingFont()?.hasChinese ? 4 : 2)
    expect(document).toContain(`<wp:extent cx="${120 * 9525}" cy="${80 * 9525}"/>`)
    expect(wordsOf(document)).toMatch(/\[elsewhere\] \[broken\] \[图片\]/)
    expect(wordsOf(document)).toContain('title not drawn')
  })

  it('has the title, the language and the date in its properties', () => {
    expect(part('docProps/core.xml')).toContain('<dc:title>Book &amp; &lt;Sample&gt;</dc:title>')
    expect(part('docProps/core.xml')).toContain('2026-09-21T')
    expect(part('docProps/core.xml')).toContain('<dc:language>zh-CN</dc:language>')
    expect(part('word/styles.xml')).toContain('w:eastAsia="Microsoft YaHei"')
    expect(part('word/footer.xml')).toContain(' NUMPAGES ')
  })
})

describe('document content', () => {
  it('has no title page, contents and numbers for a single page', async () => {
    const nodes = [{ kind: 'page' as const, id: 2, title: 'Alone', level: 1, number: '', parent: 0, bytes: 0 }]
    const files = await unzipped(await documentOf(sampleSource({ nodes, texts: { 2: 'x' } })))
    const document = files.get('word/document.xml')!.toString()
    expect(wordsOf(document)).toBe('Alone\nx')
    expect(document).toContain('<w:numId w:val="0"/>')
    expect(document).not.toContain('TOC')
  })

  it('is valid for an item without pages', async () => {
    const files = await unzipped(await documentOf(sampleSource({ nodes: [] })))
    expect(problemsOf(files.get('word/document.xml')!.toString())).toEqual([])
  })

  it('writes a page that is too complex to render as source, and formats the other pages', async () => {
    const nodes = [1, 2].map((id) => ({ id, kind: 'page' as const, parent: 0, level: 1, title: `p${id}`, bytes: 0, number: '' }))
    const texts = { 1: `${'> '.repeat(300)}**quoted**`, 2: `${'<b>'.repeat(3000)}in **HTML**` }
    const files = await unzipped(await documentOf(sampleSource({ nodes, texts })))
    const words = wordsOf(files.get('word/document.xml')?.toString() ?? '')
    expect(words).toContain('> > **quoted**')
    expect(words).toContain('<b><b>in **HTML**')
  })

  it.each([
    ['whose cells span many columns, above short rows', `${'<td colspan=60>a'.repeat(500)}${'<tr><td>b'.repeat(2000)}`],
    ['whose cells span many columns, above one short row', `${`${'<td colspan=60>a'.repeat(20)}<tr>`.repeat(400)}<td>b`],
    ['whose cells span many rows', `${'<td rowspan=1000>a'.repeat(5000)}${'<tr><td>b'.repeat(5000)}`],
    ['of one long row and many short ones', `${'<td>a'.repeat(10_000)}${'<tr><td>b'.repeat(10_000)}`],
  ])('writes a page with an HTML table %s as source, and formats the other pages', async (_, cells) => {
    const nodes = [1, 2].map((id) => ({ id, kind: 'page' as const, parent: 0, level: 1, title: `p${id}`, bytes: 0, number: '' }))
    const texts = { 1: `before\n\n<table><tr>${cells}</table>`, 2: `|in|Markdown|\n|-|-|\n|one|two|\n` }
    const files = await unzipped(await documentOf(sampleSource({ nodes, texts })))
    const document = files.get('word/document.xml')!.toString()
    expect(wordsOf(document)).toContain(cells)
    expect(document.match(/<w:tc>/g)).toHaveLength(4)
    expect(problemsOf(document)).toEqual([])
  })

  it('indents each level of a list, and starts at the first level in a box', async () => {
    const nodes = [{ kind: 'page' as const, id: 1, title: '', level: 12, number: '', parent: 0, bytes: 0 }]
    const text = '- a\n  - b\n    - c\n\n> [!NOTE]\n> - d\n>   - e\n'
    const files = await unzipped(await documentOf(sampleSource({ nodes, texts: { 1: text } })))
    const document = files.get('word/document.xml')!.toString()
    expect(valuesOf(document, /<w:ilvl w:val="(\d)"/g)).toEqual(['0', '1', '2', '0', '1'])
  })

  it('is valid for malformed and deeply nested input', async () => {
    const odd = [
      `${'<div>'.repeat(3000)}deep\u0000\u0008\ud800 <b><table><td>x<p>`,
      `${'> '.repeat(200)}deep`,
      `${'- '.repeat(80)}deep`,
      `|${'a|'.repeat(90)}\n|${'-|'.repeat(90)}\n|${'b|'.repeat(90)}`,
      '<table><tr><td rowspan=9 colspan=70>a</td></tr><tr><td rowspan=0>b<table><tr><td>c</table></table>',
      '<ul>no item<li><ol start=-3><li></ol></ul><dl><dt>t<dd>d</dl><a href="#x"><a href="https://a.b">n</a></a><input><details>',
      `${'$\\frac{1}{'.repeat(1)}2}$ $${'{'.repeat(300)}x${'}'.repeat(300)}$ [^1] [^1]: \n\n[^1]: x[^1] ![](data:image/png;base64,iVBORw0KGgo=)`,
      '```mermaid\ngraph TD\n A --> \n```\n\n```mermaid\ngraph LR\nA["<image href=/etc/passwd>"] --> B\n```\n\n```mindmap\n```',
    ]
    const nodes = odd.map((_, n) => ({ kind: 'page' as const, id: n + 1, title: '', level: 12, number: '', parent: 0, bytes: 0 }))
    const files = await unzipped(await documentOf(sampleSource({ nodes, texts: Object.fromEntries(odd.map((text, n) => [n + 1, text])) })))
    for (const name of ['word/document.xml', 'word/footnotes.xml']) expect(problemsOf(files.get(name)!.toString())).toEqual([])
    const columns = [
      ...files
        .get('word/document.xml')!
        .toString()
        .matchAll(/<w:tblGrid>(.*?)<\/w:tblGrid>/g),
    ].map(([, grid = '']) => grid.split('<w:gridCol').length - 1)
    expect(Math.max(...columns)).toBeLessThanOrEqual(63)
  })

  it('has only values that Word knows, for any attributes that a text writes', async () => {
    const row = `<tr>${'<td>a</td>'.repeat(59)}<td><table><tr><td>b<details><summary>c</summary>d</details></td></tr></table></td></tr>`
    const nodes = [{ kind: 'page' as const, id: 1, title: '', level: 1, number: '', parent: 0, bytes: 0 }]
    const text = `<p align="constructor">x</p>\n\n<p align="__proto__">y</p>\n\n<table>${row}</table>\n\n<p align="center">z</p>\n`
    const files = await unzipped(await documentOf(sampleSource({ nodes, texts: { 1: text } })))
    const document = files.get('word/document.xml')!.toString()
    expect(new Set(valuesOf(document, /<w:jc w:val="([^"]*)"/g))).toEqual(new Set(['center']))
    const widths = valuesOf(document, /<w:(?:gridCol|tcW|tblW) w:w="([^"]*)"/g)
    expect(widths.filter((width) => !(Number(width) > 0))).toEqual([])
  })
})

describe('document creation', () => {
  it('S93: sends no request to URLs in a text, and reads no files other than those from the source', async () => {
    let requests = 0
    const sink = createServer((_, response) => {
      requests += 1
      response.end('x')
    })
    await once(sink.listen(0, '127.0.0.1'), 'listening')
    const to = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`
    const text = `![a](${to}/a.png) <img src="${to}/b.png"> ![c](//127.0.0.1/c) ![d](/etc/passwd) ![e](file:///etc/passwd) ![f](../../../etc/passwd)
<link rel="stylesheet" href="${to}/s.css"><video src="${to}/v.mp4"></video><iframe src="${to}"></iframe>
\n\`\`\`mermaid\ngraph LR\n A[<img src='${to}/m.png'>] --> B\n click B "${to}/click"\n\`\`\`\n\n$\\includegraphics{${to}/k.png}$ $\\href{${to}}{x}$`
    const requestedUrls: string[] = []
    const nodes = [{ kind: 'page' as const, id: 1, title: 't', level: 1, number: '', parent: 0, bytes: 0 }]
    const file = async (url: string) => void requestedUrls.push(url)
    const files = await unzipped(await documentOf(sampleSource({ nodes, texts: { 1: text }, file })))
    sink.close()
    expect(requests).toBe(0)
    expect(requestedUrls).toEqual([
      `${to}/a.png`,
      `${to}/b.png`,
      '//127.0.0.1/c',
      '/etc/passwd',
      'file:///etc/passwd',
      '../../../etc/passwd',
    ])
    expect([...files.keys()].filter((name) => /media\/.*(?:jpe?g|gif|bmp)/.test(name))).toEqual([])
    expect(files.get('word/document.xml')!.toString()).not.toContain('root:')
  })

  it('reports progress, stops when aborted, and rejects when the source fails', async () => {
    const progress: number[] = []
    await documentOf(sampleSource(), { onProgress: (done, total) => void progress.push(done / total) })
    expect(progress).toEqual([1 / 3, 2 / 3, 1])
    const end = new AbortController()
    const aborted = documentOf(sampleSource({ file: () => new Promise(() => {}) }), { signal: end.signal })
    setTimeout(() => end.abort(new Error('enough')), 300)
    await expect(aborted).rejects.toThrow('enough')
    const broken = sampleSource()
    broken.texts = async function* () {
      yield { node: broken.nodes[0]!, markdown: 'x' }
      throw new Error('the database is gone')
    }
    await expect(documentOf(broken)).rejects.toThrow('the database is gone')
  })
})
