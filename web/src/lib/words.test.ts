import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codes } from '@sheaf/contract/languages'
import { describe, expect, it } from 'vitest'
import { problemsOf, readTexts, sources, tablesOf, textsFor } from '../../text-files.ts'
import { formatMessage, parseMessage, type Value } from './message.ts'
import { words } from './words.ts'

const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.words.ts'))
  .map((name) => ({ name, path: join(sources, name) }))
const tables = (path: string) => tablesOf(path, readFileSync(path, 'utf8'))

const HANZI = /[\u3400-\u9fff]/
/** Western punctuation next to a Chinese character. */
const MIXED = /[\u3400-\u9fff] ?[,;:!?]|[\u3400-\u9fff]\.$|[,;!?] ?[\u3400-\u9fff]/
const letters = (text: string) => text.replace(/\P{L}/gu, '').toLowerCase()
/** The words of a message: without names, forms and keys of branches. */
const bare = (message: string): string =>
  message.replace(/\{\w+(?:, (?:number|list))?\}|\{\w+, (?:plural|select|list),?|=?\b(?:\w+) (?=\{)/g, '')

/** Texts that are written in the wrong language or mix punctuation. */
function wrongIn(english: string, chinese: string, isMessage: boolean) {
  const isName = letters(bare(english)) === letters(bare(chinese)) || (isMessage && letters(bare(chinese)) === '')
  const fine = english && chinese && !HANZI.test(english) && (HANZI.test(chinese) || isName)
  return !fine || (!isMessage && MIXED.test(chinese))
}

it('finds the texts of all screens', () => {
  expect(files.length).toBeGreaterThan(40)
  expect(files.filter(({ path }) => tables(path).length === 0).map(({ name }) => name)).toEqual([])
})

it.each(files.map(({ name, path }) => [name, path]))('all texts of %s exist in English and in Chinese, unmixed', (_name, path) => {
  const chinese = readTexts(path, 'zh')
  const wrong = tables(path).flatMap(({ name, entries }) =>
    Object.entries(entries).flatMap(([key, entry]) => {
      const [english = ''] = [entry].flat()
      const fine = !wrongIn(english, chinese[name]?.[key] ?? '', typeof entry !== 'string')
      return fine ? [] : [`${key}: ${english} | ${chinese[name]?.[key]}`]
    }),
  )
  expect(wrong).toEqual([])
  expect(Object.keys(chinese)).toEqual(tables(path).map(({ name }) => name))
  for (const { name, entries } of tables(path)) {
    expect(problemsOf(entries, chinese[name])).toEqual({ missing: [], obsolete: [], wrong: [] })
    expect(problemsOf(entries, Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, [entry].flat()[0] ?? ''])))).toEqual({
      missing: [],
      obsolete: [],
      wrong: [],
    })
  }
})

it.each(codes.filter((code) => code !== 'en' && code !== 'zh'))('the texts in %s that exist use the values of the English ones', (code) => {
  const wrong = files.flatMap(({ path }) =>
    tables(path).flatMap(({ name, entries }) => problemsOf(entries, readTexts(path, code)[name]).wrong),
  )
  expect(wrong).toEqual([])
})

describe('messages', () => {
  const english = { tag: 'en', comma: ', ' }
  const say = (message: string, values: Record<string, Value>, grammar = english) => formatMessage(parseMessage(message), values, grammar)

  it('insert values as they are', () => {
    expect(say('Rename “{team}”: {n}', { team: '{n} <b>$&', n: 1234 })).toBe('Rename “{n} <b>$&”: 1234')
    expect(say('{n, number} rows', { n: 1234 })).toBe('1,234 rows')
    expect(say('{names, list}; {names, list, “#”}', { names: ['A', 'B#'] })).toBe('A, B#; “A”, “B#”')
  })

  it('choose a form by number and by kind', () => {
    const pages = '{n, plural, =0 {no pages} one {# page} other {# pages}}'
    expect([0, 1, 2].map((n) => say(pages, { n }))).toEqual(['no pages', '1 page', '2 pages'])
    const polish = '{n, plural, one {# strona} few {# strony} many {# stron} other {# strony}}'
    expect([1, 3, 5, 22].map((n) => say(polish, { n }, { tag: 'pl', comma: ', ' }))).toEqual([
      '1 strona',
      '3 strony',
      '5 stron',
      '22 strony',
    ])
    const nested = '{kind, select, none {nothing} a {an A {n, plural, one {once} other {# times}}} other {{kind}}}'
    expect(say(nested, { kind: '', n: 1 })).toBe('nothing')
    expect(say(nested, { kind: [], n: 1 })).toBe('nothing')
    expect(say(nested, { kind: 'a', n: 2 })).toBe('an A 2 times')
    expect(say(nested, { kind: 'b', n: 2 })).toBe('b')
  })

  it.each([
    ['{', 'a name is missing at character 2'],
    ['{a', 'a closing brace is missing at character 3'],
    ['a}', 'a closing brace without an opening one at character 2'],
    ['{a, plural, one {x}}', 'the branch “other” is missing'],
    ['{a, date}', 'unknown form “date”'],
    ['{a, select, other {'.repeat(9), 'too many levels'],
  ])('refuse %s', (message, why) => {
    expect(() => parseMessage(message)).toThrow(why)
  })
})

describe('tables', () => {
  const entries = { title: 'Title', pages: ['{n, plural, one {# page} other {# pages}}', 'n'], of: ['Of {name}', 'name'] } as const

  it('give texts and typed functions', () => {
    const { en } = words(entries)
    expect([en.title, en.pages(1), en.of('Ada')]).toEqual(['Title', '1 page', 'Of Ada'])
    // @ts-expect-error: a number is required
    en.pages('1')
    // @ts-expect-error: the message has no {other}
    words({ of: ['Of {name}', 'other'] })
  })

  it('show English where a language lacks a text or has a wrong one', () => {
    const texts = { title: '标题', pages: '{count} 页' }
    expect(problemsOf(entries, { ...texts, old: 'x' })).toMatchObject({ missing: ['of'], obsolete: ['old'], wrong: [{ key: 'pages' }] })
    const { zh } = words(entries, { id: '', texts: textsFor('zh', entries, texts) })
    expect([zh.title, zh.pages(1), zh.pages(2), zh.of('Ada')]).toEqual(['标题', '1 page', '2 pages', 'Of Ada'])
  })
})
