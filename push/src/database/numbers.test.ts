import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { orderNumbers } from './dictionary.ts'

const numbered = (names: string, previous: Record<string, number> = {}) =>
  Object.fromEntries(orderNumbers([...names], (name) => previous[name]))

it('numbers in steps of 100 and inserts a new page between its siblings', () => {
  expect(numbered('abc')).toEqual({ a: 100, b: 200, c: 300 })
  expect(numbered('abxc', { a: 100, b: 200, c: 300 })).toEqual({ a: 100, b: 200, x: 250, c: 300 })
  expect(numbered('xabcz', { a: 100, b: 200, c: 300 })).toEqual({ x: 50, a: 100, b: 200, c: 300, z: 400 })
})

it('renumbers all pages when no number is free', () => {
  expect(numbered('axb', { a: 100, b: 101 })).toEqual({ a: 100, x: 200, b: 300 })
})

it('always keeps the order', () => {
  assertProperty(
    fc.property(fc.array(fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }), { maxLength: 12 }), (known) => {
      const numbers = [
        ...orderNumbers(
          known.map((number, at) => ({ number, at })),
          ({ number }) => number,
        ).values(),
      ]
      expect(numbers).toHaveLength(known.length)
      expect(numbers.every((number, at) => number > (numbers[at - 1] ?? 0))).toBe(true)
    }),
  )
})
