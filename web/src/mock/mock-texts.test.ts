import { expect, it } from 'vitest'
import { examplesIn, indent, newLine, withMockRules } from './mock-texts.ts'

const page = `# Orders

**Example answer**

\`\`\`json
{ "code": 0 }
\`\`\`

\`\`\`js
const a = 1
\`\`\`

- **返回示例**

\`\`\`
  {"list": []}
\`\`\`

## Failure

~~~~JSON
[1,
  "\`\`\`"]
~~~~

\`\`\`json
"text alone"
\`\`\`

\`\`\`json
{broken}
\`\`\`

\`\`\`python
{"a": 1}
\`\`\`

\`\`\`json
{"open": true}`

it('finds the JSON examples of a page, each with the heading above it', () => {
  expect(examplesIn(page)).toEqual([
    { label: 'Example answer', text: '{ "code": 0 }' },
    { label: '返回示例', text: '{"list": []}' },
    { label: 'Failure', text: '[1,\n  "```"]' },
  ])
  expect(examplesIn('```\n{"a":1}\n```')[0]?.label).toBe('{"a":1}')
  expect(examplesIn('no example')).toEqual([])
})

it('replaces values with a known name or format by placeholders, and keeps the others', () => {
  const example = {
    code: 0,
    msg: 'ok',
    data: [
      {
        id: 7,
        user_id: 3,
        username: 'Ada',
        user_name: 'Ada',
        email: 'a@b.c',
        phone: '138',
        created_at: '2026-11-20 10:00:00',
        day: '2026-11-20',
        on: true,
        price: 9.5,
        tags: ['a'],
      },
    ],
    empty: '',
    none: null,
    list: [],
    'n|1-9': 1,
    nested: { title: 'x', url: 'https://x.test' },
    utc: '2026-11-20T10:00:00Z',
  }
  expect(withMockRules(example, 'en')).toEqual({
    code: 0,
    msg: 'ok',
    'data|3-6': [
      {
        'id|+1': 7,
        user_id: 3,
        username: '@name',
        user_name: '@name',
        email: '@email',
        phone: '1@string(number, 10)',
        created_at: '@datetime',
        day: '@date',
        'on|1': true,
        price: 9.5,
        tags: ['a'],
      },
    ],
    empty: '',
    none: null,
    list: [],
    'n|1-9': 1,
    nested: { title: '@title(2, 4)', url: '@url(https)' },
    utc: '@datetime(yyyy-MM-ddTHH:mm:ss)Z',
  })
  expect(withMockRules({ name: 'x', title: 'x' }, 'zh')).toEqual({ name: '@cname', title: '@ctitle(4, 8)' })
  const once = withMockRules(example, 'en')
  expect(withMockRules(once, 'en')).toEqual(once)
})

it('indents with Tab, unindents with Shift+Tab, and keeps the indentation on Enter', () => {
  expect(indent('ab', 1, 1, false)).toEqual({ from: 1, to: 1, text: '  ', select: [3, 3] })
  expect(indent('a\nb\nc', 0, 3, false)).toEqual({ from: 0, to: 3, text: '  a\n  b', select: [2, 7] })
  expect(indent('  a\n b', 3, 6, true)).toEqual({ from: 0, to: 6, text: 'a\nb', select: [1, 3] })
  expect(indent('a', 1, 1, true)).toBeUndefined()
  expect(newLine('  "a": [', 8, 8)).toEqual({ from: 8, to: 8, text: '\n    ', select: [13, 13] })
  expect(newLine('{}', 1, 1)).toEqual({ from: 1, to: 1, text: '\n  \n', select: [4, 4] })
  expect(newLine('  1,', 4, 4).text).toBe('\n  ')
})
