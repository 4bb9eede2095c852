import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../../test/random.ts'
import { phrases, tokens } from './lexemes.ts'

it('splits Chinese into characters and Latin into words', () => {
  expect(tokens('用户Login接口 user_id v2.0 ＡＢＣ')).toEqual(['用', '户', 'login', '接', '口', 'user', 'id', 'v2', '0', 'abc'])
})

it('tokenizing is idempotent', () => {
  assertProperty(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => tokens(tokens(text).join(' ')).join(' ') === tokens(text).join(' ')),
  )
})

it('treats symbols literally', () => {
  expect(phrases('100% 登录')).toEqual([
    { word: '100%', tokens: ['100'], prefix: true, literal: '100%' },
    { word: '登录', tokens: ['登', '录'], prefix: false, literal: null },
  ])
  expect(phrases('  ')).toEqual([])
})

it('handles adversarial text', () => {
  for (const text of ['a1'.repeat(200_000), '登a'.repeat(100_000)]) expect(tokens(text).length).toBeGreaterThan(0)
})
