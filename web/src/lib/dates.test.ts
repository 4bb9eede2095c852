import { expect, it } from 'vitest'
import { longDate, shortDate, siteDay } from './format.ts'

const at = Date.UTC(2026, 10, 18, 16, 40) / 1000
const hour = 3600

it('formats dates for each language', () => {
  expect(longDate(at, 'en', 'UTC')).toBe('18 Nov 2026, 16:40')
  expect(longDate(at, 'zh', 'UTC')).toBe('2026-11-18 16:40')
})

it('is relative up to six days', () => {
  expect(shortDate(at, 'en', at + 2 * hour)).toBe('2 hours ago')
  expect(shortDate(at, 'en', at + 30 * hour)).toBe('yesterday')
  expect(shortDate(at, 'zh', at + 2 * hour)).toBe('2 小时前')
  expect(shortDate(at, 'en', at + 20 * 24 * hour)).toBe('18 Nov')
  expect(shortDate(at, 'zh', at + 20 * 24 * hour)).toBe('11 月 18 日')
  expect(shortDate(at, 'en', at + 400 * 24 * hour)).toBe('18 Nov 2026')
})

it('puts a space between digits and Chinese, also for days and minutes', () => {
  expect(shortDate(at, 'zh', at + 5 * 60)).toBe('5 分钟前')
  expect(shortDate(at, 'zh', at + 4 * 24 * hour)).toBe('4 天前')
  expect(shortDate(at, 'zh', at + 20)).toBe('现在')
})

it('formats a day without time like other dates', () => {
  expect(siteDay('2026-11-08 16:40:05', 'en')).toBe('8 Nov 2026')
  expect(siteDay('2026-11-08 16:40:05', 'zh')).toBe('2026-11-08')
})
