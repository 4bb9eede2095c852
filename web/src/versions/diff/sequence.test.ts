import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../../test/random.ts'
import { sameRuns } from './sequence.ts'

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
