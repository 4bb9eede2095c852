import { describe, expect, it } from 'vitest'
import { render } from './index.ts'
import type { RenderOptions } from './types.ts'

const html = async (text: string, options?: RenderOptions) => (await render(text, options)).html.trim()

describe('text', () => {
  it('keeps single line breaks, supports strikethrough, and links addresses but not file names', async () => {
    expect(await html('a\nb ~~c~~')).toBe('<p>a<br />\nb <s>c</s></p>')
    expect(await html('see https://e.com/a')).toContain('<a href="https://e.com/a" target="_blank" rel="noopener noreferrer nofollow">')
    expect(await html('README.md app.vue')).toBe('<p>README.md app.vue</p>')
  })
  it('recognizes emphasis next to Chinese text and punctuation', async () => {
    expect(await html('**参数：**值 **参数：**v 是**“强”**的 a**b**c')).toBe(
      '<p><strong>参数：</strong>值 <strong>参数：</strong>v 是<strong>“强”</strong>的 a<strong>b</strong>c</p>',
    )
    expect(await html('2 * 3 * 4 乘 * 号')).toBe('<p>2 * 3 * 4 乘 * 号</p>')
  })
  it('distinguishes emphasized Chinese, which has no italics, from other emphasized text', async () => {
    expect(await html('*softmax* *注意力* **_用 Markdown 写_**')).toBe(
      '<p><em>softmax</em> <em class="han">注意力</em> <strong><em class="han">用 Markdown 写</em></strong></p>',
    )
    expect(await html('*See the 中文 manual for the details* *`代码`*')).toBe(
      '<p><em>See the 中文 manual for the details</em> <em><code>代码</code></em></p>',
    )
    expect(await html('<em>注意力</em> <I title="t">用 **Markdown** 写</I> <i>softmax</i> *外 <em>内* 文 *后*')).toBe(
      '<p><em class="han">注意力</em> <i class="han" title="t">用 <strong>Markdown</strong> 写</i> <i>softmax</i> <em class="han">外 <em class="han">内</em> 文 <em class="han">后</em></em></p>',
    )
  })
  it('distinguishes emphasized Chinese in blocks of HTML too', async () => {
    expect(await html('<p title="<i>注</i>"><i>注意力</i> <em>softmax</em> <em>用 HTML 写</em></p>')).toBe(
      '<p title="&lt;i&gt;注&lt;/i&gt;"><i class="han">注意力</i> <em>softmax</em> <em class="han">用 HTML 写</em></p>',
    )
  })
  it('wraps paths in headings after their marks, and nothing elsewhere', async () => {
    expect(await html('## GET /v1/customers/{id} `a_b.example.com/orders`')).toBe(
      '<h2 id="get-v1customersid-a_bexamplecomorders" aria-label="GET /v1/customers/{id} a_b.example.com/orders">GET /<wbr />v1/<wbr />customers/<wbr />{id} <code>a_b.<wbr />example.<wbr />com/<wbr />orders</code><a class="anc" href="#get-v1customersid-a_bexamplecomorders" aria-label="Link to this section">#</a></h2>',
    )
    expect(await html('GET /v1/customers/{customer_id} `/v1/customers/{customer_id}`')).not.toContain('wbr')
    expect(await html(`## ${'a/'.repeat(1000)}`)).not.toContain('wbr')
  })
  it('reads the language of a fence that Pandoc writes as a class', async () => {
    expect(await html('```{.python .input}\nx = 1\n```')).toContain('data-lang="python"')
    expect(await html('```{4}\nx = 1\n```')).toContain('data-lang>')
  })
  it('writes task lists', async () => {
    const out = await html('- [ ] a\n- [x] b')
    expect(out).toContain('<ul class="tasks">')
    expect(out).toContain('<input type="checkbox" disabled aria-label="a" /> a')
    expect(out).toContain('<input type="checkbox" disabled checked aria-label="b" /> b')
  })
  it('writes footnotes', async () => {
    const out = await html('a[^1]\n\n[^1]: note')
    expect(out).toContain('<sup class="footnote-ref"><a href="#fn1" id="fnref1">')
    expect(out).toContain('<li id="fn1" class="footnote-item">')
  })
  it('reads Markdown inside raw HTML after a blank line', async () => {
    expect(await html('<div class="x">\n\n**a**\n\n</div>')).toBe('<div>\n<p><strong>a</strong></p>\n</div>')
  })
})

describe('right-to-left text', () => {
  it('gets its direction in paragraphs, headings, list items and cells', async () => {
    const out = await html('# مرحبا\n\nשלום.\n\n- عربي\n- latin\n\n|a|b|\n|-|-|\n|عربي|c|\n\nplain')
    expect(out).toMatch(/<h1 id="[^"]+" dir="auto">/)
    expect(out).toContain('<p dir="auto">שלום.</p>')
    expect(out).toContain('<ul dir="rtl">\n<li dir="auto">عربي</li>\n<li>latin</li>')
    expect(out).toContain('<td dir="auto">عربي</td>')
    expect(out).toContain('<p>plain</p>')
  })
  it('keeps the direction of a list that starts left to right', async () => {
    expect(await html('1. latin\n2. עברית')).toContain('<ol>\n<li>latin</li>\n<li dir="auto">עברית</li>')
  })
})

describe('headings', () => {
  it('have an accessible name without the link to themselves', async () => {
    const out = await html('## Orders `GET` *now*')
    expect(out).toContain('<h2 id="orders-get-now" aria-label="Orders GET now">')
    expect(out).toContain('<a class="anc" href="#orders-get-now" aria-label="Link to this section">#</a>')
  })

  it('use explicit ids, otherwise slugs with Chinese characters, unique on the page', async () => {
    const { headings, html } = await render('# 标题 A\n## 标题 A\n### X `y` {#my_id}\n## root\n## !!!')
    expect(headings).toEqual([
      { id: '标题-a', text: '标题 A', level: 1 },
      { id: '标题-a-1', text: '标题 A', level: 2 },
      { id: 'my_id', text: 'X y', level: 3 },
      { id: 'section', text: 'root', level: 2 },
      { id: 'section-1', text: '!!!', level: 2 },
    ])
    expect(html).toContain(
      '<h3 id="my_id" aria-label="X y">X <code>y</code><a class="anc" href="#my_id" aria-label="Link to this section">#</a></h3>',
    )
    expect(html).toContain('<h1 id="标题-a">标题 A</h1>')
  })
  it('are listed at [TOC]', async () => {
    expect(await html('[toc]\n# a\n### b\n## c\n# d & e\n[TOC] no')).toContain(
      '<ul><li><a href="#a">a</a><ul><li><a href="#b">b</a></li><li><a href="#c">c</a></li></ul></li><li><a href="#d-e">d &amp; e</a></li></ul></nav>',
    )
  })
})

describe('callouts', () => {
  it.each([
    [':::tip 注意\na\n:::', 'callout tipc', '注意'],
    ['::: warning\na\n:::', 'callout warn', ''],
    ['::: danger T\na\n:::', 'callout warn', 'T'],
    [':::info\na\n:::', 'callout', ''],
    ['> [!NOTE]\n> a', 'callout', ''],
    ['> [!CAUTION]\n> a', 'callout warn', ''],
  ])('%s', async (text, className, title) => {
    const out = await html(text)
    expect(out).toContain(`<div class="${className}" role="note"`)
    expect(out).toContain('<p>a</p>')
    expect(out).not.toMatch(/:::|\[!/)
    if (title) expect(out).toContain(`<p class="ct">${title}</p>`)
  })
  it('folds details, ignores colons in fences, nests, and stays inside list items', async () => {
    expect(await html('::: details **T**\na\n:::')).toBe('<details><summary><strong>T</strong></summary>\n<p>a</p>\n</details>')
    expect(await html('a[^1]\n\n::: details T\na\n:::\n\n[^1]: n')).toContain('<summary>T</summary>')
    expect(await html('::: tip\n```\n:::\n```\nb\n:::\nc')).toMatch(/<p>b<\/p>\n<\/div><\/div>\n<p>c<\/p>$/)
    expect(await html('- a\n\n  :::tip\n  b\n  :::\n- c')).toMatch(/<p>b<\/p>\n<\/div><\/div>\n<\/li>/)
    expect(await html('::: unknown\na')).toContain('::: unknown')
  })
})

describe('addresses', () => {
  it.each([
    '联系ops@example.com处理。',
    '邮箱：ops@example.com，电话 12',
    '（ops@example.com）',
    '“ops@example.com”',
    '邮箱:ops@example.com',
    'ops@example.com。',
    '联系 ops@example.com。',
    'メールops@example.comへ',
  ])('of mail are linked next to Chinese: %s', async (text) => {
    expect(await html(text)).toBe(`<p>${text.replace('ops@example.com', '<a href="mailto:$&">$&</a>')}</p>`)
  })
  it.each(['@提醒 a@b', '版本@1.2.3说明', 'npm i lodash@4.17.21', 'react@18.3.0-rc.1，再', 'vue@3.5.'])(
    'of mail are not made of: %s',
    async (text) => {
      expect(await html(text)).toBe(`<p>${text}</p>`)
    },
  )
  it('marks only external links as external and adds the base path', async () => {
    const options = { base: '/docs/' }
    expect(await html('[a](/x) [b](#y) [c](z.md) [d](/docs/q) [e](mailto:a@b.c)', options)).toBe(
      '<p><a href="/docs/x">a</a> <a href="#y">b</a> <a href="z.md">c</a> <a href="/docs/q">d</a> <a href="mailto:a@b.c">e</a></p>',
    )
    expect(await html('<img src="/i.png"> [x](//e.com)', options)).toBe(
      '<p><img src="/docs/i.png" loading="lazy" decoding="async" alt="" /> <a href="//e.com" target="_blank" rel="noopener noreferrer nofollow">x</a></p>',
    )
  })
  it('adds the base path to the address of a poster and checks its scheme', async () => {
    const poster = async (url: string) =>
      /poster="[^"]*"/.exec(await html(`<video src="/v.mp4" poster="${url}"></video>`, { base: '/docs/' }))?.[0]
    expect(await poster('/i.png')).toBe('poster="/docs/i.png"')
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'ftp://e.com/i.png']) expect(await poster(url)).toBeUndefined()
  })
  it.each(['\\\\e.com', '/\\e.com', '\\/e.com'])('treats %s as an external address, like browsers', async (address) => {
    expect(await html(`<a href="${address}">x</a>`, { base: '/docs/' })).toContain(
      `<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">`,
    )
  })
  it('reads editor.md image sizes', async () => {
    expect(await html('![a](b.png =100x200) ![](c.png =50x)')).toBe(
      '<p><img src="b.png" alt="a" width="100" height="200" loading="lazy" decoding="async" /> <img src="c.png" alt="" width="50" loading="lazy" decoding="async" /></p>',
    )
  })
  it('allows data URLs for images only', async () => {
    expect(await html('![](data:image/png;base64,AAAA)')).toContain('src="data:image/png;base64,AAAA"')
    expect(await html('![](data:image/svg+xml;base64,AAAA) [x](data:image/png;base64,AA)')).toBe('<p> x</p>')
  })
})

describe('editor preview', () => {
  it('adds the first source line of every top-level block', async () => {
    const text =
      '# a\n\nb\n\n- c\n\n```js\n1\n```\n\n|a|b|\n|-|-|\n|1|2|\n\n<div>x</div>\n\n::: tip\na\n:::\n\n---\n\n$$\nx\n$$\n\n|name|type|\n|-|-|\n|a|b|'
    const lines = [...(await html(text, { lines: true })).matchAll(/data-line="(\d+)"/g)].map((match) => Number(match[1]))
    expect(lines).toEqual([0, 2, 4, 6, 10, 14, 16, 20, 22, 26])
    expect(await html(text)).not.toContain('data-line')
  })

  it('shows a block of a part as a card with its name, its source and the words, elsewhere as code', async () => {
    const text = '```operation orders createOrder\nbody.quantity+: At most <999>.\n409: |\n  One line\n  and another.\n```\n'
    const card = await html(text, { partCards: true })
    expect(card).toContain('<p class="ct">Operation <code>createOrder</code></p>')
    expect(card).toContain('“orders”')
    expect(card).toContain('<li><code>body.quantity</code> At most &lt;999&gt;.</li><li><code>409</code> One line and another.</li>')
    expect(card).not.toContain('class="code"')
    expect(await html(text)).toContain('class="code"')
    expect(await html('```introduction orders\n```', { partCards: true, language: 'zh' })).toContain('<p class="ct">简介</p>')
    for (const other of [
      '```operation orders\n```',
      '```operation Orders a\n```',
      '- x\n\n  ```operation orders a\n  ```',
      '    ```operation orders a',
    ])
      expect(await html(other, { partCards: true })).not.toContain('callout')
  })
})
