import { expect, it } from 'vitest'
import { render } from '../../../markdown/src/index.ts'
import { type PushRecord, readRecord, recordText } from './record.ts'

const record: PushRecord = {
  language: 'zh',
  pages: new Map([
    ['7', { hash: 'abc--d', time: '2026-01-01 00:00:00', number: 300, from: 'src/a-->b.php:3' }],
    ['12', { hash: '---', time: '', number: undefined, from: '说明/c.py:1' }],
  ]),
}

it('is read back, even after an editor changed the line endings', () => {
  expect(readRecord(`# Words\n\n${recordText(record)}`)).toEqual(record)
  expect(readRecord(recordText(record).replaceAll('\n', '\r\n'))).toEqual(record)
})

it('is invisible to readers of the page', async () => {
  const { html } = await render(`Before\n\n${recordText(record)}\nAfter`, { base: '', language: 'en' })
  expect(html.replace(/<[^>]*>/g, '').trim()).toMatch(/^Before\s+After$/)
})

it.each(['', 'words', '<!-- sheaf-push\n{', '<!-- sheaf-push\n{}\n[1\n-->', recordText(record).slice(0, -20)])(
  'is empty when damaged: %j',
  (text) => {
    expect(readRecord(text).pages.size).toBe(0)
  },
)
