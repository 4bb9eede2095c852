// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Account } from '../lib/boot.ts'
import { setAccount } from '../session/session.ts'
import { Toasts, toast } from './toast.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a success disappears after five seconds, an error stays until it is closed', () => {
  render(<Toasts />)
  act(() => {
    toast('Link copied')
    toast('The picture was not uploaded', 'bad')
  })
  expect(screen.getByRole('status').textContent).toBe('Link copied')
  act(() => vi.advanceTimersByTime(5000))
  expect(screen.queryByText('Link copied')).toBeNull()
  act(() => vi.advanceTimersByTime(60_000))
  fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('each toast can be closed early, also one with undo', () => {
  render(<Toasts />)
  act(() => toast('Moved', 'ok', { action: { text: 'Undo', run: () => {} } }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Moved')).toBeNull()
})

test('each toast is announced once, independent of later toasts', () => {
  const raised = vi.fn()
  HTMLElement.prototype.showPopover = raised
  render(<Toasts />)
  act(() => void toast('Link copied'))
  const region = screen.getByRole('region', { name: 'Messages' })
  expect(region.getAttribute('aria-live')).toBeNull()
  expect(region.querySelectorAll('[role="status"], [role="alert"], [aria-live]')).toHaveLength(1)
  act(() => void toast('Saved'))
  expect(raised).toHaveBeenCalledTimes(2)
  act(() => vi.advanceTimersByTime(5000))
  expect(raised).toHaveBeenCalledTimes(2)
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover')
})

test('the messages for one person are gone when the session has ended', () => {
  setAccount(null)
  render(<Toasts />)
  act(() => toast('You can sign in now', 'bad'))
  act(() => setAccount({ uid: '2', username: 'emma' } as Account))
  expect(screen.getByText('You can sign in now')).toBeVisible()
  act(() => toast('Removed from a team', 'info', { detail: 'Your membership came from the group “writers”.' }))
  act(() => setAccount(null))
  expect(screen.queryByRole('status')).toBeNull()
  act(() => toast('Please sign in', 'bad'))
  expect(screen.getByText('Please sign in')).toBeVisible()
})

test('offers undo', () => {
  const undo = vi.fn()
  render(<Toasts />)
  act(() => toast('Moved', 'ok', { action: { text: 'Undo', run: undo } }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Moved')).toBeNull()
})
