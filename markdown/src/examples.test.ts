import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRequest, readExamples } from './examples.ts'
import { render } from './index.ts'

const fence = (info: string, code: string, mark = '```') => `${mark}${info}\n${code}\n${mark}\n`
const get = 'GET {{host}}/orders?limit=10'

describe('examples of a page', () => {
  it('are requests with an environment or an expected status, perhaps with an answer', () => {
    const text = `# Orders

${fence('http [List orders] env=staging expect=200', `${get}\nAccept: application/json\nHost: a.example\nX-A:b\n\n`)}

${fence('json response', '{"orders":[]}')}
${fence('http env=staging expect=201 run=unsafe', 'POST {{host}}/orders HTTP/1.1\n\n{"a": 1}\n\n{{b}}')}
${fence('http expect=2xx', 'DELETE https://a.example/orders/{{id}}')}`
    expect(readExamples(text)).toMatchObject([
      {
        name: 'List orders',
        env: 'staging',
        expect: '200',
        isUnsafe: false,
        method: 'GET',
        address: '{{host}}/orders?limit=10',
        headers: [
          { name: 'Accept', value: 'application/json' },
          { name: 'X-A', value: 'b' },
        ],
        body: '',
        response: '{"orders":[]}',
        line: 2,
        responseLine: 12,
      },
      { name: 'POST /orders', isUnsafe: true, address: '{{host}}/orders', body: '{"a": 1}\n\n{{b}}', response: undefined },
      { name: 'DELETE /orders/{{id}}', env: '', expect: '2xx', responseLine: -1 },
    ])
  })

  it.each([
    ['without env and expect', fence('http', get)],
    ['with a label alone', fence('http [List]', get)],
    ['with a wrong environment', fence('http env=a/b', get)],
    ['with a wrong status', fence('http expect=600', get)],
    ['of another language', fence('https env=a', get)],
    ['without a request', fence('http env=a', 'orders')],
    ['with another method', fence('http env=a', 'TRACE {{host}}/')],
    ['with a header that is none', fence('http env=a', `${get}\nno header`)],
    ['with a control character', fence('http env=a', 'GET {{host}}/\u0007')],
    ['that is too long', fence('http env=a', `${get}\n\n${'a'.repeat(10_000)}`)],
    ['in a quotation', `> \`\`\`http env=a\n> ${get}\n> \`\`\`\n`],
    ['in a list', `- a\n  \`\`\`http env=a\n  ${get}\n  \`\`\`\n`],
    ['in another fence', fence('md', fence('http env=a', get), '````')],
    ['in a comment', `<!--\n${fence('http env=a', get)}-->\n`],
    ['in HTML', `<div>\n${fence('http env=a', get)}</div>\n`],
  ])('are no code blocks %s', async (_, text) => {
    expect(readExamples(text)).toEqual([])
    expect((await render(text, { runs: [] })).html).not.toContain('class="tag')
  })

  it('are at most 20, and have names of their own', () => {
    const named = readExamples(fence('http [Same] env=a', get).repeat(30)).map(({ name }) => name)
    expect(named).toHaveLength(20)
    expect(new Set(named).size).toBe(20)
    expect(named.slice(0, 2)).toEqual(['Same', 'Same 2'])
    expect(readExamples(fence('http [Same] env=a', get) + fence('http [Same] env=b', get)).map(({ name }) => name)).toEqual([
      'Same',
      'Same',
    ])
  })

  it('have an answer only in the next fence, with nothing between', () => {
    const request = fence('http env=a', get)
    const answer = fence('json response', '{}')
    const answers = [`${request}Text\n${answer}`, request + fence('json', '{}') + answer, answer + request, request + answer]
    expect(answers.map((text) => readExamples(text)[0]?.response)).toEqual([undefined, undefined, undefined, '{}'])
  })

  it('are the same with every line ending', () => {
    const text = `${fence('http [A] env=a', `${get}\na: b\n\nbody`)}\n${fence('json response', '{}')}`
    expect(readExamples(text.replaceAll('\n', '\r\n'))).toEqual(readExamples(text))
  })
})

describe('hostile examples', () => {
  it.each([
    ['openings', '```http env=a\n'],
    ['openings in one line', '```http env= '],
    ['backticks', '`'],
    ['comments', '<!--\n'],
    ['comments that close', '<!---->\n```http env=a\n'],
    ['examples', fence('http env=a', get)],
    ['lines', `\`\`\`http env=a\nGET a\n${'a: b\n'.repeat(40)}\`\`\`\n`],
    ['brackets', '```http [[[[[['],
    ['elements', '<a\n```http env=a\n'],
  ])('%s take linear time', (_, piece) => {
    const text = piece.repeat(Math.floor(2_000_000 / piece.length))
    expect(readExamples(text).length).toBeLessThanOrEqual(20)
  })

  it('are bounded for any text', () => {
    const pieces = fc.constantFrom(
      '```',
      '~~~~',
      'http',
      ' env=a',
      ' expect=200',
      ' [n]',
      '\n',
      '\r\n',
      get,
      'a: b',
      'json response',
      '<!--',
      '-->',
      '> ',
      '  ',
      '{}',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        for (const { name, line, response = '', body, headers } of readExamples(parts.join(''))) {
          expect(name.length).toBeLessThanOrEqual(83)
          expect(line).toBeGreaterThanOrEqual(0)
          expect(response.length + body.length).toBeLessThanOrEqual(30_000)
          for (const { value } of headers) expect(value).not.toMatch(/[\r\n]/)
        }
      }),
    )
  })

  it('have no request with two lines in a header or an address', () => {
    expect(parseRequest('GET a\rb')?.address).toBeUndefined()
    expect(parseRequest('GET a b')?.address).toBe('a b')
  })
})

describe('readers see', () => {
  const text = `${fence('http [A <b>] env=staging expect=200', get)}\n${fence('json response', '{}')}`

  it('name, method, status and the last run, and the expected answer', async () => {
    const { html } = await render(text, { runs: [{ name: 'A <b>', env: 'staging', state: 'failing', date: '2026-11-28' }] })
    expect(html).toContain('<span class="verb get">GET</span><span>A &lt;b&gt;</span>')
    expect(html).toContain('expects 200 · staging')
    expect(html).toContain('<span class="tag bad">Fails · 2026-11-28</span>')
    expect(html).toContain('<span>Expected answer</span>')
  })

  it('what has not run, and no badge where runs are not known', async () => {
    expect((await render(text, { runs: [], language: 'zh' })).html).toContain('<span class="tag">尚未运行</span>')
    const { html } = await render(text)
    expect(html).toContain('expects 200')
    expect(html).not.toContain('class="tag')
  })
})
