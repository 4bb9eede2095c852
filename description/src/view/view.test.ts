import { render } from '@sheaf/markdown'
import fc from 'fast-check'
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { describe, expect, it } from 'vitest'
import { createOrder, getUser, login, loginStored } from '../../../markdown/src/test/api-pages.ts'
import { dangers, isRegular } from '../../../markdown/src/test/dangers.ts'
import { assertProperty } from '../../../test/random.ts'
import type { ApiCall, ApiField } from '../call/call.ts'
import { withWords } from '../fence/words.ts'
import { renderPage } from './page.ts'

type Element = Tree.Element
const isElement = (node: Tree.Node): node is Element => 'tagName' in node
const all = (node: Tree.Node): Element[] => [
  ...(isElement(node) ? [node] : []),
  ...('childNodes' in node ? node.childNodes.flatMap(all) : []),
]
const attribute = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value
const elementsOf = (html: string) => all(parseFragment(html))
const withClass = (html: string, name: string) => elementsOf(html).filter((one) => attribute(one, 'class')?.split(' ').includes(name))
const textOf = (node: Tree.Node): string =>
  'value' in node && typeof node.value === 'string' ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
const idsOf = (html: string) => elementsOf(html).flatMap((one) => attribute(one, 'id') ?? [])

const FENCE = '```operation orders createOrder\n```'
const pageOf = (call: ApiCall, language = 'en') => renderPage(FENCE, { language, calls: () => call })
const get = (more: Partial<ApiCall>): ApiCall => ({ method: 'GET', url: 'https://api.example.com/x', ...more })

describe('a page made by an API client', () => {
  it('is shown as a call', async () => {
    const { html, headings } = await renderPage(JSON.stringify(createOrder))
    expect(headings.map(({ text }) => text)).toEqual([
      'Authorization',
      'Path',
      'Query',
      'Headers',
      'Cookies',
      'Request body',
      'Responses',
      'Notes',
    ])
    for (const { id } of headings) expect(html).toContain(`id="${id}"`)
    expect(idsOf(html)).toEqual(
      expect.arrayContaining(['path.warehouse_id', 'body.ship_to.zip_code', 'body.lines.sku', 'success.order_id']),
    )
    expect(withClass(html, 'req').map(textOf)).toEqual(Array(6).fill('required'))
    expect(html).toContain('<strong>30 minutes</strong>')
    expect(html).toContain('Scope <code>orders:write</code>')
    expect(html).toContain('12345678901234567890')
    expect(html).not.toContain('Switched off')
    const names = withClass(html, 'within').map((one) => attribute(all(one).find(({ tagName }) => tagName === 'summary')!, 'aria-label'))
    expect(names).toEqual(['Fields of ship_to', 'Fields of lines'])
    expect(html).not.toContain('Open all')
  })

  it('has its texts in Chinese, and reads escaped content', async () => {
    const [one, other] = await Promise.all(
      [login, loginStored].map((page) => renderPage(typeof page === 'string' ? page : JSON.stringify(page), { language: 'zh' })),
    )
    expect(one).toEqual(other)
    expect(one!.headings.map(({ text }) => text)).toEqual(['请求头', '请求体', '返回', '备注'])
    expect(withClass(one!.html, 'req').map(textOf)).toEqual(['必填', '必填', '必填'])
    expect(one!.html).toContain('验证码<br>仅在需要时填写')
    expect((await renderPage(JSON.stringify(getUser))).headings.map(({ text }) => text)).toEqual(['Query', 'Headers'])
  })

  it('leaves all other pages as they are', async () => {
    for (const text of ['# A\n\n`b` <b>c</b>', FENCE, '{"a":1}', '{"info":{', '', '{"info":{"x":1'])
      expect(await renderPage(text)).toEqual(await render(text))
    expect(await renderPage(FENCE, { calls: () => undefined })).toEqual(await render(FENCE))
  })
})

describe('the parts of a call', () => {
  const field = (name: string, more: Partial<ApiField> = {}): ApiField => ({ name, type: 'string', ...more })

  it('one of several answers, content types and forms is chosen by labelled radio buttons', async () => {
    const content = (contentType: string, name: string) => ({ contentType, type: '', fields: [field(name)], examples: [] })
    const form = (name: string) => ({ name, type: '', fields: [field(`${name}-field`)] })
    const { html } = await pageOf(
      get({
        bodies: [{ ...content('application/json', 'a'), forms: [form('Cat'), form('Dog')] }, content('text/xml', 'b')],
        responses: ['default', '500', '404', '4XX', '301', '201', '200'].map((status) => ({
          status,
          headers: [field('ETag')],
          contents: [],
        })),
      }),
    )
    const groups = elementsOf(html).filter(({ tagName }) => tagName === 'fieldset')
    expect(groups.map((group) => textOf(all(group).find(({ tagName }) => tagName === 'legend')!))).toEqual([
      'Content types',
      'Alternatives',
      'Responses',
    ])
    const labels = (group: Element) => group.childNodes.filter((one) => isElement(one) && one.tagName === 'label').map(textOf)
    expect(groups.map(labels)).toEqual([
      ['application/json', 'text/xml'],
      ['Cat', 'Dog'],
      ['201 Created', '200 OK', '301 Moved permanently', '404 Not found', '4XX', '500 Server error', 'default'],
    ])
    for (const group of groups) {
      const inputs = all(group).filter((one) => one.tagName === 'input' && attribute(one, 'name') !== undefined)
      expect(inputs.filter((one) => attribute(one, 'checked') !== undefined).length).toBeGreaterThan(0)
    }
    expect(
      new Set(
        elementsOf(html)
          .filter(({ tagName }) => tagName === 'input')
          .map((one) => attribute(one, 'name')),
      ).size,
    ).toBe(4)
    expect(idsOf(html)).toEqual(expect.arrayContaining(['200.header.ETag', 'default.header.ETag', 'body.Cat-field']))
    const single = await pageOf(
      get({ bodies: [content('text/csv', 'a')], responses: [{ status: '200', headers: [], contents: [content('text/plain', 'b')] }] }),
    )
    expect(single.html).toContain('<small>text/csv</small>')
    expect(single.html).toContain('<small>200 OK</small>'.replace('200', '<bdi>200</bdi>'))
    expect(single.html).toContain('<span><bdi>text/plain</bdi></span>')
    expect(single.html).not.toContain('fieldset')
  })

  it('a field says its default, bounds, values, deprecation and where it repeats itself', async () => {
    const values = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`)
    const { html } = await pageOf(
      get({
        deprecated: true,
        query: [
          field('a', { default: '1', example: '2', notes: ['1 to `9`'], enum: values(12), deprecated: true, required: 'sometimes' }),
          field('b', { enum: values(13) }),
          field('c', { enum: values(5000) }),
          field('next', { type: '↻ Order' }),
          field('pet', { fields: [field('x', { only: 'Cat' }), field('y', { only: 'Dog' }), field('z')] }),
        ],
      }),
    )
    const [a, b, c, next, pet] = withClass(html, 'param').filter((one) => /^query\.[^.]+$/.test(attribute(one, 'id') ?? ''))
    expect(textOf(a!)).toMatch(/deprecated\s*sometimes\s*default 1\s*example 2\s*1 to 9\s*v0/)
    expect(html).toContain('<s>a</s>')
    expect(html).toContain('This call is deprecated.')
    expect(all(a!).some(({ tagName }) => tagName === 'details')).toBe(false)
    expect(textOf(b!)).toContain('13 values')
    expect(textOf(c!)).toContain('and 4700 more')
    expect(textOf(next!)).toContain('↻ Order')
    expect(textOf(pet!)).toMatch(/z[\s\S]*Alternatives\s*Cat[\s\S]*x[\s\S]*Dog[\s\S]*y/)
  })

  it('an empty default and an empty value of an enumeration are seen', async () => {
    const field = { name: 'sort', type: 'string', required: false, default: '', enum: ['', ' asc', 'desc'] }
    const { html } = await pageOf(get({ query: [field] }))
    expect(
      withClass(html, 'quiet')
        .flatMap(all)
        .filter(({ tagName }) => tagName === 'code')
        .map(textOf),
    ).toEqual(['""', '""', '" asc"', 'desc'])
  })

  it('a pattern of a field and of a body has its bars as they are', async () => {
    const notes: ApiField['notes'] = [['pattern', '`^(asc\\|a\\\\|b)$`']]
    const field = { name: 'sort', type: 'string', required: false, notes }
    const { html } = await pageOf(
      get({ query: [field], bodies: [{ contentType: 'text/plain', type: 'string', notes, fields: [], examples: [] }] }),
    )
    expect(html.match(/<code>\^\(asc\|a\\\|b\)\$<\/code>/g)).toHaveLength(2)
  })

  it('at most 400 fields and six levels are in the HTML, and what is left out is counted', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => field(`f${at}`))
    const wide = await pageOf(get({ query: many(390), headers: many(15), cookies: many(1) }))
    expect(withClass(wide.html, 'param')).toHaveLength(400)
    expect(wide.html).toContain('5 more fields are not shown here.')
    expect(wide.html).toContain('One more field is not shown here.')
    expect(wide.html).not.toContain('Open all')
    const deep = Array.from({ length: 50 }).reduce<ApiField[]>((fields) => [field('a', { fields })], [field('end')])
    const { html } = await pageOf(get({ query: deep }))
    const body = { contentType: '', type: '', fields: deep, examples: [] }
    expect((await pageOf(get({ bodies: [body] }))).html.match(/data-act="open" hidden>Open all</g)).toHaveLength(1)
    expect(withClass(html, 'param').map((one) => attribute(one, 'id'))).toEqual(
      Array.from({ length: 6 }, (_, level) => `query${'.a'.repeat(level + 1)}`),
    )
    expect(html).toContain('One more field is not shown here.')
  })

  it('any name is an anchor that no other element has', async () => {
    const names = [
      '__proto__',
      'constructor',
      'toString',
      '',
      ' ',
      '$a',
      'a b',
      'a_b',
      'a',
      'a',
      'x'.repeat(10_000),
      '\u202eabc',
      '\0',
      '名称',
      '*',
    ]
    const { html } = await pageOf(get({ query: names.map((name) => field(name)), path: [field('a')] }))
    const ids = idsOf(html)
    expect(new Set(ids).size).toBe(ids.length)
    expect(withClass(html, 'param')).toHaveLength(names.length + 1)
    expect(ids).toEqual(expect.arrayContaining(['query.__proto__', 'query.a', 'query.a-1', 'query.名称', 'path.a']))
    expect(html).toContain('<bdi>\u202eabc</bdi>')
    for (const one of withClass(html, 'pname')) expect(ids).toContain(attribute(one, 'href')?.slice(1))
  })
})

it('a section that the import named has its title in the language of the screen; one of an author keeps it', async () => {
  const sections = ['More', '回调', 'Errors'].map((title) => ({ title, markdown: '- x' }))
  const titles = async (language: string) => (await pageOf(get({ sections }), language)).headings.map(({ text }) => text)
  expect([await titles('zh'), await titles('en')]).toEqual([
    ['其他', '回调', 'Errors'],
    ['More', 'Callbacks', 'Errors'],
  ])
})

describe('calls in a page', () => {
  it('are between its texts, with their headings in order and radio buttons of their own', async () => {
    const call = get({ description: '## Inside\n\nText', query: [{ name: 'a', type: '' }] })
    const text = `## Before\n\nOne\n\n${FENCE}\n\n## Between\n\n- list\n\n  ${FENCE.replace('\n', '\n  ')}\n\n## Query\n\n[^1]\n\n[^1]: note`
    const page = await renderPage(text, { calls: () => call })
    expect(page.headings.map((heading) => heading.text)).toEqual(['Before', 'Inside', 'Query', 'Between', 'Inside', 'Query', 'Query'])
    const ids = idsOf(page.html)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id } of page.headings) expect(ids).toContain(id)
    // The heading of the page keeps its anchor.
    expect(page.headings.at(-1)?.id).toBe('query')
    expect(page.html.match(/name="sample"/g)).toHaveLength(6)
    expect(page.html.match(/name="sample-2"/g)).toHaveLength(6)
    expect(page.html).not.toContain('call whole')
    expect((await pageOf(call)).html).toContain('call whole')
  })

  it('get the info line and the lines of their fence', async () => {
    const seen: string[][] = []
    await renderPage('```operation orders a b\nsummary: x\n```\n\n```js\n1\n```', { calls: (...of) => void seen.push(of) })
    expect(seen).toEqual([
      ['operation orders a b', 'summary: x\n'],
      ['js', '1\n'],
    ])
  })
})

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</div></div></details></fieldset></section>',
  '<div><div>',
  '<li>x<dd>y<tr><td>z',
  '<details><summary>',
  '</summary></label>',
  '<label><input type="radio" name="sample" checked>',
  '<fieldset><legend>x',
  '<a href="javascript:alert(1)">x',
  '[x](javascript:alert(1)) ![x](data:text/html;base64,x)',
  '<!--',
  '<pre>',
  '<textarea>',
  '<style>*{display:none}',
  '" onload="x',
  "' onload='x",
  '&lt;script&gt;&quot;',
  '```\nx',
  '~~~',
  '::: tip',
  '$$x',
  '[TOC]',
  '\0\ud800\u202e',
  '[^1]\n\n[^1]: x',
  '# a {#root}',
  '`a`<b>`',
]

/** The radio buttons of the application. */
const ownInput = /^input name=(?:sample|answer-1|choice-1-\d+)$/

describe('S208: markup in every text of a call stays in its place', () => {
  const everywhere = (text: string): ApiCall => {
    const field = (depth: number): ApiField => ({
      name: text,
      type: text,
      required: text,
      description: text,
      notes: [text],
      default: text,
      example: text,
      enum: [text],
      ...(depth > 0 ? { fields: [field(depth - 1), { ...field(0), only: text }, { ...field(0), only: 'other' }] } : {}),
    })
    const fields = [field(1), { name: text, type: text, remark: text }]
    const content = {
      contentType: text,
      type: text,
      description: text,
      notes: [text],
      fields,
      examples: [{ name: text, text, description: text }],
    }
    const bodies = [
      {
        ...content,
        forms: [
          { name: text, description: text, type: text, fields },
          { name: 'b', type: '', fields },
        ],
      },
      content,
    ]
    return {
      method: 'POST',
      url: `https://a.example/${text}`,
      description: text,
      deprecated: true,
      auth: [text, text],
      path: fields,
      query: fields,
      headers: fields,
      cookies: fields,
      bodyDescription: text,
      bodies,
      responses: [200, text].map((status) => ({
        status: String(status),
        description: text,
        headers: fields,
        contents: bodies,
        more: text,
      })),
      sections: [{ title: text, markdown: text, contents: [content] }],
    }
  }
  /** Of each element of the application: the classes of the elements around it, from the outside. */
  const shape = (html: string) => {
    const paths: string[] = []
    const walk = (node: Tree.Node, above: string) => {
      const own = isElement(node)
        ? /^(?:call whole|params?|phead|words|quiet|pick|pane|call-side|within)$/.exec(attribute(node, 'class') ?? '')?.[0]
        : undefined
      if (own) paths.push(`${above} ${own}`)
      if ('childNodes' in node) for (const child of node.childNodes) walk(child, own ? `${above} ${own}` : above)
    }
    walk(parseFragment(html), '')
    return paths
  }

  it.each(hostile)('%j', async (text) => {
    const [plain, { html, plain: isPlain }] = await Promise.all([pageOf(everywhere('harmless')), pageOf(everywhere(text))])
    expect(isPlain).toBeUndefined()
    expect(dangers(html).filter((one) => !ownInput.test(one))).toEqual([])
    expect(isRegular(html)).toBe(true)
    expect(shape(html)).toEqual(shape(plain.html))
    const ids = idsOf(html)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => id === 'root' || id === 'boot')).toEqual([])
  })

  it('in a page of a client with any JSON in its places', async () => {
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom(...hostile, '1', 'json', '[{"name":"x"}]', 'lines[].a', '--a'),
          fc.constant(null),
        ),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('name', 'type', 'require', 'remark', 'value', 'children', 'mode', 'json', 'jsonDesc'), tie('json')),
      ),
    }))
    const request = fc.dictionary(fc.constantFrom('headers', 'query', 'params', 'cookies', 'auth', 'pathVariable'), json)
    const response = fc.dictionary(fc.constantFrom('responseExample', 'responseParamsDesc', 'responseFailExample', 'examples'), json)
    await assertProperty(
      fc.asyncProperty(json, request, response, async (url, ...[asked, answered]) => {
        const content = JSON.stringify({ info: { from: 'runapi', method: 'post', url }, request: asked, response: answered })
        const { html, plain } = await renderPage(content)
        expect(plain).toBeUndefined()
        expect(dangers(html).filter((one) => !ownInput.test(one))).toEqual([])
        expect(isRegular(html)).toBe(true)
        const ids = idsOf(html)
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 60 },
    )
  })

  it.each(hostile)('in a page of a client: %j', async (text) => {
    const row = { name: text, type: text, value: text, require: '1', remark: text }
    const content = JSON.stringify({
      info: { from: 'runapi', method: 'post', url: `http://a/${text}`, description: text, remark: text },
      request: {
        headers: [row],
        query: text,
        pathVariable: [row],
        auth: { type: text },
        params: { mode: 'json', json: text, jsonDesc: [row] },
      },
      response: { responseExample: text, responseParamsDesc: [row], examples: [{ name: text, data: text }] },
    })
    const { html, plain } = await renderPage(content, { shared: JSON.stringify({ header: [{ ...row, name: 'X' }] }) })
    expect(plain).toBeUndefined()
    expect(dangers(html).filter((one) => !ownInput.test(one))).toEqual([])
    expect(isRegular(html)).toBe(true)
  })
})

describe('places that people can write about', () => {
  const field = (name: string, more: Partial<ApiField> = {}): ApiField => ({ name, type: 'string', description: `About ${name}`, ...more })
  const call = get({
    description: 'What it does.',
    path: [field('id')],
    query: [field('limit'), field('filter[name]'), field('a`b')],
    bodies: [
      {
        contentType: 'application/json',
        type: '',
        examples: [],
        fields: [
          field('lines', { lists: 1, fields: [field('sku'), field('card', { only: 'Card' })] }),
          field('*', { fields: [field('x')] }),
        ],
        forms: [{ name: 'Order', type: '', fields: [field('order')] }],
      },
      { contentType: 'text/csv', type: '', examples: [], fields: [field('lines')] },
    ],
    responses: [
      { status: '200', description: 'Done', headers: [field('ETag')], contents: [] },
      { status: '4XX', headers: [], contents: [{ contentType: '', type: '', examples: [], fields: [field('code')] }] },
      { status: 'default', headers: [], contents: [] },
    ],
    sections: [{ title: 'More', markdown: '', contents: [{ contentType: '', type: '', examples: [], fields: [field('own')] }] }],
  })
  const pathOf = (element: Element) => attribute(element, 'data-words') ?? attribute(element, 'id') ?? ''
  const placesOf = (html: string) => [...withClass(html, 'param'), ...withClass(html, 'spot')]

  it('have their path in the page; words for it are shown in that place', async () => {
    const { html } = await pageOf(call)
    const paths = placesOf(html).map(pathOf)
    expect(paths.filter(Boolean).sort()).toEqual(
      [
        ...['path.id', 'query.limit', 'query.`filter[name]`', 'body(application/json).lines', 'body(application/json).lines[].sku'],
        ...['body(application/json).lines<Card>[].card', 'body(application/json).*', 'body(application/json).*.x'],
        ...['body(application/json)<Order>.order', 'body(text/csv).lines', '200.header.ETag', '4XX.code'],
        ...['description', 'body', '200', '4XX', 'default'],
      ].sort(),
    )
    for (const path of paths.filter(Boolean)) {
      const { call: worded, homeless } = withWords(call, [{ path, mode: 'replace', words: 'Marked words' }])
      expect({ path, homeless }).toEqual({ path, homeless: [] })
      const page = (await pageOf(worded)).html
      const place = placesOf(page).find((one) => pathOf(one) === path)!
      const own = attribute(place, 'class') === 'spot' ? page.slice(0, page.indexOf(`data-words="${path}"`)) : textOf(place)
      expect(own).toContain('Marked words')
      expect(page.split('Marked words')).toHaveLength(2)
    }
  })

  it('are not in a page of an API client', async () => {
    const { html } = await renderPage(JSON.stringify(createOrder))
    expect(html).not.toContain('data-words')
  })
})

it('marks fields that are new or changed lately, also those of a named schema, and only them', async () => {
  const line: ApiField = { name: 'sku', type: 'string' }
  const call: ApiCall = {
    method: 'POST',
    url: '/orders',
    query: [{ name: 'limit', type: 'integer' }],
    bodies: [
      {
        ...{ contentType: 'application/json', type: 'Order', examples: [] },
        fields: [{ name: 'lines', type: 'array[Line]', lists: 1, fields: [line, { ...line, name: 'price' }] }],
      },
    ],
  }
  const mark = { label: '<2.0>"', date: '2026-11-28' }
  const marks = [
    { ...mark, path: 'query.limit', isNew: false },
    { ...mark, path: 'price', schema: 'Line', isNew: true },
    { ...mark, path: 'lines', schema: 'Other', isNew: true },
  ]
  const { html } = await renderPage(FENCE, { calls: () => call, marks })
  expect(withClass(html, 'lately').map((one) => [textOf(one), attribute(one, 'title')])).toEqual([
    ['changed', 'Changed since 2026-11-28, version <2.0>"'],
    ['new', 'New since 2026-11-28, version <2.0>"'],
  ])
  expect(textOf(parseFragment(html))).toContain('price string new')
})
