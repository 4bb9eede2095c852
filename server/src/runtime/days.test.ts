import { expect, it } from 'vitest'
import { dayOf, daysUntil, startOf } from './days.ts'

it('returns the day in a time zone, and its start', () => {
  const at = Date.parse('2026-11-19T16:30:00Z') / 1000
  expect([dayOf(at, 'UTC'), dayOf(at, 'Asia/Shanghai')]).toEqual(['2026-11-19', '2026-11-20'])
  expect(startOf('2026-11-20', 'Asia/Shanghai')).toBe(Date.parse('2026-11-19T16:00:00Z') / 1000)
  expect(startOf('2026-11-20', 'UTC')).toBe(Date.parse('2026-11-20T00:00:00Z') / 1000)
  // The days of clock changes, and the adjacent ones.
  for (const day of ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26']) {
    const start = startOf(day, 'Europe/Berlin') as number
    expect([dayOf(start, 'Europe/Berlin'), dayOf(start - 1, 'Europe/Berlin') < day]).toEqual([day, true])
  }
})

it('returns undefined for invalid days', () => {
  for (const text of ['', 'today', '2026-13-01', '20261120', '2026-1-1']) expect(startOf(text, 'UTC')).toBeUndefined()
})

it('counts days across the ends of months', () => {
  expect(daysUntil('2026-03-02', 4)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
})
