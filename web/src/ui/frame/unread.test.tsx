// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api, makeQueryClient, onLoginInvalid } from '../../lib/api.ts'
import type { Account } from '../../lib/boot.ts'
import { setAccount } from '../../session/session.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { useUnread } from './notice-bell.tsx'

const notice = {
  notice_id: '7',
  notice_title: 'Added to a team',
  notice_content: '',
  from_name: 'noah',
  notice_time: '2026-11-20 12:27:06',
  is_read: '0',
  item_id: '0',
  page_id: '0',
  suggestion_id: '0',
  thread_id: '0',
  source_id: '0',
  setting: '' as const,
  group: 'to_me' as const,
}
const UnreadTitle = () => <p>{useUnread()?.notice_title ?? 'nothing'}</p>
const show = (account: Partial<Account> | null) => {
  setAccount(account as Account | null)
  return render(
    <QueryClientProvider client={makeQueryClient()}>
      <UnreadTitle />
    </QueryClientProvider>,
  )
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  resetAnswers()
  vi.useRealTimers()
})

it('sends no request for an anonymous visitor', async () => {
  show(null)
  await pass(61_000)
  expect(sentRequests).toEqual([])
})

it('shows nothing after signing out', async () => {
  answer(api.notice.getList, [notice])
  show({ uid: '2' })
  await pass(1)
  expect(screen.getByText('Added to a team')).toBeVisible()
  act(() => setAccount(null))
  expect(screen.getByText('nothing')).toBeVisible()
})

it('requests one notice immediately, every minute, and when the window gets the focus', async () => {
  answer(api.notice.getList, [])
  show({ uid: '2' })
  await pass(1)
  expect(sentRequests).toEqual([{ path: 'notice/getList', fields: { notice_type: 'unread', count: '1', redirect_login: 'false' } }])
  answer(api.notice.getList, [notice])
  await pass(60_100)
  expect(screen.getByText('Added to a team')).toBeVisible()
  await pass(20_000)
  expect(sentRequests.length).toBe(2)
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')))
  expect(sentRequests.length).toBe(3)
})

it('does not redirect to the login when the session has ended', async () => {
  const handler = vi.spyOn(onLoginInvalid, 'notify')
  refuse(api.notice.getList, 'loginInvalid', 'Please log in')
  show({ uid: '2' })
  await pass(60_100)
  expect(sentRequests.length).toBe(2)
  expect(handler).not.toHaveBeenCalled()
})
