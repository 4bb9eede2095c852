import { expect, it } from 'vitest'
import { longDate, shortDate } from './dates.ts'

const at = Date.UTC(2026, 10, 18, 16, 40) / 1000
const hour = 3600

it('writes dates as each language does', () => {
  expect(longDate(at, 'en', 'UTC')).toBe('18 Nov 2026, 16:40')
  expect(longDate(at, 'zh', 'UTC')).toBe('2026-11-18 16:40')
})

it('is relative up to six days', () => {
  expect(shortDate(at, 'en', at + 2 * hour)).toBe('2 hours ago')
  expect(shortDate(at, 'en', at + 30 * hour)).toBe('yesterday')
  expect(shortDate(at, 'zh', at + 2 * hour)).toBe('2小时前')
  expect(shortDate(at, 'en', at + 20 * 24 * hour)).toBe('18 Nov')
  expect(shortDate(at, 'zh', at + 20 * 24 * hour)).toBe('11 月 18 日')
  expect(shortDate(at, 'en', at + 400 * 24 * hour)).toBe('18 Nov 2026')
})
