import { describe, expect, it } from 'vitest'
import { HEADING, lexemesOfPage, needsOf, phrases, TITLE } from './lexemes.ts'

const inText = (text: string) => lexemesOfPage({ page_title: '', headings: '', text }).slice(1)

describe('the lexemes of a text', () => {
  it.each([
    ['用户Login', ['用', '户', 'login', '用户', '户login']],
    ['user_id, int(11)', ['user', 'id', 'int', '11', 'user_id', 'int_11', '!5f', '!2c', '!28', '!29']],
    ['a b\nc', ['a', 'b', 'c']],
    ['getUserById', ['getuserbyid', 'get', 'user', 'by', 'id']],
    ['ＡＢＣ 100%', ['abc', '100', '!25']],
  ])('%j', (text, wanted) => expect(inText(text).sort()).toEqual(wanted.sort()))

  it('mark words of titles and headings', () => {
    const all = lexemesOfPage({ page_title: 'Order', headings: 'Body', text: 'Body here' })
    expect(all.slice(1).sort()).toEqual(['body', 'here', 'order', `${TITLE}order`, `${HEADING}body`].sort())
  })

  it('are computed for megabytes of one word', () => {
    for (const text of ['aB'.repeat(300_000), 'a_'.repeat(300_000), '登a'.repeat(200_000), '%'.repeat(1_000_000)])
      expect(inText(text).length).toBeGreaterThan(0)
  })
})

describe('the needs of a search', () => {
  const needs = (keyword: string, from?: number) =>
    needsOf(phrases(keyword), '', from).map(({ lexeme, prefix }) => lexeme + (prefix ? '*' : ''))
  it.each([
    ['order', ['order*']],
    ['登录', ['登录']],
    ['登', ['登']],
    ['登录接口', ['登录', '录接', '接口']],
    ['user_id', ['user_id*', '!5f']],
    ['/api/user', ['api_user*', '!2f']],
    ['v2.0', ['v2_0*', '!2e']],
    ['用户log', ['用户', '户log*']],
    ['%', ['!25']],
    ['stock 订单', ['stock*', '订单']],
    ['', []],
  ])('%j', (keyword, wanted) => expect(needs(keyword)).toEqual(wanted))

  it('match whole words when the keyword is too short', () => expect(needs('or stock', 3)).toEqual(['or', 'stock*']))
})

it('S56: splits a word of millions of letters like any other', () => {
  for (const letter of ['a', 'aB', '1', '字'])
    expect(lexemesOfPage({ page_title: letter, headings: '', text: letter.repeat(5_000_000) }).length).toBeLessThan(20)
})
