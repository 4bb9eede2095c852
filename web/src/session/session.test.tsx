// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { onLoginInvalid } from '../lib/api.ts'
import type { Account } from '../lib/boot.ts'
import { followLoginInvalid, setAccount, useAccount } from './session.ts'

afterEach(cleanup)

const Who = () => <p>{useAccount()?.username ?? 'nobody'}</p>

it('shows who is logged in, wherever it is asked', () => {
  render(<Who />)
  expect(screen.getByText('nobody')).toBeVisible()
  act(() => setAccount({ uid: '1', username: 'anna' } as Account))
  expect(screen.getByText('anna')).toBeVisible()
})

it('a session that ended leads to the login with the way back', () => {
  const go = vi.fn()
  followLoginInvalid(go)
  history.replaceState(null, '', '/7/42?x=1')
  render(<Who />)
  act(() => setAccount({ uid: '1', username: 'anna' } as Account))
  act(() => onLoginInvalid.tell())
  expect(screen.getByText('nobody')).toBeVisible()
  expect(go).toHaveBeenCalledWith('/user/login?redirect=%2F7%2F42%3Fx%3D1')
})

it('but not from a screen of the entrance', () => {
  const go = vi.fn()
  followLoginInvalid(go)
  history.replaceState(null, '', '/user/login')
  onLoginInvalid.tell()
  expect(go).not.toHaveBeenCalled()
})
