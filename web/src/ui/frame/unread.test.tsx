// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api, makeQueryClient, onLoginInvalid } from '../../lib/api.ts'
import type { Account } from '../../lib/boot.ts'
import { setAccount } from '../../session/session.ts'
import { answer, asked, forgetAnswers, refuse } from '../../test/answer.ts'
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
}
const News = () => <p>{useUnread()?.notice_title ?? 'nothing'}</p>
const look = (account: Partial<Account> | null) => {
  setAccount(account as Account | null)
  return render(
    <QueryClientProvider client={makeQueryClient()}>
      <News />
    </QueryClientProvider>,
  )
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  forgetAnswers()
  vi.useRealTimers()
})

it('a visitor is not asked about', async () => {
  look(null)
  await pass(61_000)
  expect(asked).toEqual([])
})

it('one notice is asked for at once, each minute, and when the window is looked at again', async () => {
  answer(api.notice.getList, [])
  look({ uid: '2' })
  await pass(1)
  expect(asked).toEqual([{ path: 'notice/getList', fields: { notice_type: 'unread', count: '1', redirect_login: 'false' } }])
  answer(api.notice.getList, [notice])
  await pass(60_100)
  expect(screen.getByText('Added to a team')).toBeVisible()
  await pass(20_000)
  expect(asked.length).toBe(2)
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')))
  expect(asked.length).toBe(3)
})

it('a session that ended takes nobody off their screen', async () => {
  const told = vi.spyOn(onLoginInvalid, 'tell')
  refuse(api.notice.getList, 10102, 'Please log in')
  look({ uid: '2' })
  await pass(60_100)
  expect(asked.length).toBe(2)
  expect(told).not.toHaveBeenCalled()
})
