// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { closeToast, getToasts } from '../toast.tsx'
import { Screen } from './screen.tsx'

const emma = { uid: '2', username: 'emma', name: '', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' }
const notice = (notice_id: string, notice_title: string) => ({
  notice_id,
  notice_title,
  notice_content: 'Noah added you to the item “Orders” (edit).',
  from_name: 'noah',
  notice_time: '2026-11-20 12:27:06',
  is_read: '0',
  item_id: '7',
  page_id: '0',
  suggestion_id: '0',
  thread_id: '0',
  source_id: '0',
  setting: '' as const,
  group: 'to_me' as const,
})
const show = (address = '/item/index') => open(<Screen title="Items">text</Screen>, address, undefined, emma)

beforeEach(() => void answer(api.notice.getList, [notice('9', 'Added to an item')]))
afterEach(() => {
  cleanup()
  resetAnswers()
  localStorage.clear()
  for (const { id } of getToasts()) closeToast(id)
})

test('an unread notice marks the bell and the menu, is shown once for ten seconds, and links to the notices', async () => {
  show()
  const bell = await screen.findByRole('link', { name: 'Notices, some unread' })
  expect(bell.querySelector('.dot')).toBeVisible()
  expect((await screen.findByRole('status')).textContent).toContain('Noah added you to the item “Orders” (edit).')
  expect(getToasts()[0]?.durationMs).toBe(10_000)
  fireEvent.click(screen.getByRole('button', { name: 'Account of emma' }))
  expect(screen.getByRole('menuitem', { name: /Notices/ }).textContent).toContain('Unread')
  fireEvent.click(screen.getByRole('button', { name: 'Read it' }))
  await screen.findByText('now at /notice/index')

  cleanup()
  show()
  await screen.findByRole('link', { name: 'Notices, some unread' })
  expect(getToasts()).toEqual([])
  answer(api.notice.getList, [notice('12', 'Your page was changed')])
  cleanup()
  show()
  await screen.findByText('Your page was changed')
})

test('the bell has no mark without an unread notice', async () => {
  answer(api.notice.getList, [])
  show()
  await waitFor(() => expect(sentRequests.some(({ path }) => path === 'notice/getList')).toBe(true))
  const bell = screen.getByRole('link', { name: 'Notices' })
  expect(bell.querySelector('.dot')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Account of emma' }))
  expect(screen.getByRole('menuitem', { name: 'Notices' })).toBeVisible()
})

test('does not show an older notice again, or any notice on the notices screen', async () => {
  localStorage.setItem('notice_told_2', '11')
  show()
  await screen.findByRole('link', { name: 'Notices, some unread' })
  cleanup()
  answer(api.notice.getList, [notice('12', 'Your page was changed')])
  show('/notice/index')
  await screen.findByRole('link', { name: 'Notices, some unread' })
  await waitFor(() => expect(localStorage.getItem('notice_told_2')).toBe('12'))
  expect(getToasts()).toEqual([])
})

test('shows the notice once if browser storage is full', async () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const stores = [
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full),
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(full),
  ]
  answer(api.notice.getList, [notice('31', 'Stored nowhere')])
  show()
  await screen.findByText('Stored nowhere')
  screen.getByText('text')
  for (const { id } of getToasts()) closeToast(id)
  cleanup()
  show()
  await screen.findByRole('link', { name: 'Notices, some unread' })
  expect(getToasts()).toEqual([])
  for (const store of stores) store.mockRestore()
})

test.each([
  ['between words', '41', 'maintenance '.repeat(30), /^(?:maintenance )+maintenance…$/],
  ['between characters', '42', '维护'.repeat(150), /^(?:维护){90}…$/],
])('the message of a long notice ends %s', async (_, notice_id, notice_content, shown) => {
  answer(api.notice.getList, [{ ...notice(notice_id, 'Tonight'), notice_content }])
  show()
  await screen.findByText('Tonight')
  expect(getToasts()[0]?.detail).toMatch(shown)
})

test('has no mark without unread notices', async () => {
  answer(api.notice.getList, [])
  show()
  await screen.findByRole('link', { name: 'Notices' })
  expect(screen.queryByRole('link', { name: 'Notices, some unread' })).toBeNull()
})
