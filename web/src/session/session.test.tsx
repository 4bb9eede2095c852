// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { onLoginInvalid } from '../lib/api.ts'
import type { Account } from '../lib/boot.ts'
import { followLoginInvalid, setAccount, useAccount } from './session.ts'

afterEach(cleanup)

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
  act(() => onLoginInvalid.notify())
  expect(screen.getByText('nobody')).toBeVisible()
  expect(go).toHaveBeenCalledWith('/user/login?redirect=%2F7%2F42%3Fx%3D1')
})

it('does not redirect from the login and registration screens', () => {
  const go = vi.fn()
  followLoginInvalid(go)
  history.replaceState(null, '', '/user/login')
  onLoginInvalid.notify()
  expect(go).not.toHaveBeenCalled()
})
