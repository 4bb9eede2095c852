import { describe, expect, it } from 'vitest'
import { findItems, highlightPieces, isSearchable, type Tile } from './item-search.ts'

const tile = (item_name: string, item_description = '') => ({ item_name, item_description }) as Tile

describe('texts that are long enough for a full-text search', () => {
  it.each([
    ['', false],
    ['a', false],
    [' a ', false],
    ['ab', true],
    ['册', true],
    ['1', false],
  ])('%j: %j', (text, worth) => expect(isSearchable(text)).toBe(worth))
})

describe('items by name and description', () => {
  const items = [tile('Order Service API', 'reservations'), tile('数据字典', '订单库'), tile('Release notes')]

  it('are all kept without a query', () => expect(findItems(items, '  ')).toBe(items))
  it('are found regardless of case, character width and word order', () => {
    expect(findItems(items, 'api ORDER')).toEqual([items[0]])
    expect(findItems(items, 'ＡＰＩ')).toEqual([items[0]])
  })
  it('are found by description too', () => expect(findItems(items, '订单')).toEqual([items[1]]))
  it('must contain every word', () => expect(findItems(items, 'order dictionary')).toEqual([]))
})

describe('the highlighted hits', () => {
  const marked = (text: string, searched: string) =>
    highlightPieces(text, searched)
      .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
      .join('')

  it('keep the case of the text', () => expect(marked('Order and reorder', 'order')).toBe('[Order] and re[order]'))
  it('prefer the longest word', () => expect(marked('ordering', 'order ordering')).toBe('[ordering]'))
  it('treat regular expression characters literally', () => expect(marked('50% (a+b)', 'a+b)')).toBe('50% ([a+b)]'))
  it('work for Chinese', () => expect(marked('订单接口', '订')).toBe('[订]单接口'))
  it('leave text without hits in one piece', () => expect(highlightPieces('abc', 'x')).toEqual([{ text: 'abc', hit: false }]))
})
