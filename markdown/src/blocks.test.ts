import { describe, expect, it } from 'vitest'
import { render } from './index.ts'
import { markLines } from './writers/marked-lines.ts'

const html = async (text: string, language: 'en' | 'zh' = 'en') => (await render(text, { language })).html.trim()

describe('code', () => {
  it('removes buttons that an author writes', async () => {
    const written = '<button type="button" class="ib" data-act="copy"></button>'
    expect(await html(`${written}a\n\n\`${written}\`\n\n    ${written}`)).not.toMatch(/<button(?![^>]*title=)/)
    expect((await html(`${written}a`)).match(/<button|<svg/g)).toBe(null)
  })

  it('has a header with the language name and two localized buttons', async () => {
    const out = await html('```js\nconst a = "<b>"\n```', 'zh')
    expect(out).toMatch(
      /^<div class="code" data-lang="js"><div class="ch"><span class="lang"><span>JavaScript<\/span><\/span><button type="button" class="ib" data-act="wrap" title="自动换行"/,
    )
    expect(out).toContain('data-act="copy" title="复制"')
    expect(out).toContain('<svg class="i" aria-hidden="true" viewBox="0 0 24 24"><path d=')
    expect(out).toContain(
      '<pre tabindex="0"><code class="hljs"><span class="hljs-keyword">const</span> a = <span class="hljs-string">"&lt;b&gt;"</span></code></pre></div>',
    )
  })
  it.each([
    ['vue-html', 'Vue', true],
    ['http', 'HTTP', true],
    ['sql', 'SQL', true],
    ['golang', 'Go', true],
    ['brainfog', 'brainfog', false],
    ['constructor', 'constructor', false],
  ])('a fence with ```%s is labelled %s', async (language, name, coloured) => {
    const out = await html(`\`\`\`${language}\nGET /a HTTP/1.1\nfunc <a b="c"> select 1\n\`\`\``)
    expect(out).toContain(`<span class="lang"><span>${name}</span></span>`)
    expect(out.includes('hljs-')).toBe(coloured)
  })
  it.each(['```\na\n```', '```text\na\n```', '    a'])('code without a language has no label: %j', async (text) => {
    expect(await html(text)).toMatch(/<div class="ch"><span class="lang"><\/span><button [^>]*data-act="wrap".*data-act="copy"/)
  })
  it('shows the label of a fence, also in a group, and marks lines', async () => {
    const out = await html('::: code-group\n```sh [npm]\nnpm i\n```\n```sh{1} [yarn]\nyarn\n```\n:::')
    expect([...out.matchAll(/<span class="lang"><span>(\w+)/g)].map((match) => match[1])).toEqual(['npm', 'yarn'])
    expect(out).toContain('<span class="ln">yarn</span>')
    expect(markLines('<span a>x\ny</span>\nz', new Set([2]))).toBe('<span a>x</span>\n<span class="ln"><span a>y</span></span>\nz')
  })
  it('does not highlight very long code', async () => {
    expect(await html(`\`\`\`js\n${'const a = 1\n'.repeat(5000)}\`\`\``)).not.toContain('hljs-')
  })
})

describe('diagrams', () => {
  it.each([
    ['mermaid', 'mermaid'],
    ['mindmap', 'mindmap'],
    ['flow', 'flow'],
    ['seq', 'sequence'],
    ['sequence', 'sequence'],
  ])('```%s', async (fence, kind) => {
    const page = await render(`\`\`\`${fence}\na-->b\n\`\`\``)
    expect(page.html.trim()).toBe(`<pre class="diagram" data-kind="${kind}" tabindex="0"><code>a--&gt;b\n</code></pre>`)
    expect(page.needs).toEqual([kind])
  })
})

describe('math', () => {
  it.each(['$a^2$', '$$\na^2\n$$', '$$a^2$$', '```math\na^2\n```', '```katex\na^2\n```', '```latex\na^2\n```', 'x $$a^2$$ y'])(
    '%s',
    async (text) => {
      const page = await render(text)
      expect(page.needs).toEqual(['math'])
      expect(page.html).toContain('<span class="katex">')
      expect(page.html).toMatch(/<math xmlns="[^"]+"( display="block")?><semantics>/)
      expect(page.html).toMatch(/style="height:[\d.]+em;?/)
    },
  )
  it.each(['$5 and $6', 'US$ 5 or $6', '$.ajax 和 $.get', '价格 $5 元$', '\\$a$', '`$a$`', '$20,000 and USD$30'])(
    'leaves %s unchanged',
    async (text) => {
      const page = await render(text)
      expect(page.needs).toEqual([])
      expect(page.html).not.toContain('katex')
    },
  )
  it('survives bad formulas', async () => {
    expect(await html('$\\frac{$')).toContain('\\frac')
    expect(await html('$\\nope$')).toContain('nope')
    expect(await html(`$${'{'.repeat(3000)}$`)).toContain('{{{')
    expect(await html('$\\def\\a{\\a\\a}\\a$')).toContain('katex-error')
    expect(await html('$\\href{javascript:alert(1)}{x}$')).not.toMatch(/href="/)
  })
})

describe('tables', () => {
  it('keeps plain tables in a scroll box, aligned by attribute', async () => {
    const out = await html('|a|b|\n|-:|-|\n|1|2|')
    expect(out).toMatch(/^<div class="tbl" tabindex="0" role="region" aria-label="Table"><table>/)
    expect(out).toContain('<th align="right">a</th>')
    expect(out).not.toContain('style')
  })
  it('turns field tables into field rows with the author’s column order and words', async () => {
    const out = await html('|类型|参数名|是否必选|说明|默认|\n|-|-|-|-|-|\n|string|`id`|是|编号|0|\n|int|n|否|数|')
    const cell = (name: string, text: string, label = '') =>
      `<div class="${name}" role="cell"${label && ` data-label="${label}"`}>${text}</div>`
    const head = (name: string, text: string) => `<div class="${name}" role="columnheader">${text}</div>`
    expect(out.replace(/\n/g, '')).toBe(
      '<div class="fields" role="table" tabindex="0"><div class="fb fw" role="rowgroup">' +
        `<div class="fr fh" role="row">${head('ft', '类型')}${head('fn', '参数名')}${head('fq', '是否必选')}${head('fd', '说明')}${head('fx', '默认')}</div>` +
        `<div class="fr" role="row">${cell('ft', 'string')}${cell('fn', 'id')}${cell('fq', '<span class="req">必选</span>')}${cell('fd', '编号')}${cell('fx', '0', '默认')}</div>` +
        `<div class="fr" role="row">${cell('ft', 'int')}${cell('fn', 'n')}${cell('fq', '<span class="fno">否</span>', '是否必选')}${cell('fd', '数')}${cell('fx', '', '默认')}</div>` +
        '</div></div>',
    )
  })
  it.each([
    ['Required', 'required'],
    ['必填', '必填'],
    ['是否必须', '必须'],
    ['必传', '必传'],
  ])('labels required fields under %s in the language of the table', async (head, word) => {
    const out = await html(`|name|type|${head}|\n|-|-|-|\n|a|int|1|`, 'zh')
    expect(out).toContain(`<span class="req">${word}</span>`)
    expect(out).toContain('class="fields" role="table">')
  })
  it('keeps a table with only name and type as a table', async () => {
    const text = await html('|name|type|\n|-|-|\n|a|int|')
    expect(text).toContain('<table')
    expect(text).not.toContain('class="fr')
  })

  it('reads nesting from dashes, fixed spaces, tree lines and dotted names', async () => {
    const rows = (names: string[]) => `|name|type|note|\n|-|-|-|\n${names.map((name) => `|${name}|array||`).join('\n')}`
    const read = async (names: string[]) =>
      [
        ...(await html(rows(names))).matchAll(/<div class="fr" role="row"(?: data-d="(\d)")?>\n<div class="fn" role="cell">(.*?)<\/div>/g),
      ].map((match) => `${match[1] ?? 0} ${match[2]}`)
    expect(await read(['a', '- b', '-- c', 'd'])).toEqual(['0 a', '1 <i>a[].</i>b', '2 <i>a[].b[].</i>c', '0 d'])
    expect(await read(['a', '&nbsp;&nbsp;b', '&nbsp;&nbsp;&nbsp;&nbsp;c'])).toEqual(['0 a', '1 <i>a[].</i>b', '2 <i>a[].b[].</i>c'])
    expect(await read(['a', '└ b', '&nbsp;└ c'])).toEqual(['0 a', '1 <i>a[].</i>b', '2 <i>a[].b[].</i>c'])
    expect(await read(['a', 'a.b', 'a[].b.c', 'x.y'])).toEqual(['0 a', '1 <i>a.</i>b', '0 a[].b.c', '0 x.y'])
  })
})
