import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '../../test/random.ts'
import { budgetOf } from './sequence.ts'
import { wordDiff } from './words.ts'

const marked = (oldLine: string, newLine: string) =>
  wordDiff(oldLine, newLine)?.map((side) => side.map(({ text, changed }) => (changed ? `[${text}]` : text)).join(''))

describe('words', () => {
  it('marks the words that differ, in Latin and Chinese', () => {
    expect(marked('valid for 12 hours', 'valid for 24 hours per token')).toEqual([
      'valid for [12] hours',
      'valid for [24] hours[ per token]',
    ])
    expect(marked('有效期为 12 小时。', '有效期改为 24 小时。')).toEqual(['有效期为 [12] 小时。', '有效期[改]为 [24] 小时。'])
  })
  it('compares the parts of a name', () => {
    expect(marked('"warehouseId": 1', '"warehouse_id": 1')).toEqual(['"warehouse[Id]": 1', '"warehouse[_id]": 1'])
  })
  it('does not mark words of two unrelated lines', () => {
    expect(marked('The quick brown fox', 'Amounts are strings')).toBeUndefined()
  })
  it('marks lines as a whole when the budget of all of them is used up', () => {
    const budget = budgetOf(5000)
    const compare = () => wordDiff('valid for 12 hours', 'valid for 24 hours', budget)
    expect(compare()).toBeDefined()
    expect(compare()).toBeUndefined()
  })
  it('loses no character', () => {
    assertProperty(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const sides = wordDiff(a, b)
        if (sides) expect(sides.map((side) => side.map((piece) => piece.text).join(''))).toEqual([a, b])
      }),
    )
  })
})
