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

it('writes the moment of a sign-in for the reader, and keeps the words of an older notice', () => {
  const text = (about: object, language: 'en' | 'zh') =>
    noticeText('newBrowser', '', JSON.stringify(about), { language, zone: 'Asia/Shanghai' }).notice_content
  const about = { agent: 'Chrome, Linux', address: '203.0.113.9' }
  expect(text({ ...about, at: Date.UTC(2026, 10, 28, 16, 30) / 1000 }, 'en')).toContain('203.0.113.9, 29 Nov 2026, 00:30.')
  expect(text({ ...about, at: Date.UTC(2026, 10, 28, 16, 30) / 1000 }, 'zh')).toContain('2026-11-29 00:30。')
  expect(text({ ...about, time: '2026-11-28 16:30 (UTC)' }, 'en')).toContain('203.0.113.9, 2026-11-28 16:30 (UTC).')
})

it('names what changed in an API without the marks of code', () => {
  const change = { kind: 'operation', label: 'POST /orders', rule: 'request.field-required', path: 'body.quantity', before: '', after: '' }
  const content = JSON.stringify({ item: 'Manual', source: 'Orders API', by: 'CI', breaking: 1, change })
  const text = (language: 'en' | 'zh') => noticeText('sourceBroke', '', content, { language, zone: 'UTC' }).notice_content
  expect(text('en')).toMatch(
    /^CI changed “Orders API” in “Manual”: 1 breaking change, POST \/orders: [^`]*quantity[^`]* became required\.$/,
  )
  expect(text('zh')).toMatch(/POST \/orders：[^`]*quantity[^`]*。$/)
})
