import { describe, expect, it } from 'vitest'
import { countOn, daysLeft } from './recycle.rules.ts'

const [HOUR, DAY] = [3600, 86_400]
const start = { counted: 1000, seen: 50 * DAY, odd: 0 }
/** Seconds counted after clock readings at these hours from the start. */
const after = (...hours: number[]) => hours.reduce((count, at) => countOn(count, start.seen + at * HOUR), start).counted - start.counted
const [MONTH, YEAR] = [30 * 24, 365 * 24]

describe('the retention count', () => {
  it('grows with the clock, even across a night without a server', () => {
    expect(after(1, 2, 3, 19)).toBe(19 * HOUR)
  })

  it('ignores a single wrong clock reading', () => {
    expect(after(1, 2 * MONTH, 3)).toBe(3 * HOUR)
    expect(after(1, -9 * YEAR, 3)).toBe(3 * HOUR)
    expect(after(1, 30 * YEAR, 3 * YEAR, 2, 3)).toBe(3 * HOUR)
  })

  it('continues from a confirmed jump, after a clock change or days without a server', () => {
    expect(after(1, 2 * MONTH, 2 * MONTH + 1, 2 * MONTH + 5)).toBe(5 * HOUR)
    expect(after(1, -2 * MONTH, 1 - 2 * MONTH, 5 - 2 * MONTH)).toBe(5 * HOUR)
    expect(after(1, 2 * MONTH, 2 * MONTH + 1, 2 * MONTH + 5, 9, 10, 11)).toBe(6 * HOUR)
  })

  it('waits until the clock passes a reading that was slightly ahead', () => {
    expect(after(10, 3, 9, 11)).toBe(11 * HOUR)
  })

  const apart = [[8], [23], [25], [40 * 24], [20, 40 * 24], [20, -40 * 24], [8, 16, 40 * 24]]
  it.each(apart)('is at most a day ahead and continues when servers are ahead by %i, %i hours', (...off) => {
    const readings = Array.from({ length: 20 * 24 }, (_, hour) => [hour, ...off.map((one) => hour + one)]).flat()
    expect(after(...readings)).toBeLessThanOrEqual((20 + 1) * DAY)
    expect(after(...readings)).toBeGreaterThan(19 * DAY)
  })
})

it('the remaining days are rounded up', () => {
  expect(daysLeft(1000, null)).toBe(30)
  expect(daysLeft(1000, 1000)).toBe(30)
  expect(daysLeft(1000 + DAY, 1000)).toBe(29)
  expect(daysLeft(1000 + 30 * DAY - 1, 1000)).toBe(1)
  expect(daysLeft(1000 + 31 * DAY, 1000)).toBe(0)
})
