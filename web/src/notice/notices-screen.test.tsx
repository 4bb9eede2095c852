// @vitest-environment jsdom
import '../test/browser.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '../lib/api.ts'
import { chooseLanguage } from '../lib/preferences.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { closeToast, getToasts } from '../ui/toast.tsx'
import type { Notice } from './list.tsx'
import { NoticesScreen } from './notices-screen.tsx'

const emma = { uid: '2', username: 'emma', name: '', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' }
const notice = (notice_id: string, notice_title: string, more: Partial<Notice> = {}): Notice => ({
  notice_id,
  notice_title,
  notice_content: `Text of ${notice_title}`,
  from_name: 'noah',
  notice_time: '2026-11-20 12:27:06',
  is_read: '0',
  item_id: '0',
  page_id: '0',
  suggestion_id: '0',
  thread_id: '0',
  source_id: '0',
  setting: '',
  group: 'to_me',
  ...more,
})
let stored: Notice[] = []
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)

beforeEach(() => {
  stored = [
    notice('3', 'Your page was changed', { item_id: '7', page_id: '42' }),
    notice('2', 'Added to an item', { item_id: '7' }),
    notice('1', 'Added to a team', { is_read: '1' }),
  ]
  answer(api.notice.getList, ({ notice_type, count }) =>
    stored.filter(({ is_read }) => notice_type === 'all' || is_read === '0').slice(0, Number(count ?? 500)),
  )
  answer(api.notice.setRead, ({ notice_id }) => {
    stored = stored.map((row) => (row.notice_id === notice_id ? { ...row, is_read: '1' } : row))
    return []
  })
  answer(api.notice.setAllRead, () => {
    stored = stored.map((row) => ({ ...row, is_read: '1' }))
    return []
  })
  answer(api.notice.delete, ({ notice_id }) => {
    stored = stored.filter((row) => row.notice_id !== notice_id)
    return []
  })
})
afterEach(async () => {
  cleanup()
  await chooseLanguage('en')
  resetAnswers()
  localStorage.clear()
  for (const { id } of getToasts()) closeToast(id)
})

const show = (address = '/notice/index') => open(<NoticesScreen />, address, undefined, emma)
const line = (title: string) => screen.findByRole('button', { name: new RegExp(`${title}.*20 Nov 2026, 12:27`) })

test('opening a notice shows its text and link, and marks it as read', async () => {
  show()
  const opener = await line('Your page was changed')
  expect(opener.textContent).toContain('Unread')
  fireEvent.click(opener)
  expect(opener.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('link', { name: 'Open the page' }).getAttribute('href')).toBe('/7/42')
  expect(opener.textContent).not.toContain('Unread')
  await waitFor(() => expect(sent('notice/setRead')).toEqual([{ notice_id: '3' }]))
  fireEvent.click(await line('Added to an item'))
  expect(screen.getByRole('link', { name: 'Open the item' }).getAttribute('href')).toBe('/7')
  fireEvent.click(await line('Added to a team'))
  expect(screen.queryByRole('link', { name: /^Open/ })).toBeNull()
  expect(sent('notice/setRead').length).toBe(2)
})

test('a notice about several reviews links to their list, and one about a page to the page', async () => {
  stored = [
    notice('5', 'A review is due', { setting: 'review', item_id: '7', page_id: '0' }),
    notice('6', 'A review comes up', { setting: 'review', item_id: '7', page_id: '12' }),
  ]
  show()
  fireEvent.click(await line('A review is due'))
  expect(screen.getByRole('link', { name: 'See the pages' }).getAttribute('href')).toBe('/item/review/7')
  fireEvent.click(await line('A review comes up'))
  expect(screen.getByRole('link', { name: 'Open the page' }).getAttribute('href')).toBe('/7/12')
})

test('a notice about search engines links to their setting, in both languages', async () => {
  stored = [notice('4', 'Search engines are kept out', { setting: 'engines' })]
  show()
  fireEvent.click(await line('Search engines are kept out'))
  expect(screen.getByRole('link', { name: 'Go to the setting' }).getAttribute('href')).toBe('/admin/index?section=settings#engines')
  cleanup()
  await act(() => chooseLanguage('zh'))
  show()
  fireEvent.click(await screen.findByRole('button', { name: /Search engines are kept out/, expanded: false }))
  expect(screen.getByRole('link', { name: '前往设置' }).getAttribute('href')).toBe('/admin/index?section=settings#engines')
})

test('keeps the filter in the address, and keeps an opened notice until the user leaves the list', async () => {
  show('/notice/index?notice_type=unread')
  await line('Added to an item')
  expect(screen.queryByText('Added to a team')).toBeNull()
  fireEvent.click(await line('Your page was changed'))
  await waitFor(() => expect(sent('notice/getList').filter(({ count }) => !count).length).toBe(2))
  screen.getByText('Text of Your page was changed')
  fireEvent.click(screen.getByRole('link', { name: 'All' }))
  await line('Added to a team')
  fireEvent.click(screen.getByRole('link', { name: 'Unread' }))
  await line('Added to an item')
  await waitFor(() => expect(screen.queryByText('Your page was changed')).toBeNull())
})

test('filters by what the notices are about, together with the unread ones', async () => {
  stored = [notice('3', 'Your page was changed', { group: 'watched' }), notice('2', 'Added to an item')]
  answer(api.notice.getList, ({ group }) => stored.filter((row) => !group || row.group === group))
  show('/notice/index?group=watched&notice_type=unread')
  await line('Your page was changed')
  expect(screen.queryByText('Added to an item')).toBeNull()
  expect(screen.getByRole('link', { name: 'What I watch' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'Feedback' })).toHaveAttribute('href', '/notice/index?notice_type=unread&group=feedback')
  expect(screen.getByRole('link', { name: 'Watching and mail' })).toHaveAttribute('href', '/user/watching')
  fireEvent.click(screen.getByRole('link', { name: 'Site' }))
  await screen.findByText('You have read all notices of this kind.')
})

test('marks all notices as read in one call', async () => {
  show('/notice/index?notice_type=unread')
  await line('Added to an item')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Mark all as read' })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
  await screen.findByText('Nothing unread')
  await waitFor(() => expect(button.disabled).toBe(true))
  expect(screen.queryByRole('link', { name: 'Notices, some unread' })).toBeNull()
})

test('deletes a notice after a confirmation', async () => {
  show()
  await line('Added to a team')
  fireEvent.click(screen.getByRole('button', { name: 'Delete “Added to a team”' }))
  const dialog = screen.getByRole('dialog', { name: 'Delete “Added to a team”?' })
  expect(sent('notice/delete')).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete the notice' }))
  await waitFor(() => expect(screen.queryByText('Text of Added to a team')).toBeNull())
  expect(sent('notice/delete')).toEqual([{ notice_id: '1' }])
})

test('shows an empty list, and an error with a retry', async () => {
  stored = []
  show()
  await screen.findByText('No notices yet')
  cleanup()
  refuse(api.notice.getList, 'unexpected', 'Something went wrong')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The notices could not be loaded')
  stored = [notice('4', 'Here again')]
  answer(api.notice.getList, stored)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await line('Here again')
})
