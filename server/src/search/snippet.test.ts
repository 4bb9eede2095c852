import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { marksIn, snippetAround } from './search.rules.ts'

const shown = (text: string, keyword: string) =>
  marksIn(text, keyword).reduceRight((line, [from, to]) => `${line.slice(0, from)}[${line.slice(from, to)}]${line.slice(to)}`, text)

describe('highlight ranges', () => {
  it.each([
    ['Order and reorder', 'order', '[Order] and re[order]'],
    ['ordering', 'order ordering', '[ordering]'],
    ['订单接口', '单接', '订[单接]口'],
    ['ＡＰＩ 文档', 'api', '[ＡＰＩ] 文档'],
    ['50% (a+b)', 'a+b)', '50% ([a+b)]'],
    ['İstanbul and order', 'order', 'İstanbul and [order]'],
    ['abc', 'x', 'abc'],
  ])('of %j for %j', (text, keyword, wanted) => expect(shown(text, keyword)).toBe(wanted))

  it('are within the text, in order, and never adjacent', () => {
    assertProperty(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 8 }), (text, keyword) => {
        let end = -1
        for (const [from, to] of marksIn(text, keyword)) {
          expect(from).toBeGreaterThan(end)
          expect(to).toBeGreaterThan(from)
          end = to
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

describe('snippetAround', () => {
  const around = (text: string, keyword: string) => snippetAround(text, keyword).text

  it('begins with a whole word, is short, and shows a whole-word match', () => {
    const text = `${'reordered goods are counted. '.repeat(20)}An order is made. ${'And so on. '.repeat(40)}`
    expect(around(text, 'order')).toMatch(/^…[a-z. ]*An order is made\. And so/)
    expect(around(text, 'order').length).toBeLessThanOrEqual(200)
  })

  it('returns the beginning when the word does not occur, or occurs near it', () => {
    expect(around('A page about stock and orders.', 'nothing')).toBe('A page about stock and orders.')
    expect(around('A page about stock and orders.', 'orders')).toBe('A page about stock and orders.')
  })

  it('removes Markdown syntax', () => {
    expect(around('## Body\n\n| Name | Type |\n|:--|:--|\n| **sku** | [string](/x) |', 'sku')).toBe('Body Name Type sku string')
  })

  it('handles a text of megabytes', () => {
    for (const text of ['a'.repeat(5_000_000), 'İ'.repeat(1_000_000), '订'.repeat(2_000_000), `${'order'.repeat(1_000_000)}`])
      expect(around(text, 'b order 订单').length).toBeLessThan(1000)
  })
})
