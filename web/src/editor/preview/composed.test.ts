import type { BlockPart } from '@sheaf/contract'
import { lineBefore } from '@sheaf/description/fence'
import { expect, it } from 'vitest'
import { renderText } from './text.ts'

const call = { method: 'POST', url: '/orders', query: [{ name: 'dry', type: 'Order', description: 'Only checks' }] }
const part = { kind: 'operation', key: 'create', method: 'POST', path: '/orders', title: 'Create', language: 'en', address: '', gone: '' }
const own: BlockPart = {
  brief: '',
  part: JSON.stringify({ ...part, body: { call } }),
  schemas: { names: ['Order'], address: '/7/9' },
}
const text = [
  'Before.',
  '',
  '```operation shop create',
  'summary: |',
  '  Ours,',
  '  in lines.',
  'query.dry+: Ours, too',
  '```',
  '',
  'After.',
  '',
  '```operation shop list',
  '```',
  '',
  '```operation shop none',
  '```',
].join('\n')

it('shows known parts as readers see them, with the words as typed', async () => {
  const parts = new Map([
    ['operation shop create', own],
    ['operation shop list', { brief: '[List](/7/8) · `GET /orders`', part: '', schemas: null }],
    ['operation shop none', null],
  ])
  const { html, marks, wanted } = await renderText(text, { lines: true, base: '/docs' }, parts)
  expect(html).toContain('Only checks')
  expect(html).toContain('Ours, too')
  expect(html).toContain('Ours,')
  expect(html).toContain('<a class="pschema" href="/docs/7/9?schema=Order">Order</a>')
  expect(html).toContain('<a href="/docs/7/8">List</a>')
  expect(html).not.toContain('callout')
  expect(html).not.toContain('whole')
  expect(html).not.toContain('data-words')
  expect(html).toContain('operation')
  expect(wanted).toEqual([])
  const lineOf = (words: string) => lineBefore(marks, Number(new RegExp(`data-line="(\\d+)"[^>]*>${words}`).exec(html)?.[1]))
  expect([lineOf('Before'), lineOf('Ours'), lineOf('After')]).toEqual([0, 2, 9])
})

it('shows a card until a part is known, and for one that is too large; text without parts as always', async () => {
  const { html, wanted } = await renderText(text, {}, new Map([['operation shop list', { brief: '', part: '', schemas: null }]]))
  expect(html.match(/callout/g)).toHaveLength(3)
  expect(wanted.map(({ key }) => key)).toEqual(['create', 'none'])
  expect(await renderText('**a**', {}, new Map())).toMatchObject({ html: '<p><strong>a</strong></p>\n', wanted: [], marks: [] })
})
