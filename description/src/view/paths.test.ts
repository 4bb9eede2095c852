import { expect, it } from 'vitest'
import type { ApiCall } from '../call/call.ts'
import { sourceWords } from '../fence/words.ts'
import type { TableView } from '../tables/dictionary.ts'
import { pathsOf } from './paths.ts'

const line = {
  name: 'lines',
  type: 'array[Line]',
  lists: 1,
  fields: [{ name: 'quantity', type: 'integer', required: true, description: 'Pieces' }],
}
const call: ApiCall = {
  method: 'POST',
  url: '/orders',
  description: 'Creates.',
  query: [{ name: 'page.size', type: 'integer' }],
  headers: [{ name: 'X-Shop', type: 'string' }],
  bodies: [
    { contentType: 'application/json', type: 'Order', fields: [line], examples: [] },
    { contentType: 'text/csv', type: '', fields: [{ name: 'row', type: 'string' }], examples: [] },
  ],
  responses: [
    {
      status: '200',
      description: 'Done',
      headers: [{ name: 'ETag', type: 'string', description: 'Its version' }],
      contents: [
        {
          contentType: 'application/json',
          type: '',
          fields: [],
          forms: [{ name: 'Card', type: '', fields: [{ name: 'number', type: 'string' }] }],
          examples: [],
        },
      ],
    },
    { status: 'default', headers: [], contents: [] },
  ],
}

it('names every place of a call as words of people do, with its type and what the source says', () => {
  const part = { title: 'Create an order', body: { call } }
  const paths = pathsOf(part)
  expect(paths.map(({ path }) => path)).toEqual([
    ...['summary', 'description', 'query.`page.size`', 'header.X-Shop', 'body'],
    ...['body(application/json).lines', 'body(application/json).lines[].quantity', 'body(text/csv).row'],
    ...['200', '200.header.ETag', '200<Card>.number', 'default'],
  ])
  expect(paths[6]).toEqual({ path: 'body(application/json).lines[].quantity', type: 'integer', isRequired: true, says: 'Pieces' })
  expect(paths[0]).toMatchObject({ says: 'Create an order' })
  for (const { path } of paths) expect([path, sourceWords(part, path)]).toEqual([path, expect.any(String)])
})

it('names the places of a table and of texts', () => {
  const column = { name: 'total', type: 'integer', nullable: false, comment: 'In cents', key: '' as const }
  const view = {
    columns: [column, { ...column, name: 'table' }],
    indexes: [{ name: 'by total', comment: '' }],
    foreignKeys: [],
    comment: '',
  }
  const part = { title: 'orders', body: { view: { table: 'orders', ...view } as unknown as TableView } }
  expect(pathsOf(part).map(({ path }) => path)).toEqual(['table', 'total', '`table`', 'index:`by total`'])
  for (const { path } of pathsOf(part)) expect([path, sourceWords(part, path)]).toEqual([path, expect.any(String)])
  expect(pathsOf({ title: 'Introduction', body: { markdown: 'Text' } }).map(({ path }) => path)).toEqual(['description'])
})

it('is bounded', () => {
  const fields = Array.from({ length: 5000 }, (_, n) => ({ name: `f${n}`, type: 'string' }))
  expect(pathsOf({ title: '', body: { call: { ...call, query: fields } } })).toHaveLength(2000)
})
