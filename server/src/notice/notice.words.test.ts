import { expect, it } from 'vitest'
import { noticeText } from './notice.words.ts'

it('writes a day in the language and the time zone of the reader', () => {
  // In Shanghai this is 0:30 of the next day.
  const content = JSON.stringify({ item: 'Orders', page: 'Refunds', until: Date.UTC(2026, 10, 28, 16, 30) / 1000 })
  const text = (language: 'en' | 'zh', zone: string) => noticeText('reviewSoon', '', content, { language, zone }).notice_content
  expect(text('en', 'UTC')).toBe('“Refunds” in “Orders” is due for review by 28 Nov 2026.')
  expect(text('en', 'Asia/Shanghai')).toBe('“Refunds” in “Orders” is due for review by 29 Nov 2026.')
  expect(text('zh', 'Asia/Shanghai')).toBe('“Orders”中的“Refunds”须在 2026 年 11 月 29 日前复核。')
})
