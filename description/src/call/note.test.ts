import { describe, expect, it } from 'vitest'
import { screenText } from '../fence/compose.ts'
import { type Part, readParts } from '../parts/parts.ts'
import { renderPage } from '../view/page.ts'
import { type Note, noteText } from './note.ts'
import { apiPageMarkdown } from './page.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      post: {
        operationId: 'createOrder',
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
          { name: 'tags', in: 'query', style: 'pipeDelimited', explode: true, schema: { type: 'array', items: { minLength: 2 } } },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  name: { type: 'string', minLength: 3, pattern: '^[A-Z]' },
                  lines: { type: 'array', minItems: 1, maxItems: 50, uniqueItems: true, items: { type: 'string', description: 'A code' } },
                  size: {
                    oneOf: [
                      { type: 'integer', exclusiveMinimum: 0 },
                      { type: 'string', enum: ['S', 'M'], maxLength: 1 },
                    ],
                  },
                },
              },
            },
          },
        },
        responses: {},
      },
    },
  },
}

const english = [
  '<code>1</code> to <code>100</code>',
  'separated by <code>|</code>',
  'each entry: at least <code>2</code> characters',
  'Required',
  'at least <code>3</code> characters',
  '<code>1</code> to <code>50</code> entries',
  'no entry twice',
  '<code>integer</code>: more than <code>0</code>',
]
const chinese = [
  '<code>1</code> 至 <code>100</code>',
  '以 <code>|</code> 分隔',
  '每个元素：至少 <code>2</code> 个字符',
  '必填',
  '至少 <code>3</code> 个字符',
  '<code>1</code> 至 <code>50</code> 个元素',
  '元素不重复',
  '<code>integer</code>：大于 <code>0</code>',
]

const FENCE = '```operation shop createOrder\n```'

function callIn(language: 'en' | 'zh') {
  const parts: Part[] = []
  const task = { name: 'shop', document, language, hasSchemas: false }
  readParts(
    task,
    (entry) => entry,
    (_entry, part) => void parts.push(part),
  )
  const part = parts.find(({ kind }) => kind === 'operation')!
  // As it is stored.
  return { ...part, language, address: '', gone: '', body: { call: JSON.parse(JSON.stringify(part.call)) } }
}

describe('bounds of fields', () => {
  it.each(['en', 'zh'] as const)('of a source in %s are on a screen in the language of the screen', async (written) => {
    const part = callIn(written)
    const { calls } = screenText(FENCE, { partOf: () => part, isOwn: () => true })
    const inLanguage = async (language: string) => (await renderPage(FENCE, { language, calls: () => calls[0]?.[1] })).html
    const [en, zh] = [await inLanguage('en'), await inLanguage('zh')]
    for (const text of english) {
      expect(en).toContain(text)
      expect(zh).not.toContain(text)
    }
    for (const text of chinese) {
      expect(zh).toContain(text)
      expect(en).not.toContain(text)
    }
    // What the source says in its own words is the same for all.
    expect(zh).toContain('A code')
  })

  it('are in the language of the source in the text of the page', () => {
    expect(apiPageMarkdown(callIn('en').body.call, 'en')).toContain('at least `3` characters')
    expect(apiPageMarkdown(callIn('zh').body.call, 'zh')).toContain('至少 `3` 个字符')
  })

  it('of an earlier release stay as they were stored, and an unknown phrase says nothing', () => {
    expect(noteText('1 to `9`', 'zh')).toBe('1 to `9`')
    expect(noteText(['constructor', 'x'] as unknown as Note, 'en')).toBe('')
    let deep: Note = 'x'
    for (let n = 0; n < 5000; n++) deep = ['eachEntry', deep]
    expect(noteText(deep, 'en').length).toBeLessThan(1000)
  })
})
