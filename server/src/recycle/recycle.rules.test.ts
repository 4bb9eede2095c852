import { describe, expect, it } from 'vitest'
import { countOn, daysLeft } from './recycle.rules.ts'

const [HOUR, DAY] = [3600, 86_400]
const start = { counted: 1000, seen: 50 * DAY, odd: 0 }
/** What was counted after looks at these moments, in hours from the start. */
const after = (...hours: number[]) => hours.reduce((count, at) => countOn(count, start.seen + at * HOUR), start).counted - start.counted
const [MONTH, YEAR] = [30 * 24, 365 * 24]

describe('the count of time', () => {
  it('grows with the clock, over a night without a server too', () => {
    expect(after(1, 2, 3, 19)).toBe(19 * HOUR)
  })

  it('is not moved by a clock that is wrong once', () => {
    expect(after(1, 2 * MONTH, 3)).toBe(3 * HOUR)
    expect(after(1, -9 * YEAR, 3)).toBe(3 * HOUR)
    expect(after(1, 30 * YEAR, 3 * YEAR, 2, 3)).toBe(3 * HOUR)
  })

  it('goes on where a clock stays that was set, or that no server looked at for days', () => {
    expect(after(1, 2 * MONTH, 2 * MONTH + 1, 2 * MONTH + 5)).toBe(5 * HOUR)
    expect(after(1, -2 * MONTH, 1 - 2 * MONTH, 5 - 2 * MONTH)).toBe(5 * HOUR)
    expect(after(1, 2 * MONTH, 2 * MONTH + 1, 2 * MONTH + 5, 9, 10, 11)).toBe(6 * HOUR)
  })

  it('waits until a clock that was a little ahead is right again', () => {
    expect(after(10, 3, 9, 11)).toBe(11 * HOUR)
  })

  const apart = [[8], [23], [25], [40 * 24], [20, 40 * 24], [20, -40 * 24], [8, 16, 40 * 24]]
  it.each(apart)('is at most a day ahead, and goes on, when servers are ahead by %i, %i hours', (...off) => {
    const looks = Array.from({ length: 20 * 24 }, (_, hour) => [hour, ...off.map((one) => hour + one)]).flat()
    expect(after(...looks)).toBeLessThanOrEqual((20 + 1) * DAY)
    expect(after(...looks)).toBeGreaterThan(19 * DAY)
  })
})

it('days that are left count the one that has begun', () => {
  expect(daysLeft(1000, null)).toBe(30)
  expect(daysLeft(1000, 1000)).toBe(30)
  expect(daysLeft(1000 + DAY, 1000)).toBe(29)
  expect(daysLeft(1000 + 30 * DAY - 1, 1000)).toBe(1)
  expect(daysLeft(1000 + 31 * DAY, 1000)).toBe(0)
})
