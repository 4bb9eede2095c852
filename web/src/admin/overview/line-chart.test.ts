import { expect, it } from 'vitest'
import { sizeOf } from '../../lib/format.ts'
import { makePassword } from '../users/dialog.tsx'
import { areaOf, daysShown, gridOf, niceBytes, niceTop, pathOf, pointsOf } from './line-chart.rules.ts'

it('ends the scale at a round number that is not below any value', () => {
  expect([0, 1, 2, 3, 9, 11, 399, 401, 3917].map(niceTop)).toEqual([2, 2, 2, 4, 10, 20, 400, 500, 4000])
  expect([0, 100, 1500, 3 * 1024 ** 2, 900 * 1024 ** 2].map(niceBytes).map(sizeOf)).toEqual(['1 KB', '1 KB', '2 KB', '4 MB', '1000 MB'])
  for (const value of [7, 23, 64, 99, 1234, 987_654]) expect(niceTop(value)).toBeGreaterThanOrEqual(value)
})

it('draws several days, one day or no day', () => {
  expect(pathOf(pointsOf([0, 2, 4], 4))).toBe('M0.0 132.0L296.0 82.0L592.0 32.0')
  expect(areaOf(pointsOf([0, 4], 4))).toBe('M0.0 132.0L592.0 32.0L592.0 132L0.0 132z')
  expect(pointsOf([3], 4)).toHaveLength(1)
  expect([areaOf([]), pathOf([])]).toEqual(['', ''])
  expect(gridOf(400).map(({ value }) => value)).toEqual([0, 200, 400])
  expect([daysShown(1), daysShown(2), daysShown(3), daysShown(31)]).toEqual([[0], [0, 1], [0, 1, 2], [0, 10, 20, 30]])
})

it('formats sizes with a unit', () => {
  expect([0, 512, 2048, 1_930_000_000, 5e12].map(sizeOf)).toEqual(['0 B', '512 B', '2 KB', '1.8 GB', '4.5 TB'])
})

it('generates unique passwords of the full length', () => {
  const made = Array.from({ length: 500 }, makePassword)
  expect(new Set(made).size).toBe(500)
  for (const password of made) expect(password).toMatch(/^[a-hj-km-np-z2-9]{4}(-[a-hj-km-np-z2-9]{4}){3}$/)
})
