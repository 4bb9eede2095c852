import { Refusal } from '@sheaf/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rates } from './rate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const config = { RATE_LIMITS: 'on', NODE_ENV: 'production' } as const
/** How many of `n` calls pass. */
const passed = (rate: ReturnType<typeof rates>, path: string, who: string, n: number) => {
  let count = 0
  for (; count < n; count++)
    try {
      rate(path, who)
    } catch {
      return count
    }
  return count
}

it.each([
  ['user/login', 10, 60],
  ['user/register', 5, 3600],
  ['common/verify', 60, 60],
  ['common/createCaptcha', 60, 60],
  ['common/showCaptcha', 60, 60],
  ['common/qrcode', 60, 60],
  ['import/auto', 10, 3600],
  ['page/upload', 25, 60],
  ['page/info', 500, 60],
] as const)('allows %s %i times in %i seconds', (path, limit, seconds) => {
  const rate = rates(config)
  expect(passed(rate, path, '10.0.0.1', 1000)).toBe(limit)
  expect(passed(rate, path, '10.0.0.2', 1000)).toBe(limit)
  vi.advanceTimersByTime(seconds * 1000 - 1000)
  expect(passed(rate, path, '10.0.0.1', 1)).toBe(0)
  vi.advanceTimersByTime(2000)
  expect(passed(rate, path, '10.0.0.1', 1000)).toBe(limit)
})

it('counts the addresses of an IPv6 network together', () => {
  const rate = rates(config)
  let count = 0
  for (; count < 50 && passed(rate, 'user/register', `2001:db8:1:2::${count.toString(16)}`, 1) === 1; count++);
  expect(count).toBe(5)
  expect(passed(rate, 'user/register', '2001:db8:1:3::1', 50)).toBe(5)
  expect(passed(rate, 'user/register', '::ffff:10.0.0.1', 3)).toBe(3)
  expect(passed(rate, 'user/register', '10.0.0.1', 50)).toBe(2)
})

it('returns the seconds until the next allowed call', () => {
  const rate = rates(config)
  passed(rate, 'user/login', 'a', 10)
  vi.advanceTimersByTime(20_000)
  let refusal: unknown
  try {
    rate('user/login', 'a')
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ error: 'tooMany', fill: { seconds: '40' } })
})

it('has no limit for calls that are not in the table, none when switched off, and a higher one in tests', () => {
  expect(passed(rates(config), 'page/save', 'a', 5000)).toBe(5000)
  expect(passed(rates({ ...config, RATE_LIMITS: 'off' }), 'user/login', 'a', 5000)).toBe(5000)
  expect(passed(rates({ ...config, NODE_ENV: 'test' }), 'user/login', 'a', 5000)).toBe(1000)
})

it('limits the number of windows in memory', () => {
  const rate = rates(config)
  for (let n = 0; n < 30_000; n++) rate('user/login', `address ${n}`)
  expect(passed(rate, 'user/login', 'address 29999', 100)).toBe(9)
})
