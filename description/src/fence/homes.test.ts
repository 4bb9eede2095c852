import { expect, it } from 'vitest'
import type { PartPath } from '../view/paths.ts'
import { homesFor, nameIn } from './homes.ts'

const place = (path: string, says = '', type = 'string'): PartPath => ({ path, says, type, isRequired: false })
const places = [
  place('summary', 'Create an order', ''),
  place('query.limit', '', 'integer'),
  place('body.customer', 'Who buys'),
  place('body.amount', '', 'integer'),
  place('body.lines[].sku'),
  place('body.`odd name`'),
]
const none = { added: new Set<string>(), gone: new Map<string, string>() }
const suggested = (path: string, base = '', lately: Parameters<typeof homesFor>[3] = none, taken: string[] = []) =>
  homesFor({ path, base }, places, new Set(taken), lately).suggested

it('reads a name with a million brackets once', () => {
  expect(nameIn(`body.lines${'[]'.repeat(500_000)}`)).toBe('lines')
  expect(nameIn(`${'[]'.repeat(500_000)}x`)).toMatch(/x$/)
})

it('the place next to the former one that says what the source said there is suggested', () => {
  expect(suggested('body.buyer', 'Who buys ')).toBe('body.customer')
  expect(suggested('body.lines[].buyer', 'Who buys')).toBe('')
  expect(suggested('body.buyer', 'Who buys', none, ['body.customer'])).toBe('')
})

it('so is the only new place of the same type, as far as the type is known', () => {
  const lately = { added: new Set(['amount', 'limit']), gone: new Map<string, string>() }
  expect(suggested('body.qty', '', lately)).toBe('body.amount')
  expect(suggested('body.qty', '', { ...lately, gone: new Map([['qty', 'integer']]) })).toBe('body.amount')
  expect(suggested('body.qty', '', { ...lately, gone: new Map([['qty', 'string']]) })).toBe('')
  // Two of them are a question without an answer.
  expect(suggested('body.qty', '', { ...lately, added: new Set(['amount', 'customer']) })).toBe('')
})

it('and one with a similar name', () => {
  expect(suggested('body.customers')).toBe('body.customer')
  expect(suggested('body.`odd names`')).toBe('body.`odd name`')
  expect(suggested('body.total')).toBe('')
})

it('all free places are offered, those next to the former one first, and the names of steps are plain', () => {
  expect(homesFor({ path: 'body.gone', base: '' }, places, new Set(['body.amount']), none).places).toEqual([
    'body.customer',
    'body.`odd name`',
    'summary',
    'query.limit',
    'body.lines[].sku',
  ])
  expect(['body.a', 'quantity', 'body.`a.b`', 'body.lines[]'].map(nameIn)).toEqual(['a', 'quantity', 'a.b', 'lines'])
  const many = Array.from({ length: 300 }, (_, n) => place(`body.f${n}`))
  expect(homesFor({ path: 'body.gone', base: '' }, many, new Set(), none).places).toHaveLength(100)
})
