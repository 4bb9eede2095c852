import { describe, expect, it } from 'vitest'
import type { ApiCall } from '../call/call.ts'
import { composedText, type StoredPart } from './compose.ts'
import { bareFence, isSameText, partFences } from './fence.ts'
import { readWords, withWords } from './words.ts'

const call: ApiCall = {
  method: 'POST',
  url: '/orders',
  description: 'Creates an order.',
  query: [{ name: 'dry-run', type: 'boolean', description: 'Only checks.' }],
  bodies: [
    {
      contentType: 'application/json',
      type: 'Order',
      fields: [
        {
          name: 'lines',
          type: 'array[Line]',
          lists: 1,
          fields: [
            { name: 'quantity', type: 'integer', description: 'How many.' },
            { name: 'a.b', type: 'string' },
          ],
        },
        { name: 'number', type: 'string', only: 'Card' },
      ],
      examples: [],
    },
  ],
  responses: [
    { status: '200', description: 'Created', headers: [{ name: 'ETag', type: 'string' }], contents: [] },
    { status: 'any other', description: '', headers: [], contents: [] },
  ],
}

const part: StoredPart = {
  kind: 'operation',
  key: 'createOrder',
  method: 'POST',
  path: '/orders',
  title: 'Create an [order]',
  language: 'en',
  body: { call },
  address: '/12/1088',
  gone: '',
}

describe('the blocks of a page that show parts', () => {
  it.each([
    ['a block', '```operation orders createOrder\n```', [['operation', 'orders', 'createOrder', '']]],
    ['longer fences, tildes and spaces', '~~~~ operation  orders   GET /a/{} \nx: y\n~~~~', [['operation', 'orders', 'GET /a/{}', 'x: y']]],
    ['Windows line endings', 'a\r\n```schema orders Order\r\na: b\r\n```\r\nc', [['schema', 'orders', 'Order', 'a: b']]],
    ['an introduction has no key', '```introduction orders\n```', [['introduction', 'orders', '', '']]],
    ['not inside other code', '````\n```operation orders createOrder\n```\n````', []],
    ['not without its end', '```operation orders createOrder\na: b', []],
    ['not in a list or a quotation', '- ```operation orders a\n  ```\n\n> ```operation orders a\n> ```', []],
    ['not as indented code', '    ```operation orders a\n    ```', []],
    ['not with a wrong name', '```operation Orders a\n```\n\n```operation orders\n```', []],
  ])('%s', (_, text, found) => {
    expect(partFences(text).map(({ kind, source, key, body }) => [kind, source, key, body])).toEqual(found)
  })

  it('are found at their exact place', () => {
    const text = 'Above\n\n```operation orders a\nx: y\n```\nbelow'
    const [fence] = partFences(text)
    expect(text.slice(fence?.start, fence?.end)).toBe('```operation orders a\nx: y\n```')
  })

  it('take linear time in a text that only opens them', () => {
    for (const text of ['```operation orders a\n'.repeat(200_000), '```'.repeat(1_000_000), `\`\`\`${' '.repeat(3_000_000)}`])
      expect(partFences(text).length).toBeLessThan(51)
  })
})

describe('words of people', () => {
  it('are read from lines, from several indented lines and below those of the source', () => {
    const body =
      'summary: Create an order\nbody.lines[].quantity+: At most 999.\n200: |\n  One line.\n\n  Another.\nbody(application/hal+json).x: a\nnonsense\n: x\n'
    expect(readWords(body)).toEqual({
      words: [
        { path: 'summary', mode: 'replace', words: 'Create an order' },
        { path: 'body.lines[].quantity', mode: 'add', words: 'At most 999.' },
        { path: '200', mode: 'replace', words: 'One line.\n\nAnother.' },
        { path: 'body(application/hal+json).x', mode: 'replace', words: 'a' },
      ],
      unreadable: ['nonsense', ': x'],
    })
  })

  it('go to the place that their path names; others have no home', () => {
    const paths = [
      'description',
      'query.dry-run',
      'body.lines[].quantity',
      'body.lines[].`a.b`',
      'body<Card>.number',
      '200',
      '200.header.ETag',
    ]
    const others = ['query.none', 'body.lines[].none', '404', 'cookie.sid', 'path.__proto__', 'constructor']
    const words = [...paths, ...others, 'default'].map((path) => ({ path, mode: 'replace' as const, words: `At ${path}` }))
    const worded = withWords(call, words)
    expect(worded.homeless.map((one) => one.path)).toEqual(others)
    const text = JSON.stringify(worded.call)
    for (const path of paths) expect(text).toContain(JSON.stringify(`At ${path}`))
    expect(worded.call.query?.[0]?.description).toBe('At query.dry-run')
    expect(worded.call.responses?.[1]?.description).toBe('At default')
    expect(JSON.stringify(call)).not.toContain('At ')
  })

  it('replace those of the source or follow them', () => {
    const word = (mode: 'replace' | 'add', words: string) => ({ path: 'description', mode, words })
    expect(withWords(call, [word('add', 'More.')]).call.description).toBe('Creates an order.\n\nMore.')
    expect(withWords(call, [word('add', 'More.'), word('replace', 'Ours.')]).call.description).toBe('Ours.\n\nMore.')
  })
})

describe('the text of a page with its parts', () => {
  const compose = (text: string, isOwn = true) =>
    composedText(text, { partOf: ({ key }) => (key === part.key ? part : undefined), isOwn: () => isOwn })

  it('has the whole part once on its own page, between what people wrote', () => {
    const text = `Above\n\n${bareFence({ kind: 'operation', source: 'orders', key: 'createOrder' })}\nBelow`
    const composed = compose(text)
    expect(composed).toMatch(/^Above\n\nCreates an order\.\n\n```endpoint\nPOST \/orders\n```\n/)
    expect(composed).toMatch(/\n\nBelow$/)
    expect(compose(`${text}\n\n${text}`).match(/```endpoint/g)).toHaveLength(1)
  })

  it('has it in brief elsewhere, and keeps a block without a part as code', () => {
    const block = bareFence({ kind: 'operation', source: 'orders', key: 'createOrder' })
    expect(compose(block, false)).toBe('[Create an \\[order\\]](/12/1088) · `POST /orders`\n')
    const unknown = bareFence({ kind: 'operation', source: 'orders', key: 'none' })
    expect(compose(unknown)).toBe(unknown)
  })

  it('shows words in place and a note when the source no longer has the part', () => {
    const block = '```operation orders createOrder\nsummary: Ours\nquery.dry-run+: Also warns.\nquery.gone: lost\n```'
    const gone = composedText(block, { partOf: () => ({ ...part, gone: 'Not there.' }), isOwn: () => true })
    expect(gone).toMatch(/^> Not there\.\n\nOurs\n\nCreates an order\./)
    expect(gone).toContain('Only checks.<br>Also warns.')
    expect(gone).not.toContain('lost')
  })

  it('is the same when only line endings and trailing spaces differ', () => {
    expect(isSameText('a  \r\nb\r\n', 'a\nb')).toBe(true)
    expect(isSameText('a\nb', 'a\n\nb')).toBe(false)
  })

  // With the square of the length, each comparison would take hours.
  it('is compared in linear time', () => {
    const blanks = ' \t'.repeat(500_000)
    expect(isSameText(`a${blanks}b`, `a${blanks}b${blanks}\r\n`)).toBe(true)
    expect(isSameText(`a${blanks}\r\nb`, 'a\nb')).toBe(true)
    expect(isSameText(`a${blanks}\r`, 'a')).toBe(true)
  })
})
