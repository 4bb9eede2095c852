// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { api, makeQueryClient, onLoginInvalid } from '../lib/api.ts'
import type { Account } from '../lib/boot.ts'
import { addRecentPage, recentPages } from '../lib/search-state.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { followLoginInvalid, sessionHasEnded, setAccount, useAccount, useSwitchAccount } from './session.ts'

afterEach(() => {
  cleanup()
  resetAnswers()
})

const UserName = () => <p>{useAccount()?.username ?? 'nobody'}</p>

it('provides the signed-in account to all components', () => {
  render(<UserName />)
  expect(screen.getByText('nobody')).toBeVisible()
  act(() => setAccount({ uid: '1', username: 'anna' } as Account))
  expect(screen.getByText('anna')).toBeVisible()
})

it('an ended session opens the login with a redirect to the current address', () => {
  const go = vi.fn()
  followLoginInvalid(go)
  history.replaceState(null, '', '/7/42?x=1')
  render(<UserName />)
  act(() => setAccount({ uid: '1', username: 'anna' } as Account))
  addRecentPage('1', '42')
  act(() => onLoginInvalid.notify())
  expect(screen.getByText('nobody')).toBeVisible()
  expect(recentPages('1')).toEqual([])
  expect(go).toHaveBeenCalledWith('/user/login?redirect=%2F7%2F42%3Fx%3D1')
  expect(sessionHasEnded()).toBe(true)
  act(() => setAccount({ uid: '1', username: 'anna' } as Account))
  expect(sessionHasEnded()).toBe(false)
  act(() => setAccount(null))
  expect(sessionHasEnded()).toBe(false)
})

it('a change of account removes what older scripts read, before the request', async () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={makeQueryClient()}>{children}</QueryClientProvider>
  )
  let left: string | null = 'not asked'
  answer(api.user.logout, () => {
    left = localStorage.getItem('userinfo')
    return []
  })
  localStorage.setItem('userinfo', '{}')
  const assign = vi.fn()
  const usual = location
  vi.stubGlobal('location', { ...location, assign })
  const { result } = renderHook(useSwitchAccount, { wrapper })
  await result.current('/7')
  vi.stubGlobal('location', usual)
  expect(left).toBeNull()
  expect(assign).toHaveBeenCalledWith('/user/login?redirect=%2F7')
})

it('the next account does not find what the one before read', () => {
  setAccount({ uid: '1', username: 'anna' } as Account)
  addRecentPage('1', '42')
  setAccount({ uid: '1', username: 'anna' } as Account)
  expect(recentPages('1')).toEqual(['42'])
  setAccount({ uid: '2', username: 'ben' } as Account)
  expect(recentPages('1')).toEqual([])
  setAccount(null)
})

it('a visitor who meets a screen for users has no session that could have ended', () => {
  followLoginInvalid(vi.fn())
  setAccount(null)
  onLoginInvalid.notify()
  expect(sessionHasEnded()).toBe(false)
})

it('a refusal as to a visitor asks once whether the session is still there', async () => {
  const go = vi.fn()
  followLoginInvalid(go)
  history.replaceState(null, '', '/7/42')
  refuse(api.page.info, 'noVisit')
  refuse(api.item.info, 'noPermission')
  refuse(api.user.info, 'loginInvalid')
  const both = () => Promise.allSettled([api.page.info({ page_id: '42' }), api.item.info({ item_id: '7' })])
  const asked = () => sentRequests.filter(({ path }) => path === 'user/info')
  setAccount(null)
  await both()
  expect(asked()).toEqual([])
  setAccount({ uid: '1', username: 'anna' } as Account)
  await both()
  history.replaceState(null, '', '/item/password/7')
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/user/login?redirect=%2F7%2F42'))
  expect(asked()).toHaveLength(1)
  expect(sessionHasEnded()).toBe(true)
})

it('opens the login once when a call for users and one of a visitor are refused together', async () => {
  const go = vi.fn((path: string) => history.pushState(null, '', path))
  followLoginInvalid(go)
  history.replaceState(null, '', '/7/42')
  refuse(api.page.info, 'noVisit')
  refuse(api.user.info, 'loginInvalid')
  setAccount({ uid: '1', username: 'anna' } as Account)
  await api.page.info({ page_id: '42' }).catch(() => {})
  onLoginInvalid.notify()
  await vi.waitFor(() => expect(sentRequests.map(({ path }) => path)).toContain('user/info'))
  await act(async () => {})
  expect(go.mock.calls).toEqual([['/user/login?redirect=%2F7%2F42']])
})

it('a refusal of a call that was sent before the last sign-in leaves the new session alone', async () => {
  const go = vi.fn()
  followLoginInvalid(go)
  history.replaceState(null, '', '/7/42')
  refuse(api.page.info, 'loginInvalid')
  render(<UserName />)
  const account = { uid: '1', username: 'anna' } as Account
  act(() => setAccount(account))
  const late = api.page.info({ page_id: '42' }).catch(() => {})
  act(() => setAccount(null))
  act(() => setAccount(account))
  await act(() => late)
  expect(screen.getByText('anna')).toBeVisible()
  expect(go).not.toHaveBeenCalled()
  await act(() => api.page.info({ page_id: '42' }).catch(() => {}))
  expect(go).toHaveBeenCalledTimes(1)
})

it('does not redirect from the login and registration screens', () => {
  const go = vi.fn()
  followLoginInvalid(go)
  history.replaceState(null, '', '/user/login')
  onLoginInvalid.notify()
  expect(go).not.toHaveBeenCalled()
})
