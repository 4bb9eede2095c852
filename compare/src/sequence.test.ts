import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../test/random.ts'
import { budgetOf, sameRuns } from './sequence.ts'

const letters = (text: string) => [...text]
const common = (a: string, b: string) => sameRuns(letters(a), letters(b)).reduce((sum, run) => sum + run.length, 0)

it('finds the common runs of two sequences', () => {
  expect(sameRuns(letters('abcd'), letters('axcd'))).toEqual([
    { a: 0, b: 0, length: 1 },
    { a: 2, b: 2, length: 2 },
  ])
  expect(sameRuns([], ['a'])).toEqual([])
  expect(common('abcabba', 'cbabac')).toBeGreaterThanOrEqual(3)
})

const sequence = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '', 'e'), { maxLength: 40 })

it('returns runs that are in order, equal in both sequences and maximal', () => {
  assertProperty(
    fc.property(sequence, sequence, (a, b) => {
      let [i, j] = [0, 0]
      for (const run of sameRuns(a, b)) {
        expect(run.length).toBeGreaterThan(0)
        expect(run.a >= i && run.b >= j && (run.a > i || run.b > j || i + j === 0)).toBe(true)
        expect(a.slice(run.a, run.a + run.length)).toEqual(b.slice(run.b, run.b + run.length))
        ;[i, j] = [run.a + run.length, run.b + run.length]
      }
      expect(i <= a.length && j <= b.length).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

it('finds all remaining elements if elements were only removed', () => {
  assertProperty(
    fc.property(sequence, fc.infiniteStream(fc.boolean()), (a, keeps) => {
      const remaining = a.filter(() => keeps.next().value)
      const unique = a.map((element, at) => `${element}${at}`)
      expect(sameRuns(unique, unique).reduce((sum, run) => sum + run.length, 0)).toBe(a.length)
      expect(sameRuns(a, remaining).reduce((sum, run) => sum + run.length, 0)).toBeLessThanOrEqual(remaining.length)
    }),
  )
})

it('compares 20,000 lines with the most differences possible', () => {
  const words = ['', '|', 'a', 'b', 'c']
  let seed = 7
  const pick = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return words[seed % words.length] as string
  }
  const a = Array.from({ length: 20_000 }, pick)
  const b = Array.from({ length: 20_000 }, pick)
  const runs = sameRuns(a, b)
  expect(runs.length).toBeGreaterThan(1000)
})

/** Each element is unique only in the part that the element before it leaves, so the parts nest as deep as the text is long. */
const nested = (from: number, to: number, step: number) =>
  Array.from({ length: to - from }, (_, at) => [`${from + at + step}`, `${from + at}`]).flat()

it.each([
  ['400,000 equal lines against as many others', () => [Array(400_000).fill('a'), Array(400_000).fill('b')]],
  [
    'lines that repeat with two periods',
    () => [Array.from({ length: 200_000 }, (_, at) => `${at % 2}`), Array.from({ length: 200_000 }, (_, at) => `${at % 3}`)],
  ],
  ['anchors that nest 50,000 levels deep', () => [nested(0, 50_000, 1), nested(0, 50_000, 1).reverse()]],
] as [string, () => [string[], string[]]][])('ends within its budget: %s', (_, make) => {
  const [a, b] = make()
  const budget = budgetOf(1_000_000)
  const runs = sameRuns(a, b, budget)
  // One part that began within the budget can exceed it by its own length.
  expect(budget.left).toBeGreaterThan(-2 * (a.length + b.length) - 10_000)
  for (const run of runs) expect(a[run.a]).toBe(b[run.b])
})

it('counts a part as different if the budget does not last', () => {
  const a = letters('axbxcxdxexfx')
  const b = letters('ybybyaycyeyd')
  const budget = budgetOf(1)
  expect(sameRuns(a, b, budget)).toEqual([])
  expect(budget.left).toBeLessThanOrEqual(0)
})
