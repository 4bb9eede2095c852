import { describe, expect, it } from 'vitest'
import { findItems, pieces, type Tile, worthSearching } from './item-search.ts'

const tile = (item_name: string, item_description = '') => ({ item_name, item_description }) as Tile

describe('what may be searched inside the items', () => {
  it.each([
    ['', false],
    ['a', false],
    [' a ', false],
    ['ab', true],
    ['册', true],
    ['1', false],
  ])('%j: %j', (text, worth) => expect(worthSearching(text)).toBe(worth))
})

describe('items by name and description', () => {
  const items = [tile('Order Service API', 'reservations'), tile('数据字典', '订单库'), tile('Release notes')]

  it('keeps all without a word', () => expect(findItems(items, '  ')).toBe(items))
  it('does not mind case, width or the order of words', () => {
    expect(findItems(items, 'api ORDER')).toEqual([items[0]])
    expect(findItems(items, 'ＡＰＩ')).toEqual([items[0]])
  })
  it('looks into the description as well', () => expect(findItems(items, '订单')).toEqual([items[1]]))
  it('wants every word', () => expect(findItems(items, 'order dictionary')).toEqual([]))
})

describe('the marks', () => {
  const marked = (text: string, searched: string) =>
    pieces(text, searched)
      .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
      .join('')

  it('stand on every hit in its own case', () => expect(marked('Order and reorder', 'order')).toBe('[Order] and re[order]'))
  it('take the longest word first', () => expect(marked('ordering', 'order ordering')).toBe('[ordering]'))
  it('take signs of patterns as text', () => expect(marked('50% (a+b)', 'a+b)')).toBe('50% ([a+b)]'))
  it('know Chinese', () => expect(marked('订单接口', '订')).toBe('[订]单接口'))
  it('leave text without hits whole', () => expect(pieces('abc', 'x')).toEqual([{ text: 'abc', hit: false }]))
})
