import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commentsIn, markdownOf } from '../../../server/src/open/open.comments.ts'
import { assertProperty } from '../../../test/random.ts'
import { pageText } from './comment-pages.ts'
import { blocksOf, readTags } from './comments.ts'

const parsed = (source: string) => blocksOf(source).map(({ lines }) => readTags(lines).comment)
const languages = ['en', 'zh'] as const

/** Compares the pages with those that the site creates when the same source is sent to open/fromComments. */
function expectSame(source: string) {
  const expected = commentsIn(source)
  expect(parsed(source).filter(({ title }) => title)).toEqual(expected)
  for (const language of languages) {
    expect(
      parsed(source)
        .filter(({ title }) => title)
        .map((comment) => pageText(comment, language)),
    ).toEqual(expected.map((comment) => markdownOf(comment, language)))
  }
}

describe('a page equals the page that the site creates from the same comment', () => {
  it('with every tag', () => {
    const source = readFileSync(new URL('../test/comments.php', import.meta.url), 'utf8')
    expect(commentsIn(source)).toHaveLength(4)
    expectSame(source)
    const page = pageText(parsed(source)[0]!, 'en')
    expect(page).toContain('```endpoint\npost https://api.example.com/v1/orders\n```')
    expect(page).toContain('| lines[].sku | string | 必选 | stock \\| keeping unit |')
    expect(page).toContain('"total": 12345678901234567890')
  })

  it.each([
    ['a get', '@method get\n@url /a\n@param page optional int which one\n@param size'],
    ['nothing but an address', '@url /a'],
    ['a method written like a name', '@method Get\n@url /a'],
    ['several addresses', '@url https://a.example/x\n@url https://b.example/x'],
    ['code and angle brackets', '@description uses `a < b`, List<String>, <b>bold</b>, $5 and $6\n@param a[] array<int> `a|b` or a|b'],
    ['a fence that does not end', '@description see\n```js\nlet a = "<x>"\n@remark after'],
    ['long numbers', '@return {"id":12345678901234567890,"list":[],"o":{},"n":[1,[2]]}'],
    ['broken JSON', '@return {"id": ...}\n@json_param [1,\n 2]'],
    ['XML', '@return <a><b/></a>'],
    ['back-ticks in an example', '@return ```\nx\n```'],
    ['containers and contents', '@description ::: tip\nx\n:::\n[toc]'],
    ['deep JSON', `@return ${'['.repeat(80)}${']'.repeat(80)}`],
    ['Chinese words', '@param 名称 必选 string 用户 名\n@header token 否 string'],
    [
      'unknown words in the place of required',
      '@param a 条件必选 string x\n@param b either int y\n@header c 必选 int z\n@header d 视情况 User | w',
    ],
    ['no word for required', '@param a Order list of\n@param b string int\n@param c 对象 int\n@param d'],
  ])('%s', (_, text) => {
    expectSame(`/**\n * showdoc\n * @title A\n${text.replace(/^/gm, ' * ')}\n */`)
    expectSame(`/**\nshowdoc\n@title A\n${text}\n*/`)
  })

  it('with random content', () => {
    const word = fc.oneof(
      fc.constantFrom(
        '`',
        '``',
        '```',
        '<',
        '>',
        '|',
        '\\',
        '$',
        '~~~',
        ':::',
        '<pre>',
        '</pre>',
        '<b>',
        '{"a":1}',
        '- x',
        '# y',
        '@',
        '  ',
      ),
      fc.string({ maxLength: 5 }),
    )
    const line = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
    const tag = fc.constantFrom(
      'description',
      'url',
      'param',
      'header',
      'return',
      'return_param',
      'json_param',
      'remark',
      'method',
      'other',
    )
    const text = fc.array(
      fc.tuple(tag, line, line).map(([name, one, two]) => `@${name} ${one}\n${two}`),
      { maxLength: 6 },
    )
    assertProperty(
      fc.property(text, (lines) => {
        const words = lines
          .join('\n')
          .replaceAll('*/', '')
          .replaceAll('/**', '')
          .replaceAll(/@title/gi, '')
          .replaceAll(/['"]{3}|<!--|=begin|=pod|--\[\[|\{-|\(\*/g, '')
        expectSame(`/**\n * showdoc\n * @title A\n${words.replace(/^/gm, ' * ')}\n */`)
      }),
      { numRuns: 1000 },
    )
  })
})
